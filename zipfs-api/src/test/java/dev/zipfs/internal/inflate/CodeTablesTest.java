package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which codes are accepted is decided by comparison with zlib, on headers with arbitrary code lengths. */
class CodeTablesTest {
    @Test
    void acceptsTheCodesThatZlibAccepts() {
        Random random = new Random(9);
        int accepted = 0;
        for (int round = 0; round < 8_000; round++) {
            byte[] stream = header(random, round);
            Oracle zlib = Oracle.zlib(stream, 1000);
            Oracle ours = Oracle.ours(stream, 1000);
            assertThat(ours.accepted).as("round %d", round).isEqualTo(zlib.accepted);
            assertThat(ours.bytes.length == zlib.bytes.length || !zlib.accepted)
                    .as("round %d", round)
                    .isTrue();
            accepted += zlib.accepted ? 1 : 0;
        }
        assertThat(accepted).as("both decisions occur").isBetween(200, 7_800);
    }

    /** A last block with few codes whose lengths are nearly right, and random bits after them. */
    private static byte[] header(Random random, int round) {
        BitOutput out = new BitOutput();
        out.put(0b101, 3);
        int litlens = 257 + random.nextInt(3);
        int distances = 1 + random.nextInt(4);
        out.put(litlens - 257, 5);
        out.put(distances - 1, 5);
        // Code lengths 0 to 3 and the repetition of zero have codes of 3 bits, so have 4, 5 and 17: a complete code.
        out.put(15, 4);
        int[] order = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        for (int symbol : order) {
            out.put(symbol <= 5 || symbol == 17 || symbol == 18 ? 3 : 0, 3);
        }
        int[] lengths = new int[litlens + distances];
        int codes = random.nextInt(4);
        for (int i = 0; i < codes; i++) {
            lengths[random.nextInt(256)] = random.nextInt(4);
        }
        lengths[256] = round % 50 == 0 ? 0 : 1 + random.nextInt(3);
        for (int i = 257; i < lengths.length; i++) {
            lengths[i] = random.nextInt(round % 2 == 0 ? 2 : 4);
        }
        int[] precode = {0, 4, 2, 6, 1, 5};
        for (int i = 0; i < lengths.length; ) {
            int zeros = 0;
            while (i + zeros < lengths.length && lengths[i + zeros] == 0 && zeros < 138) {
                zeros++;
            }
            if (zeros >= 11) {
                out.put(7, 3);
                out.put(zeros - 11, 7);
                i += zeros;
            } else {
                out.put(precode[lengths[i]], 3);
                i++;
            }
        }
        for (int i = 0; i < 8; i++) {
            out.put(random.nextInt(1 << 16), 16);
        }
        out.align();
        return out.toBytes();
    }
}
