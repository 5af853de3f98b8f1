package dev.zipfs.examples.filebench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class Xxh3Test {
    @TempDir
    Path dir;

    /** Lengths on both sides of every change of method inside XXH3; hashes by xxhsum 0.8.1 -H2. */
    @ParameterizedTest
    @CsvSource({
        "0,99aa06d3014798d86001c324468d497f",
        "1,a6cd5e9392000f6ac44bdff4074eecdb",
        "3,977fcbc0448b49f6e14090f554a5ea90",
        "4,4e82b36688c5328f4ee6926f0426173e",
        "8,7b4966a681f18d5779d85adaeefd615e",
        "9,200d098a7113e15fee5940d4df4715ae",
        "16,78e8ab538d3acaab37286a19cf622308",
        "17,1ea709ada2b9c32e33bed349ec1c0ce7",
        "128,5ac741c59c95d36ae1f0636051ccd2be",
        "129,1240f4d960139642cfb3fed667226458",
        "240,640a6149838a7599b2e6947c477a4ab0",
        "241,e817e20e53e42a8c2d431e984c441f15",
        "512,f67f00b2ac0ea3cddcfed6ee2883acd0",
        "1024,df4c8b9ff9715101e99def1145f12936",
        "1025,63e845aab7eb695f83cba9b371e4e7f4",
        "65536,ce4ad9e587f44a1920605b76ceddc43b",
        "65537,34ef5ec6349a8582cab0f544da7981e1",
        "1000003,f9ea996f68caf715eabdff429d7374f7",
    })
    void equalsTheReferenceInOnePieceAndInMany(int length, String expected) {
        byte[] content = Pattern.bytes(length);
        assertThat(hash(content, Math.max(1, length))).isEqualTo(expected);
        for (int piece : new int[] {1, 7, 64, 1000, 70_000}) {
            if (length / piece < 100_000) {
                assertThat(hash(content, piece)).as("in pieces of %d", piece).isEqualTo(expected);
            }
        }
    }

    @Test
    void equalsXxhsumWhereThatIsInstalled() throws Exception {
        for (int length : new int[] {0, 5, 4096, 5_000_001}) {
            Path file = Files.write(dir.resolve("file" + length), Pattern.bytes(length));
            assertThat(xxhsum(file)).startsWith(hash(Pattern.bytes(length), 4 << 20));
        }
    }

    private static String xxhsum(Path file) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("xxhsum", "-H2", file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException notInstalled) {
            return abort("xxhsum is not installed: " + notInstalled.getMessage());
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    private static String hash(byte[] content, int piece) {
        Xxh3 hash = new Xxh3();
        for (int from = 0; from < content.length; from += piece) {
            hash.update(ByteBuffer.wrap(content, from, Math.min(piece, content.length - from)));
        }
        return hash.hex();
    }
}
