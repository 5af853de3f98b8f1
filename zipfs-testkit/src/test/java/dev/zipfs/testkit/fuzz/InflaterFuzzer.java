package dev.zipfs.testkit.fuzz;

import dev.zipfs.internal.inflate.InflaterLaws;
import java.io.IOException;
import java.util.Arrays;

/** Any bytes, taken for a deflate stream. The first byte chooses where decoding goes on besides from the start. */
public final class InflaterFuzzer {
    private InflaterFuzzer() {}

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length > 0) {
            InflaterLaws.check(Arrays.copyOfRange(input, 1, input.length), input[0] & 0xFF);
        }
    }
}
