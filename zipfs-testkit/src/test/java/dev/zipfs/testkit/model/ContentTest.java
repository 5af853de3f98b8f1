package dev.zipfs.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContentTest {
    private static final int SIZE = 200_000;

    static Stream<Content> contents() {
        return Stream.of(
                Content.noise(SIZE, 1),
                Content.random(SIZE, 1),
                Content.offsets(SIZE),
                Content.sparse(SIZE, 1001),
                Content.sparse(SIZE, 70_001),
                Content.zeros(SIZE),
                Content.bytes(Content.random(SIZE, 2).toBytes()));
    }

    @ParameterizedTest
    @MethodSource("contents")
    void anyPartIsASliceOfTheWhole(Content content) throws Exception {
        Content whole = Content.bytes(content.toBytes());
        ReadConsistency.check(
                content::read,
                whole,
                List.of(
                        new Read(0, 10, false),
                        new Read(65_530, 70_000, true),
                        new Read(1003, 3, false),
                        new Read(SIZE - 1, 5, false),
                        new Read(SIZE, 5, false),
                        new Read(Long.MAX_VALUE, 0, true)));
        assertThat(content.crc32()).isEqualTo(whole.crc32());
        assertThat(content.sha256()).isEqualTo(whole.sha256());
    }

    @Test
    void offsetsTellTheirPosition() {
        assertThat(Content.offsets(16).toBytes()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);
        assertThat(Content.offsets(16).reversed().toBytes()[7]).isEqualTo((byte) 8);
    }

    @Test
    void noiseCompressesPoorlyButNotNever() throws Exception {
        long packed = Payload.deflated(Content.noise(1 << 20, 3), 6).size();
        assertThat(packed).isBetween(1L << 19, (1L << 20) * 9 / 10);
        assertThat(Payload.deflated(Content.random(1 << 20, 3), 6).size()).isGreaterThan(1 << 20);
    }

    @Test
    void largeContentsAreNotHeld() {
        Content content = Content.sparse(1L << 40, 1L << 30);
        assertThat(content.slice(1L << 39, 8)).containsExactly(0, 0, 0, 0, 0x80, 0, 0, 0);
    }
}
