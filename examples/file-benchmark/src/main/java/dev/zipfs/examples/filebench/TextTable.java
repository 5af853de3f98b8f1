package dev.zipfs.examples.filebench;

import dev.zipfs.examples.console.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Results as lines for people. */
public final class TextTable {
    private static final int LABELS = 32;
    private static final int COLUMN = 12;

    private TextTable() {}

    /**
     * Sets the table.
     *
     * @param results what came out
     * @return lines without ends, safe on a terminal
     */
    public static List<String> of(Results results) {
        List<String> lines = new ArrayList<>();
        lines.add(Printable.text(results.title() + ", " + results.circumstances()));
        lines.add(Printable.text(Results.machine()));
        for (Series series : results.series()) {
            lines.add(Printable.text(series.label() + " = " + Results.describe(series)));
        }
        lines.add("");
        List<String> heads = new ArrayList<>();
        results.series().forEach(series -> heads.add(series.label()));
        results.compared().forEach(series -> heads.add(ratio(results, series)));
        lines.add(line("", heads, heads));
        for (Figure figure : Figure.values()) {
            List<String> cells = new ArrayList<>();
            results.series().forEach(series -> cells.add(number(figure.of(series))));
            results.compared().forEach(series -> cells.add(number(results.ratio(figure, series))));
            lines.add(line(figure.title(), cells, heads));
        }
        return lines;
    }

    /** What heads a column of ratios. */
    static String ratio(Results results, Series series) {
        return series.label() + " ÷ " + results.baseline().label();
    }

    static String number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "-";
    }

    /** Three digits or more, and no more behind the point than that takes. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String line(String label, List<String> cells, List<String> heads) {
        StringBuilder line = new StringBuilder(label).append(" ".repeat(LABELS - label.length()));
        for (int i = 0; i < cells.size(); i++) {
            int width = Math.max(COLUMN, heads.get(i).length() + 2);
            line.append(" ".repeat(width - cells.get(i).length())).append(cells.get(i));
        }
        return line.toString();
    }
}
