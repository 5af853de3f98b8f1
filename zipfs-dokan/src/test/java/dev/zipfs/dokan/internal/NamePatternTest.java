package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                // plain
                "readme.txt, README.TXT, true",
                "readme.txt, readme.tx, false",
                "*, anything, true",
                "*, '', true",
                "*.txt, a.txt, true",
                "*.txt, a.b.txt, true",
                "*.txt, .txt, true",
                "*.txt, a.txtx, false",
                "a*b*c, aXXbYYc, true",
                "a*b*c, aXXcYYb, false",
                "?, a, true",
                "?, '', false",
                "?, ab, false",
                "a?c, abc, true",
                "??.?, ab.c, true",
                "file.?, FILE.X, true",
                // < stops before the last dot
                "<, noextension, true",
                "<, a.txt, false",
                "<.txt, a.txt, true",
                "<.txt, a.b.txt, true",
                "<.b.txt, a.b.txt, true",
                "<txt, a.txt, false",
                "<, a.b.c, false",
                "<.<, a.b, true",
                // > takes one, but no dot; before a dot and at the end it may take none
                ">>>>, ab, true",
                ">>>>, abcd, true",
                ">>>>, abcde, false",
                ">>>>.txt, ab.txt, true",
                ">>>>.txt, abcde.txt, false",
                "a>b, ab, false",
                "a>.b, a.b, true",
                // \" is a dot, or the end
                "'a\"', a, true",
                "'a\"', a., true",
                "'a\"b', a.b, true",
                "'a\"b', ab, false",
                "'a\"\"', a, true",
                "'<\"*', a, true",
                "'<\"*', a.txt, true"
            })
    void namesMatchAsInWindows(String pattern, String name, boolean matches) {
        assertThat(new NamePattern(pattern, true).matches(name)).isEqualTo(matches);
    }

    @Test
    void caseMattersWhereTheDriveSaysSo() {
        assertThat(new NamePattern("*.txt", false).matches("A.TXT")).isFalse();
        assertThat(new NamePattern("*.txt", true).matches("A.TXT")).isTrue();
        assertThat(new NamePattern("\u00e4*", true).matches("\u00c4pfel")).isTrue();
        assertThat(new NamePattern("\u0436.*", true).matches("\u0416.bin")).isTrue();
        assertThat(new NamePattern("readme", false).matches("README")).isFalse();
    }

    @Test
    void onlyPatternsWithoutWildcardsAreLiteral() {
        assertThat(new NamePattern("read me.txt", true).isLiteral()).isTrue();
        for (String wild : new String[] {"*", "a?", "a<b", "a>", "a\""}) {
            assertThat(new NamePattern(wild, true).isLiteral()).as(wild).isFalse();
        }
    }

    @Test
    void noPatternTakesLong() {
        NamePattern hostile = new NamePattern("*a".repeat(2000) + "b", true);
        String name = "a".repeat(255);

        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertThat(hostile.matches(name)).isFalse());
    }
}
