package dev.zipfs.examples.filebench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Latency by percentile: to the right the share of reads, drawn so that each further nine is as wide as the one before, since
 * it is the rare slow read that one feels; upwards the time, each decade as high as the next.
 */
final class LatencyChart {
    private static final double[] TICKS = {0, 0.5, 0.9, 0.99, 0.999};
    private static final int LEFT = 58;
    private static final int RIGHT = 14;
    private static final int TOP = 10;
    private static final int BOTTOM = 26;

    private final Work work;
    private final List<Series> series;
    private final int width;
    private final int height;
    private final double nines;
    private int leastDecade = 9;
    private int mostDecade = 0;

    private LatencyChart(Results results, Work work, int width) {
        this.work = work;
        this.series = results.series();
        this.width = width;
        this.height = Math.min(300, 160 + width / 5);
        int most = 1;
        for (Series one : series) {
            Optional<Samples> samples = one.samples(work);
            if (samples.isPresent()) {
                most = Math.max(most, samples.get().count());
                leastDecade = Math.min(leastDecade, (int)
                        Math.floor(Math.log10(Math.max(1, samples.get().percentile(0)))));
                mostDecade = Math.max(mostDecade, (int)
                        Math.ceil(Math.log10(Math.max(1, samples.get().maxNanos()))));
            }
        }
        mostDecade = Math.max(mostDecade, leastDecade + 1);
        this.nines = Math.max(1, Math.log10(most));
    }

    static String of(Results results, Work work, int width) {
        return new LatencyChart(results, work, width).svg();
    }

    private String svg() {
        StringBuilder drawing = new StringBuilder();
        for (int decade = leastDecade; decade <= mostDecade; decade++) {
            double y = y(Math.pow(10, decade));
            line(drawing, LEFT, y, width - RIGHT, y);
            label(drawing, LEFT - 8, y + 4, "end", time(decade));
        }
        for (double tick : TICKS) {
            if (-Math.log10(1 - tick) <= nines) {
                line(drawing, x(tick), TOP, x(tick), height - BOTTOM);
                if (tick > 0) {
                    label(drawing, x(tick), height - 8, "middle", percent(tick));
                }
            }
        }
        List<String> described = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            Series one = series.get(i);
            int number = i;
            one.samples(work).ifPresent(samples -> {
                curve(drawing, samples, number);
                described.add(one.label() + " p50 " + samples.percentile(0.5) / 1000 + " µs, p99 "
                        + samples.percentile(0.99) / 1000 + " µs, max " + samples.maxNanos() / 1000 + " µs");
            });
        }
        return Svg.of(width, height, drawing, work.title() + ": " + String.join("; ", described));
    }

    /** As many points as can be told apart, and the largest sample at the right edge. */
    private void curve(StringBuilder drawing, Samples samples, int number) {
        StringBuilder path = new StringBuilder();
        double end = Math.log10(Math.max(2, samples.count()));
        int points = Math.min(240, width);
        for (int i = 0; i <= points; i++) {
            double share = 1 - Math.pow(10, -end * i / points);
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x(share), y(samples.percentile(share))));
        }
        path.append(String.format(Locale.ROOT, "L%.1f %.1f", x(1 - Math.pow(10, -end)), y(samples.maxNanos())));
        drawing.append(String.format(
                "<path class=\"line line%d\" d=\"%s\"><title>%s</title></path>\n",
                number, path, HtmlReport.text(series.get(number).label())));
    }

    private double x(double share) {
        return LEFT + Math.min(1, -Math.log10(1 - share) / nines) * (width - LEFT - RIGHT);
    }

    private double y(double nanos) {
        double above = (Math.log10(Math.max(1, nanos)) - leastDecade) / (mostDecade - leastDecade);
        return height - BOTTOM - above * (height - TOP - BOTTOM);
    }

    private static String time(int decade) {
        String[] units = {"ns", "µs", "ms", "s"};
        int unit = Math.min(units.length - 1, decade / 3);
        return Math.round(Math.pow(10, decade - 3 * unit)) + " " + units[unit];
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share > 0.99 ? "%.1f %%" : "%.0f %%", share * 100);
    }

    private static void line(StringBuilder drawing, double x1, double y1, double x2, double y2) {
        drawing.append(String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                x1,
                y1,
                x2,
                y2));
    }

    private static void label(StringBuilder drawing, double x, double y, String anchor, String text) {
        drawing.append(String.format(
                Locale.ROOT,
                "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                x,
                y,
                anchor,
                text));
    }
}
