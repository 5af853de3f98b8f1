package dev.zipfs.testkit.contract;

import dev.zipfs.testkit.generate.PositionalReader;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The law of reading by position, for all that reads so. */
final class Positions {
    private Positions() {}

    /** Reads from the beginning, at the borders, at random and at the end; a fixed seed each. */
    static void readAnywhere(PositionalReader reader, Content content, int seed) throws IOException {
        ReadConsistency.check(reader, content, reads(content.size(), seed));
    }

    private static List<Read> reads(long size, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Read> reads = new ArrayList<>();
        reads.add(new Read(0, 0, false));
        reads.add(new Read(0, (int) size + 10, true));
        reads.add(new Read(size / 2, 1, false));
        reads.add(new Read(Math.max(0, size - 1), 100, false));
        for (int i = 0; i < 12 && size > 0; i++) {
            reads.add(new Read(random.nextLong(size), random.nextInt(0, 30_000), random.nextBoolean()));
        }
        return reads;
    }

    /** Reads at the end and past it, also where a position of 32 bits would have come round. */
    static void readPastTheEnd(PositionalReader reader, Content content) throws IOException {
        long size = content.size();
        ReadConsistency.check(
                reader,
                content,
                List.of(
                        new Read(size, 10, false),
                        new Read(size + 1, 10, true),
                        new Read(size / 2 + (1L << 32), 10, false),
                        new Read(Long.MAX_VALUE, 10, false)));
    }

    /** Six threads read at once. */
    static void readTogether(PositionalReader reader, Content content) throws IOException {
        List<List<Read>> schedules = new ArrayList<>();
        for (int seed = 0; seed < 6; seed++) {
            schedules.add(reads(content.size(), seed));
        }
        ReadConsistency.checkTogether(reader, content, schedules);
    }
}
