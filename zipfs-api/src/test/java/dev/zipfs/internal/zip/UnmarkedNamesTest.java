package dev.zipfs.internal.zip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether guesses are right, and above all, that there is none where CP437 is right. */
class UnmarkedNamesTest {
    private static final String CP437 = "IBM437";

    /** Names in an encoding; those that it cannot say are left out, and so are those that are ASCII or UTF-8. */
    private static List<byte[]> encoded(RealNames names, String encoding) {
        List<byte[]> all = new ArrayList<>();
        for (String name : names.names()) {
            try {
                ByteBuffer bytes = Charset.forName(encoding).newEncoder().encode(CharBuffer.wrap(name));
                byte[] raw = new byte[bytes.remaining()];
                bytes.get(raw);
                if (!Utf8.isValid(raw, 0, raw.length)) {
                    all.add(raw);
                }
            } catch (CharacterCodingException e) {
                continue;
            }
        }
        return all;
    }

    private static @Nullable String guess(List<byte[]> names, boolean console) {
        UnmarkedNames unmarked = new UnmarkedNames();
        names.forEach(name -> unmarked.add(name, 0, name.length, console));
        UnmarkedNames.Guess guess = unmarked.decide();
        return guess == null ? null : guess.charset().name();
    }

    static Stream<Arguments> right() {
        return Stream.of(
                Arguments.of(RealNames.JAPANESE, "windows-31j"),
                Arguments.of(RealNames.CHINESE, "GBK"),
                Arguments.of(RealNames.KOREAN, "x-windows-949"),
                Arguments.of(RealNames.TAIWANESE, "Big5"),
                Arguments.of(RealNames.RUSSIAN, "IBM866"),
                Arguments.of(RealNames.RUSSIAN, "windows-1251"),
                Arguments.of(RealNames.GERMAN, "windows-1252"),
                Arguments.of(RealNames.FRENCH, "windows-1252"),
                Arguments.of(RealNames.SPANISH, "windows-1252"),
                Arguments.of(RealNames.NORDIC, "windows-1252"));
    }

    @ParameterizedTest
    @MethodSource("right")
    void namesTogetherTellTheirEncoding(RealNames names, String encoding) {
        for (boolean console : new boolean[] {true, false}) {
            assertThat(guess(encoded(names, encoding), console)).isEqualTo(encoding);
        }
    }

    /** A few names are mostly enough, and one that is wrong is worse than many that stay what they are. */
    @ParameterizedTest
    @MethodSource("right")
    void fewNamesGiveTheRightGuessOrNone(RealNames names, String encoding) {
        List<byte[]> all = encoded(names, encoding);
        Random random = new Random(1);
        for (int size = 1; size <= 5; size++) {
            int found = 0;
            int rounds = size == 1 ? all.size() : 60;
            for (int round = 0; round < rounds; round++) {
                List<byte[]> few = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    few.add(all.get(size == 1 ? round : random.nextInt(all.size())));
                }
                String guess = guess(few, false);
                assertThat(guess)
                        .as(
                                "%s",
                                few.stream()
                                        .map(raw -> new String(raw, Charset.forName(encoding)))
                                        .toList())
                        .isIn(null, encoding);
                found += guess == null ? 0 : 1;
            }
            if (size >= 4) {
                assertThat(found)
                        .as("found of %s with %s names each", rounds, size)
                        .isGreaterThan(rounds * 8 / 10);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RealNames.class,
            names = {"GERMAN", "FRENCH", "SPANISH", "NORDIC", "DRAWING", "SIGNS"})
    void cp437StaysWhatItIs(RealNames names) {
        List<byte[]> all = encoded(names, CP437);
        assertThat(all).hasSizeGreaterThan(5);
        for (boolean console : new boolean[] {true, false}) {
            assertThat(guess(all, console)).isNull();
            for (byte[] name : all) {
                assertThat(guess(List.of(name), console))
                        .as(new String(name, Charset.forName(CP437)))
                        .isNull();
            }
            Random random = new Random(2);
            for (int round = 0; round < 300; round++) {
                List<byte[]> few = new ArrayList<>();
                for (int i = 0; i < 2 + round % 5; i++) {
                    few.add(all.get(random.nextInt(all.size())));
                }
                assertThat(guess(few, console))
                        .as(
                                "%s",
                                few.stream()
                                        .map(raw -> new String(raw, Charset.forName(CP437)))
                                        .toList())
                        .isNull();
            }
        }
    }

    /** Of the encodings that look like it, too, nothing is made that they are not. */
    @ParameterizedTest
    @CsvSource({"GERMAN, IBM850", "FRENCH, IBM850", "SPANISH, IBM850", "NORDIC, IBM850"})
    void cp850IsNotTakenForSomethingElse(RealNames names, String encoding) {
        for (byte[] name : encoded(names, encoding)) {
            assertThat(guess(List.of(name), true)).isNull();
        }
        assertThat(guess(encoded(names, encoding), true)).isNull();
    }

    @Test
    void bytesByChanceAreNotTakenForALanguage() {
        Random random = new Random(3);
        int guessed = 0;
        for (int round = 0; round < 500; round++) {
            byte[] noise = new byte[1 + random.nextInt(40)];
            random.nextBytes(noise);
            guessed += guess(List.of(noise), true) == null ? 0 : 1;
        }
        assertThat(guessed).isLessThan(10);
    }

    @Test
    void folderOfManyFilesCountsOnce() {
        List<byte[]> names = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            names.add(("░▒/" + i).getBytes(Charset.forName(CP437)));
        }
        assertThat(guess(names, true)).isNull();
        assertThat(guess(List.of(), true)).isNull();
    }
}
