package dev.zipfs.examples.filebench;

import dev.zipfs.examples.console.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Results as one page that needs nothing else: style, table and charts are in it, light or dark as the reader has it. Each
 * chart is drawn twice, wide and narrow, and the page shows the one that fits: a drawing that is only scaled down has text that
 * nobody can read.
 */
public final class HtmlReport {
    static final int WIDE = 960;
    static final int NARROW = 340;

    private final StringBuilder page = new StringBuilder(64 << 10);
    private final Results results;

    private HtmlReport(Results results) {
        this.results = results;
    }

    /**
     * Sets the page.
     *
     * @param results what came out
     * @return the text of an HTML file, to be written in UTF-8
     */
    public static String of(Results results) {
        return new HtmlReport(results).page();
    }

    /** Text that can stand in an element or an attribute, and drives nothing. */
    static String text(String text) {
        return Printable.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private String page() {
        String title = text(results.title());
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>")
                .append(title)
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n<p class=\"muted\">")
                .append(text(results.circumstances()))
                .append("<br/>\n")
                .append(text(Results.machine()))
                .append("</p>\n");
        legend();
        if (!results.sameContent()) {
            page.append("<p class=\"wrong\">They hold different bytes: the numbers compare nothing.</p>\n");
        }
        chart(
                "Throughput",
                "MB/s, longer is better. Within each group the fastest fills the row.",
                width -> BarChart.of(results, Figure.of(true), width));
        chart(
                "Time",
                "Shorter is better. Within each group the slowest fills the row.",
                width -> BarChart.of(results, Figure.of(false), width));
        chart(
                "Random 4 KiB reads",
                "Latency by percentile: so many reads took no longer. Both axes are logarithmic.",
                width -> LatencyChart.of(results, Work.RANDOM, width));
        chart(
                "Opening again and reading 4 KiB",
                "Latency by percentile: so many took no longer. Both axes are logarithmic.",
                width -> LatencyChart.of(results, Work.REOPEN, width));
        table();
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    private void legend() {
        page.append("<ul class=\"legend\">\n");
        for (Series one : results.series()) {
            page.append("<li><span class=\"key fill")
                    .append(results.series().indexOf(one))
                    .append("\"></span><b>")
                    .append(text(one.label()))
                    .append("</b> ")
                    .append(text(Results.describe(one)))
                    .append("</li>\n");
        }
        page.append("</ul>\n");
    }

    /** Draws for a width in pixels. */
    private interface Drawing {
        String svg(int width);
    }

    private void chart(String heading, String reading, Drawing drawing) {
        page.append("<section>\n<h2>")
                .append(heading)
                .append("</h2>\n<p class=\"muted\">")
                .append(reading)
                .append("</p>\n<div class=\"wide\">")
                .append(drawing.svg(WIDE))
                .append("</div>\n<div class=\"narrow\">")
                .append(drawing.svg(NARROW))
                .append("</div>\n</section>\n");
    }

    private void table() {
        page.append("<section>\n<h2>All numbers</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th></th>");
        results.series().forEach(one -> cell("th", text(one.label())));
        results.compared().forEach(one -> cell("th", text(TextTable.ratio(results, one))));
        page.append("</tr></thead>\n<tbody>\n");
        for (Figure figure : Figure.values()) {
            page.append("<tr>");
            cell("th", text(figure.title()));
            List<Series> all = results.series();
            all.forEach(one -> cell("td", TextTable.number(figure.of(one))));
            results.compared().forEach(one -> cell("td", TextTable.number(results.ratio(figure, one))));
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table></div>\n</section>\n");
    }

    private void cell(String kind, String content) {
        page.append('<')
                .append(kind)
                .append('>')
                .append(content)
                .append("</")
                .append(kind)
                .append('>');
    }

    private static String style() {
        try (InputStream css = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
