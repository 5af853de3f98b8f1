package dev.zipfs.examples.filebench;

import dev.zipfs.examples.console.JsonLine;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What came out, and under which circumstances. Immutable. */
public final class Results {
    private static final double[] SHARES = {0.5, 0.9, 0.99, 0.999};

    private final String title;
    private final Instant time;
    private final int runs;
    private final String cache;
    private final List<Series> series;

    /**
     * Results of one benchmark.
     *
     * @param title what was measured, in a few words
     * @param time when
     * @param runs how often
     * @param cache what was done about the page cache
     * @param series what came out; the last is what the others are held against
     */
    public Results(String title, Instant time, int runs, String cache, List<Series> series) {
        this.title = title;
        this.time = time.truncatedTo(ChronoUnit.SECONDS);
        this.runs = runs;
        this.cache = cache;
        this.series = List.copyOf(series);
    }

    /** What was measured. */
    public String title() {
        return title;
    }

    /** What came out. */
    public List<Series> series() {
        return series;
    }

    /** What the others are held against. */
    public Series baseline() {
        return series.get(series.size() - 1);
    }

    /** Those that are held against the baseline. */
    public List<Series> compared() {
        return series.subList(0, series.size() - 1);
    }

    /**
     * Whether all have shown the same bytes.
     *
     * @return {@code false} if hashes differ
     */
    public boolean sameContent() {
        return series.stream().allMatch(one -> one.sameContent(baseline()));
    }

    /**
     * How one compares to the baseline.
     *
     * @param figure the number
     * @param one the series
     * @return its number divided by the baseline's; not a number where one of them is missing
     */
    public double ratio(Figure figure, Series one) {
        return figure.of(one).orElse(Double.NaN) / figure.of(baseline()).orElse(Double.NaN);
    }

    /** When, how often, and what was done about the page cache. */
    String circumstances() {
        return time + ", " + runs + (runs == 1 ? " run" : " runs, medians") + "; page cache " + cache;
    }

    /** On what. */
    static String machine() {
        return System.getProperty("os.name") + ' ' + System.getProperty("os.version") + ' '
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors()
                + " processors, JDK "
                + System.getProperty("java.version");
    }

    /** What a series is: its name, its size, its content. */
    static String describe(Series one) {
        return String.format(
                Locale.ROOT,
                "%s, %,d bytes, XXH3-128 %s%s",
                one.name(),
                one.size(),
                one.hash(),
                one.unbuffered() ? "" : ", raw read buffered");
    }

    /**
     * All of it, for programs.
     *
     * @return one object
     */
    public JsonLine json() {
        List<JsonLine> all = new ArrayList<>();
        for (Series one : series) {
            JsonLine works = new JsonLine();
            for (Work work : Work.values()) {
                one.samples(work).ifPresent(samples -> works.put(work.key(), json(work, samples)));
            }
            all.add(new JsonLine()
                    .put("label", one.label())
                    .put("name", one.name())
                    .put("size", one.size())
                    .put("xxh3_128", one.hash())
                    .put("rawUnbuffered", one.unbuffered())
                    .put("tests", works));
        }
        List<JsonLine> ratios = new ArrayList<>();
        for (Series one : compared()) {
            JsonLine byFigure = new JsonLine();
            for (Figure figure : Figure.values()) {
                byFigure.put(figure.name().toLowerCase(Locale.ROOT), ratio(figure, one));
            }
            ratios.add(new JsonLine()
                    .put("of", one.label())
                    .put("to", baseline().label())
                    .put("ratios", byFigure));
        }
        return new JsonLine()
                .put("title", title)
                .put("time", time.toString())
                .put("machine", machine())
                .put("runs", runs)
                .put("pageCache", cache)
                .put("sameContent", sameContent())
                .put("series", all)
                .put("comparisons", ratios);
    }

    private static JsonLine json(Work work, Samples samples) {
        if (work.measuresThroughput()) {
            return new JsonLine()
                    .put("megabytesPerSecond", samples.megabytesPerSecond())
                    .put("nanos", samples.nanos());
        }
        JsonLine json = new JsonLine().put("count", samples.count());
        for (double share : SHARES) {
            String digits = String.format(Locale.ROOT, "%.1f", share * 100)
                    .replace(".0", "")
                    .replace(".", "");
            json.put("p" + digits + "Nanos", samples.percentile(share));
        }
        return json.put("maxNanos", samples.maxNanos());
    }
}
