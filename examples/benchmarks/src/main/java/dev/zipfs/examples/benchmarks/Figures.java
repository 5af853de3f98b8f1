package dev.zipfs.examples.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the rounds of a scenario measured, by name. */
final class Figures {
    private final Map<String, List<Double>> all = new TreeMap<>();

    void note(String what, double value) {
        all.computeIfAbsent(what, first -> new ArrayList<>()).add(value);
    }

    double median(String what) {
        double[] sorted = all.getOrDefault(what, List.of(Double.NaN)).stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    void print(Path directory) {
        System.out.printf("JDK %s, archives in %s%n", Runtime.version(), directory);
        all.forEach((what, values) -> System.out.printf(
                Locale.ROOT,
                "%-62s %10.2f  of %s%n",
                what,
                median(what),
                values.stream()
                        .map(value -> String.format(Locale.ROOT, "%.1f", value))
                        .toList()));
    }

    void ratio(String one, String other) {
        if (all.containsKey(other)) {
            System.out.printf(Locale.ROOT, "%5.2f = %s : %s%n", median(one) / median(other), one, other);
        } else {
            System.out.println("skipped, no such program: " + other);
        }
    }
}
