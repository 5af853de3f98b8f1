package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A read of what is cached, or of what is stored, leaves nothing for the garbage collector. */
@Timeout(60)
class AllocationTest {
    private static final int SIZE = (17 << 20) + 77;
    private static final int PAGE = 4096;
    private static final int READS = 10_000;

    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = dir.resolve("a.zip");
        Content content = Content.noise(SIZE, 5);
        Opening.model(EntryModel.file("deflated", content).deflated(1), EntryModel.file("stored", content))
                .write(file);
    }

    @Test
    void cachedBytesAreReadWithoutAllocation() throws Exception {
        for (String policy : new String[] {"tiered", "lru"}) {
            try (Archive archive = ZipDrive.builder(file)
                            .memoryBudget(32 << 20)
                            .diskBudget(0)
                            .cachePolicy(
                                    policy.equals("lru") ? CachePolicies.lru() : CachePolicies.tiered(Long.MAX_VALUE))
                            .open();
                    SeekableByteChannel channel = archive.entry("deflated").openChannel()) {
                assertThat(bytesPerRead(channel)).as(policy).isLessThan(1);
                assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThanOrEqualTo(SIZE);
            }
        }
    }

    @Test
    void storedBytesAreReadWithoutAllocation() throws Exception {
        try (Archive archive = ZipDrive.open(file);
                SeekableByteChannel channel = archive.entry("stored").openChannel()) {
            assertThat(bytesPerRead(channel)).isLessThan(1);
        }
    }

    /** Once all is decoded and compiled: the best of some rounds, since what is measured includes what HotSpot does meanwhile. */
    private static double bytesPerRead(SeekableByteChannel channel) throws IOException {
        java.lang.management.ThreadMXBean standard = ManagementFactory.getThreadMXBean();
        assumeThat(standard).as("this JVM does not count allocation").isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) standard;
        assumeThat(threads.isThreadAllocatedMemorySupported())
                .as("this JVM does not count allocation")
                .isTrue();
        long self = Thread.currentThread().getId();
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        readAll(channel, page);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 6; round++) {
            long before = threads.getThreadAllocatedBytes(self);
            readPages(channel, page);
            least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
        }
        return (double) least / READS;
    }

    private static void readAll(SeekableByteChannel channel, ByteBuffer page) throws IOException {
        while (channel.read(page.clear()) >= 0) {
            // Until the end.
        }
    }

    private static void readPages(SeekableByteChannel channel, ByteBuffer page) throws IOException {
        for (int i = 0; i < READS; i++) {
            // Half of them go on where the last one ended, half are anywhere.
            if ((i & 1) == 0) {
                channel.position((i * 0x9E3779B1L >>> 7) % (SIZE - 2 * PAGE));
            }
            if (channel.read(page.clear()) != PAGE) {
                throw new AssertionError("short read at " + channel.position());
            }
        }
    }
}
