package dev.zipfs.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.internal.zip.PlainIndex;
import dev.zipfs.internal.zip.ZipFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RehearsalTest {
    @Test
    void theMadeUpArchiveIsSound() throws Exception {
        MadeUpArchive archive = new MadeUpArchive();
        try (ArchiveIndex index = new ZipFormat().open(archive, archive)) {
            assertThat(index.entryCount()).isOne();
            assertThat(((PlainIndex) index).file("a".getBytes(StandardCharsets.UTF_8)))
                    .isZero();
            try (EntryReader reader = index.open(0)) {
                ByteBuffer content = ByteBuffer.allocate(5000);
                assertThat(reader.read(0, content)).isEqualTo(4096);
                assertThat(content.array()).containsOnly(0);
            }
        }
    }

    @Test
    void readingGivesWayWhileAnyArchiveIsBeingOpened() throws Exception {
        Rehearsal.giveWay();
        Rehearsal.opens();
        Rehearsal.opens();
        CountDownLatch begun = new CountDownLatch(1);
        Thread reading = new Thread(() -> {
            begun.countDown();
            Rehearsal.giveWay();
        });
        reading.start();
        begun.await();
        while (reading.getState() != Thread.State.WAITING) {
            assertThat(reading.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        Rehearsal.opened();
        assertThat(reading.isAlive()).isTrue();
        Rehearsal.opened();
        reading.join();
    }
}
