package dev.zipfs.internal.zip;

import static dev.zipfs.internal.zip.Packed.DEFLATE64;
import static dev.zipfs.internal.zip.Packed.assertRandomAccess;
import static dev.zipfs.internal.zip.Packed.open;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import org.apache.commons.compress.compressors.deflate64.Deflate64CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our decoder for Deflate64 against that of Commons Compress. */
@Timeout(120)
class Deflate64Test {
    @Test
    void deflate64IsEnteredAtItsCheckpoints() throws IOException {
        Deflate64Writer stream = Deflate64Writer.random(1, 6_000_000);
        assertRandomAccess(open(DEFLATE64, stream.plain(), stream.packed()), stream.plain(), (1 << 20) + 1, false);
    }

    @Test
    void deflate64IsWhatTheOracleSays() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Deflate64Writer stream = Deflate64Writer.random(seed, seed * 500);
            byte[] oracle =
                    new Deflate64CompressorInputStream(new ByteArrayInputStream(stream.packed())).readAllBytes();
            assertThat(oracle).as("oracle on seed %d", seed).isEqualTo(stream.plain());
            assertThat(open(DEFLATE64, oracle, stream.packed()).content(0))
                    .as("seed %d", seed)
                    .isEqualTo(oracle);
        }
    }

    /** Where ours and the oracle both take damaged data, they take it for the same. */
    @Test
    void damagedDeflate64IsWhatTheOracleSays() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        byte[] sample = Deflate64Writer.random(78, 3000).packed();
        int both = 0;
        for (int i = 0; i < 1500; i++) {
            byte[] damaged = sample.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] oracle;
            try (InputStream in = new Deflate64CompressorInputStream(new ByteArrayInputStream(damaged))) {
                oracle = in.readAllBytes();
            } catch (IOException | RuntimeException e) {
                continue;
            }
            both++;
            assertThat(open(DEFLATE64, oracle, damaged).content(0))
                    .as("damage %d", i)
                    .isEqualTo(oracle);
        }
        assertThat(both).isGreaterThan(100);
    }
}
