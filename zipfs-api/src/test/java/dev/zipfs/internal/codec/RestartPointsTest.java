package dev.zipfs.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class RestartPointsTest {
    private static final class Point extends RestartPoint {
        int memory = 64;

        Point(long position) {
            super(position);
        }

        @Override
        public int memory() {
            return memory;
        }
    }

    @Test
    void nearestPointIsAtOrBeforeThePosition() {
        RestartPoints points = RestartPoints.found(1_000_000, 100_000);
        assertThat(points.before(500_000)).isNull();
        assertThat(points.add(new Point(50_000))).as("too close to the start").isFalse();
        assertThat(points.add(new Point(100_000))).isTrue();
        assertThat(points.add(new Point(199_999))).as("too close to the last").isFalse();
        assertThat(points.add(new Point(300_000))).isTrue();
        assertThat(points.add(new Point(1_000_000))).as("the end").isFalse();
        assertThat(points.before(99_999)).isNull();
        assertThat(points.before(100_000).position()).isEqualTo(100_000);
        assertThat(points.before(299_999).position()).isEqualTo(100_000);
        assertThat(points.before(999_999).position()).isEqualTo(300_000);
        assertThat(points.sectionEnd(0)).isEqualTo(100_000);
        assertThat(points.sectionEnd(300_000)).isEqualTo(1_000_000);
        assertThat(points.longestSection()).isEqualTo(700_000);
        assertThat(points.count()).isEqualTo(2);
        assertThat(points.memory()).isEqualTo(128);
    }

    /** However many a hostile entry has. */
    @Test
    void pointsLieFurtherApartWhereThereAreMany() {
        long size = 1L << 40;
        RestartPoints points = RestartPoints.found(size, 1000);
        for (long at = 0; at < 1_000_000_000; at += 1000) {
            points.add(new Point(at));
        }
        assertThat(points.count()).isBetween(5_000, 20_000);
        assertThat(points.memory()).isLessThan(2 << 20);
        assertThat(points.before(500_000_000).position()).isBetween(499_000_000L, 500_000_000L);
    }

    /** What a point takes is known when the next one is added. */
    @Test
    void pointThatBecomesSmallerCountsAsWhatItHasBecome() {
        RestartPoints points = RestartPoints.found(1L << 40, 1000);
        for (long at = 1000; at <= 4_000_000; at += 1000) {
            Point point = new Point(at);
            point.memory = 70_000;
            assertThat(points.add(point)).isTrue();
            point.memory = 1000;
        }
        assertThat(points.count()).isEqualTo(4000);
        assertThat(points.memory()).isBetween(4_000_000L, 4_100_000L);
    }

    @Test
    void checksumOfTheWholeComesOfThoseOfTheSectionsInAnyOrder() {
        byte[] content = new byte[100_000];
        new SplittableRandom(1).nextBytes(content);
        RestartPoints points = RestartPoints.found(content.length, 1);
        for (int at = 10_000; at < content.length; at += 10_000) {
            points.add(new Point(at));
        }
        for (int i = 0; i < 10; i++) {
            assertThat(points.crc32()).isEqualTo(-1);
            int start = i * 7 % 10 * 10_000;
            CRC32 crc = new CRC32();
            crc.update(content, start, 10_000);
            assertThat(points.decoded(start, crc.getValue())).isTrue();
            assertThat(points.decoded(start, crc.getValue())).isTrue();
            assertThat(points.decoded(start, crc.getValue() ^ 1))
                    .as("another content")
                    .isFalse();
            points.decoded(start, crc.getValue());
        }
        CRC32 whole = new CRC32();
        whole.update(content);
        assertThat(points.crc32()).isEqualTo(whole.getValue());
    }
}
