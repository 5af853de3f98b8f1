package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A read that comes from the kernel leaves nothing for the garbage collector. */
@ExtendWith(RequireLibfuse.class)
@Timeout(120)
class ReadAllocationIT {
    private static final int SIZE = 8 << 20;
    private static final int READS = 2_000;
    private static final int ROUNDS = 6;

    @TempDir
    Path dir;

    @Test
    void readsThroughTheKernelAllocateNothing() throws Exception {
        java.lang.management.ThreadMXBean standard = ManagementFactory.getThreadMXBean();
        assumeThat(standard).as("this JVM does not count allocation").isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) standard;
        assumeThat(threads.isThreadAllocatedMemorySupported())
                .as("this JVM does not count allocation")
                .isTrue();
        Path archive = dir.resolve("a.zip");
        Content content = Content.noise(SIZE, 5);
        ArchiveModel.of(
                        EntryModel.file("deflated", content).deflated(1).build(),
                        EntryModel.file("stored", content).build())
                .write(archive);
        try (MountedDrive drive = ZipDrive.builder(archive)
                .memoryBudget(2 * SIZE)
                .diskBudget(0)
                .backend("libfuse")
                .mountPoint(MountPoint.directory(dir.resolve("drive")))
                .mount()) {
            for (String name : new String[] {"stored", "deflated"}) {
                // Past the kernel's cache, or the second round would not come to us.
                try (FileChannel channel =
                        FileChannel.open(drive.root().resolve(name), StandardOpenOption.READ, direct())) {
                    for (int size : new int[] {4 << 10, 128 << 10}) {
                        assertThat(bytesPerRead(threads, channel, size))
                                .as("%d bytes of what is %s", size, name)
                                .isLessThan(1);
                    }
                }
            }
        }
    }

    /** {@code ExtendedOpenOption.DIRECT}, which newer compilers do not let one name: the JDK has it, the Java platform has not. */
    private static OpenOption direct() throws ClassNotFoundException {
        for (Object option :
                Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
            if (option.toString().equals("DIRECT")) {
                return (OpenOption) option;
            }
        }
        throw new IllegalStateException("this JDK cannot read past the kernel's cache");
    }

    /** The best of some rounds: what HotSpot does meanwhile counts as the threads' own. */
    private static double bytesPerRead(ThreadMXBean threads, FileChannel channel, int size) throws IOException {
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(size + 4096).alignedSlice(4096).limit(size);
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = allocatedByServingThreads(threads);
            for (int i = 0; i < READS; i++) {
                long position = (long) (i * 7 % (SIZE / size)) * size;
                if (channel.read(buffer.clear().limit(size), position) != size) {
                    throw new IOException("a short read at " + position);
                }
            }
            least = Math.min(least, (double) (allocatedByServingThreads(threads) - before) / READS);
        }
        return least;
    }

    private static long allocatedByServingThreads(ThreadMXBean threads) {
        long[] serving = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("zipfs-fuse"))
                .mapToLong(Thread::getId)
                .toArray();
        assertThat(serving).isNotEmpty();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(serving)) {
            sum += bytes;
        }
        return sum;
    }
}
