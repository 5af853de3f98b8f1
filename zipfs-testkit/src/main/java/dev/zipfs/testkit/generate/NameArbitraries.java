package dev.zipfs.testkit.generate;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Names of entries.
 *
 * @since 0.1.0
 */
public final class NameArbitraries {
    private NameArbitraries() {}

    /**
     * Single components that every system holds as they are: letters and digits of several scripts, dots and spaces inside.
     *
     * @return 1 to 20 characters, in lower case and composed
     */
    public static Arbitrary<String> components() {
        Arbitrary<String> letters = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('0', '9')
                .withChars("äöüßéñøłжщ日本語한글_-")
                .ofMinLength(1)
                .ofMaxLength(8);
        Arbitrary<String> inner = Arbitraries.of("", "", ".", " ", "..", ".tar.");
        // A letter that begins no device name, so that no combination is reserved.
        return letters.flatMap(head -> inner.flatMap(middle -> letters.map(tail -> "x" + head + middle + tail)));
    }

    /**
     * Whole paths out of {@link #components()}.
     *
     * @return 1 to 5 components with {@code /} between them
     */
    public static Arbitrary<String> paths() {
        return components().list().ofMinSize(1).ofMaxSize(5).map(parts -> String.join("/", parts));
    }

    /**
     * Names as hostile or careless writers make them: climbing, absolute, empty, reserved, very long, in no encoding at all.
     *
     * @return the bytes of a header's name
     */
    public static Arbitrary<byte[]> nasty() {
        Arbitrary<String> part = Arbitraries.frequencyOf(
                Tuple.of(4, components()),
                Tuple.of(
                        4,
                        Arbitraries.of(
                                "",
                                ".",
                                "..",
                                "...",
                                "a",
                                "A",
                                "b.",
                                "b ",
                                " ",
                                "CON",
                                "nul.txt",
                                "COM1",
                                "a:b",
                                "C:",
                                "*?",
                                "<>|\"",
                                "\\",
                                "..\\..",
                                "\0",
                                "x\0y",
                                "\u0001",
                                "\n",
                                "\u007f",
                                "e\u0301",
                                "é",
                                "ß",
                                "SS",
                                "ı",
                                "İ",
                                "\u202e",
                                "\uFEFF",
                                "😀",
                                "%20",
                                "~1",
                                "a (1)",
                                "a (1).txt",
                                "a.txt",
                                "A.TXT")),
                Tuple.of(1, Arbitraries.integers().between(200, 400).map("L"::repeat)));
        Arbitrary<String> lead = Arbitraries.of("", "", "", "", "/", "../", "\\", "./", "C:/", "//server/");
        Arbitrary<String> tail = Arbitraries.of("", "", "", "/");
        Arbitrary<String> separator = Arbitraries.of("/", "/", "/", "\\", "//");
        Arbitrary<byte[]> text = Combinators.combine(lead, part.list().ofMaxSize(6), separator, tail)
                .as((before, parts, between, after) ->
                        (before + String.join(between, parts) + after).getBytes(StandardCharsets.UTF_8));
        Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMaxSize(24);
        return Arbitraries.frequencyOf(Tuple.of(5, text), Tuple.of(1, any));
    }
}
