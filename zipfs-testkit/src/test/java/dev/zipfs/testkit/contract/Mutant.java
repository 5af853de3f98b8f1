package dev.zipfs.testkit.contract;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An implementation that is wrong on purpose.
 *
 * @param fault what is wrong with it
 * @param change makes it, or what takes its place
 * @param laws the tests that must fail, and no others may
 */
record Mutant<T>(String fault, T change, Set<String> laws) {
    static <T> Mutant<T> of(String fault, T change, String... laws) {
        return new Mutant<>(fault, change, new TreeSet<>(List.of(laws)));
    }
}
