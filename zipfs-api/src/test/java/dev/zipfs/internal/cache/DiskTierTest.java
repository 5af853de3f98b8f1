package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DiskTierTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    private CacheFixture fixture;
    private final FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK + 100);

    @BeforeEach
    void prepare() {
        fixture = new CacheFixture(directory);
        fixture.memory = 4 * BLOCK;
        fixture.disk = 100 * BLOCK;
    }

    private void readAll(OpenFile file) throws IOException {
        for (int block = 0; block <= 64; block++) {
            readBlock(file, block);
        }
    }

    private void readBlock(OpenFile file, int block) throws IOException {
        int length = (int) Math.min(BLOCK, entry.size - (long) block * BLOCK);
        assertThat(read(file, (long) block * BLOCK, BLOCK))
                .as("block %s", block)
                .isEqualTo(entry.bytes((long) block * BLOCK, length));
    }

    @Test
    void blocksThatLeaveMemoryComeBackFromDisk() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            readAll(file);
            assertThat(entry.decoded.get()).isEqualTo(entry.size);
            assertThat(fixture.count(Metric.DISK_HITS)).isEqualTo(65);
            assertThat(fixture.count(Metric.EVICTIONS)).isZero();
            assertThat(fixture.count(Metric.DISK_BYTES)).isEqualTo(entry.size);
        }
        assertThat(fixture.count(Metric.DISK_BYTES)).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void blocksWithACopyOnDiskLeaveMemoryUnwritten() throws IOException {
        AtomicInteger writes = new AtomicInteger();
        fixture.files = path -> new Forwarding(RandomAccessBlockFile.create(path)) {
            @Override
            public void write(long position, byte[] bytes, int length) throws IOException {
                writes.incrementAndGet();
                super.write(position, bytes, length);
            }
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int pass = 0; pass < 5; pass++) {
                readAll(file);
            }
        }
        assertThat(writes).hasValue(65);
    }

    @Test
    void diskBudgetHolds() throws IOException {
        fixture.disk = 10 * BLOCK + 1;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            assertThat(fixture.count(Metric.DISK_BYTES)).isLessThanOrEqualTo(10 * BLOCK);
            assertThat(fixture.count(Metric.EVICTIONS)).isEqualTo(65 - 10 - 4);
            readAll(file);
        }
    }

    @Test
    void entryPlacedOnDiskTakesNoMemory() throws IOException {
        fixture.policy = CachePolicies.diskOnly();
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            readAll(file);
            assertThat(entry.decoded.get()).isEqualTo(entry.size);
            assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo(2 * BLOCK);
        }
    }

    @Test
    void withoutMemoryBudgetTheDiskStandsIn() throws IOException {
        fixture.memory = 0;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            readAll(file);
        }
        assertThat(entry.decoded.get()).isEqualTo(entry.size);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no permission bits, and open files keep their names")
    void onlyTheOwnerMayLookAndNoBlockHasAName() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            assertThat(directory).as("made on first use").isEmptyDirectory();
            readAll(file);
            assertThat(directory)
                    .isDirectoryContaining(path -> path.getFileName().toString().startsWith(CacheDirectory.PREFIX));
            Path own;
            try (var paths = Files.list(directory)) {
                own = paths.findFirst().orElseThrow();
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                    .isEqualTo("rwx------");
            try (var paths = Files.list(own)) {
                assertThat(paths).singleElement().satisfies(lock -> {
                    assertThat(lock).hasFileName("lock");
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
                            .isEqualTo("rw-------");
                });
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void plainBytesOfEncryptedEntriesStayOffTheDisk() throws IOException {
        fixture.policy = CachePolicies.diskOnly();
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", true, entry)) {
            readAll(file);
            assertThat(directory).isEmptyDirectory();
            readBlock(file, 64);
            assertThat(fixture.count(Metric.MEMORY_HITS)).as("memory stands in").isPositive();
        }
        fixture.encryptedOnDisk = EncryptedOnDisk.ALLOWED;
        fixture.policy = CachePolicies.diskOnly();
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", true, entry)) {
            readAll(file);
            assertThat(fixture.count(Metric.DISK_BYTES)).isEqualTo(entry.size);
        }
    }

    @Test
    void damagedBlockIsDecodedAgain() throws IOException {
        fixture.files = path -> new Forwarding(RandomAccessBlockFile.create(path)) {
            @Override
            public void read(long position, byte[] bytes, int length) throws IOException {
                super.read(position, bytes, length);
                bytes[length / 2] ^= 1;
            }
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            readAll(file);
            assertThat(fixture.count(Metric.DISK_HITS)).isZero();
            assertThat(fixture.count(Metric.FAILURES)).isZero();
        }
        assertThat(entry.decoded.get()).isGreaterThan(entry.size);
    }

    @Test
    void fullDiskKeepsWhatItHasAndTakesNoMore() throws IOException {
        AtomicInteger room = new AtomicInteger(20);
        fixture.files = path -> new Forwarding(RandomAccessBlockFile.create(path)) {
            @Override
            public void write(long position, byte[] bytes, int length) throws IOException {
                if (position >= 20L * BLOCK) {
                    room.decrementAndGet();
                    throw new IOException("No space left on device");
                }
                super.write(position, bytes, length);
            }
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            readAll(file);
            assertThat(room).as("one attempt beyond the end").hasValue(19);
            assertThat(fixture.count(Metric.DISK_BYTES)).isEqualTo(20 * BLOCK);
            assertThat(fixture.count(Metric.FAILURES)).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** A file system of its own, which another program fills: only root can make one. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "it mounts a tmpfs")
    void diskThatOthersFillCostsNothingButSpeed() throws Exception {
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=256k", "zipfs-test", directory.toString()))
                .as("only root may mount a tmpfs")
                .isZero();
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 10; block++) {
                readBlock(file, block);
            }
            assertThat(fixture.count(Metric.DISK_BYTES)).isPositive();
            assertThatThrownBy(() -> Files.write(directory.resolve("filler"), new byte[1 << 20]))
                    .hasMessageContaining("space");
            readAll(file);
            readAll(file);
            assertThat(fixture.count(Metric.FAILURES)).isZero();
        } finally {
            run("umount", "-l", directory.toString());
        }
    }

    private static int run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException missing) {
            return -1;
        }
    }

    @Test
    void diskThatTakesNothingLeavesTheMemoryBudget() throws IOException {
        fixture.policy = CachePolicies.diskOnly();
        fixture.files = path -> {
            throw new IOException("Read-only file system");
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            readAll(file);
            long decoded = entry.decoded.get();
            readBlock(file, 64);
            readBlock(file, 63);
            readBlock(file, 62);
            assertThat(entry.decoded.get()).isEqualTo(decoded);
            readAll(file);
            assertThat(fixture.count(Metric.FAILURES)).isZero();
        }
    }

    @Test
    void placeThatIsNoneLeavesTheMemoryBudget() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path none : new Path[] {directory.resolve("missing"), file, Path.of("/proc/none")}) {
            CacheFixture other = new CacheFixture(none);
            other.memory = 4 * BLOCK;
            other.disk = 100 * BLOCK;
            try (BlockCache cache = other.make();
                    OpenFile open = cache.open(0, "a", false, entry)) {
                readAll(open);
                readAll(open);
                assertThat(other.count(Metric.FAILURES)).isZero();
                assertThat(other.count(Metric.DISK_BYTES)).isZero();
            }
            assertThat(directory.resolve("missing")).doesNotExist();
        }
    }

    @Test
    void interruptedReaderReadsOnAndBreaksNothing() throws Exception {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            // Makes the directory and writes the files with a pending interrupt, too.
            Running<Boolean> first = Running.start(() -> {
                Thread.currentThread().interrupt();
                readAll(file);
                readAll(file);
                return Thread.currentThread().isInterrupted();
            });
            assertThat(first.result()).isTrue();
            readAll(file);
            assertThat(entry.decoded.get()).isEqualTo(entry.size);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void closingWhileABlockIsWrittenIsQuiet() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        FakeReader.Gate gate = new FakeReader.Gate();
        fixture.files = path -> new Forwarding(RandomAccessBlockFile.create(path)) {
            @Override
            public void write(long position, byte[] bytes, int length) throws IOException {
                if (calls.incrementAndGet() == 10) {
                    gate.pass();
                }
                super.write(position, bytes, length);
            }
        };
        BlockCache cache = fixture.make();
        OpenFile file = cache.open(0, "a", false, entry);
        Running<Void> reading = Running.start(() -> {
            readAll(file);
            return null;
        });
        gate.awaitArrival();
        // Does not wait for a write, which then fails.
        cache.close();
        gate.open();
        assertThatCode(reading::result)
                .rootCause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        file.close();
        assertThat(fixture.count(Metric.DISK_BYTES)).isZero();
        assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    /** Passes all on. */
    private static class Forwarding implements BlockFile {
        private final BlockFile file;

        Forwarding(BlockFile file) {
            this.file = file;
        }

        @Override
        public void write(long position, byte[] bytes, int length) throws IOException {
            file.write(position, bytes, length);
        }

        @Override
        public void read(long position, byte[] bytes, int length) throws IOException {
            file.read(position, bytes, length);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
