package dev.zipfs.testkit.generate;

import dev.zipfs.testkit.model.Content;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Contents of entries.
 *
 * @since 0.1.0
 */
public final class ContentArbitraries {
    private ContentArbitraries() {}

    /**
     * Contents of every kind: none, a byte, text, noise, runs, what no method compresses.
     *
     * @param largest the largest size in bytes
     * @return contents from 0 bytes on, small ones more often
     */
    public static Arbitrary<Content> contents(int largest) {
        Arbitrary<Integer> sizes = Arbitraries.oneOf(
                Arbitraries.integers().between(0, Math.min(300, largest)),
                Arbitraries.integers().between(0, largest),
                Arbitraries.of(0, 1, 4095, 4096, 4097, 65_535, 65_536, 65_537).filter(size -> size <= largest));
        Arbitrary<Long> seeds = Arbitraries.longs();
        return Arbitraries.frequencyOf(
                Tuple.of(3, sizes.flatMap(size -> seeds.map(seed -> Content.noise(size, seed)))),
                Tuple.of(1, sizes.flatMap(size -> seeds.map(seed -> Content.random(size, seed)))),
                Tuple.of(1, sizes.map(Content::offsets)),
                Tuple.of(1, sizes.map(Content::zeros)),
                Tuple.of(2, Arbitraries.strings().ofMaxLength(200).map(Content::text)));
    }
}
