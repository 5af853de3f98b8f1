package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class NamePatternProperties {
    /** The definition, tried out in every way: slow, and easy to compare with the words of the documentation. */
    private static boolean matches(String pattern, String name, int lastDot, int at) {
        if (pattern.isEmpty()) {
            return at == name.length();
        }
        String rest = pattern.substring(1);
        boolean end = at == name.length();
        switch (pattern.charAt(0)) {
            case '*':
                return matches(rest, name, lastDot, at) || !end && matches(pattern, name, lastDot, at + 1);
            case '<':
                return matches(rest, name, lastDot, at)
                        || !end && at != lastDot && matches(pattern, name, lastDot, at + 1);
            case '?':
                return !end && matches(rest, name, lastDot, at + 1);
            case '>':
                return !end && name.charAt(at) != '.' && matches(rest, name, lastDot, at + 1)
                        || (end || name.charAt(at) == '.') && matches(rest, name, lastDot, at);
            case '"':
                return !end && name.charAt(at) == '.' && matches(rest, name, lastDot, at + 1)
                        || end && matches(rest, name, lastDot, at);
            default:
                return !end && name.charAt(at) == pattern.charAt(0) && matches(rest, name, lastDot, at + 1);
        }
    }

    @Property(tries = 5000)
    void matchingFollowsTheDefinition(@ForAll("patterns") String pattern, @ForAll("names") String name) {
        boolean expected = matches(pattern, name, name.lastIndexOf('.'), 0);

        assertThat(new NamePattern(pattern, false).matches(name)).isEqualTo(expected);
        Statistics.collect(expected);
        Statistics.coverage(coverage -> coverage.check(true).percentage(p -> p > 5));
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.strings().withChars("ab.**<<>>\"?").ofMinLength(1).ofMaxLength(7);
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().withChars("aab..").ofMaxLength(7);
    }
}
