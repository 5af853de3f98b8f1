package dev.zipfs.examples.filebench;

/** The frame of a drawing. */
final class Svg {
    private Svg() {}

    /** A drawing of its own size that shrinks where there is less room; the description is for who cannot see it. */
    static String of(int width, int height, CharSequence content, String description) {
        return "<svg role=\"img\" aria-label=\"" + HtmlReport.text(description) + "\" width=\"" + width + "\" height=\""
                + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n" + content + "</svg>";
    }
}
