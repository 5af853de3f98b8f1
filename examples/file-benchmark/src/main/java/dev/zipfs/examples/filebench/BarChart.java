package dev.zipfs.examples.filebench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A group of bars for each number, a bar for each series; the value stands beside its bar. */
final class BarChart {
    private static final int TITLE = 22;
    private static final int BAR = 16;
    private static final int STEP = 20;
    private static final int GAP = 12;
    private static final int VALUES = 80;

    private BarChart() {}

    static String of(Results results, List<Figure> figures, int width) {
        StringBuilder bars = new StringBuilder();
        int y = 0;
        for (Figure figure : figures) {
            bars.append(String.format("<text x=\"0\" y=\"%d\">%s</text>\n", y + 15, HtmlReport.text(figure.title())));
            y += TITLE;
            double most = results.series().stream()
                    .map(figure::of)
                    .flatMapToDouble(OptionalDouble::stream)
                    .max()
                    .orElse(1);
            for (int i = 0; i < results.series().size(); i++) {
                OptionalDouble value = figure.of(results.series().get(i));
                if (value.isPresent()) {
                    bars.append(bar(results, i, figure, value.getAsDouble(), value.getAsDouble() / most, y, width));
                }
                y += STEP;
            }
            y += GAP;
        }
        return Svg.of(width, y, bars, "Bars: " + describe(figures));
    }

    private static String bar(Results results, int i, Figure figure, double value, double share, int y, int width) {
        double length = Math.max(1, share * (width - VALUES));
        String title = results.series().get(i).label() + ", " + figure.title() + ": " + TextTable.number(value);
        return String.format(
                Locale.ROOT,
                "<rect class=\"fill%d\" x=\"0\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"><title>%s</title></rect>\n"
                        + "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                i,
                y,
                length,
                BAR,
                HtmlReport.text(title),
                length + 6,
                y + BAR - 3,
                TextTable.number(value));
    }

    private static String describe(List<Figure> figures) {
        return String.join("; ", figures.stream().map(Figure::title).toList());
    }
}
