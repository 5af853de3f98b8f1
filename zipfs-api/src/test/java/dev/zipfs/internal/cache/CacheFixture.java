package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.DriveListener;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Makes caches with what a test does not care about filled in. */
final class CacheFixture {
    static final int BLOCK = 4096;

    final DriveCounters counters = new DriveCounters();
    final Path directory;
    long memory = 1 << 20;
    long disk;
    long readAhead;
    long maxMemoryPerFile = Long.MAX_VALUE;
    int block = BLOCK;
    EncryptedOnDisk encryptedOnDisk = EncryptedOnDisk.NEVER;
    CachePolicy policy = CachePolicies.lru();
    DriveListener listener = new DriveListener() {};
    BlockFile.Factory files = RandomAccessBlockFile::create;
    IntFunction<ByteBuffer> allocator = ByteBuffer::allocateDirect;

    CacheFixture(Path directory) {
        this.directory = directory;
    }

    BlockCache make() {
        CacheSettings settings =
                new CacheSettings(memory, maxMemoryPerFile, disk, directory, readAhead, encryptedOnDisk);
        return new BlockCache(settings, policy, counters, listener, block, files, allocator);
    }

    long count(Metric metric) {
        return counters.get(metric);
    }

    static byte[] read(OpenFile file, long position, int length) throws IOException {
        ByteBuffer dst = ByteBuffer.allocateDirect(length);
        int count = file.read(position, dst);
        assertThat(dst.position()).as("position after reading %s", count).isEqualTo(Math.max(0, count));
        byte[] bytes = new byte[Math.max(0, count)];
        dst.flip().get(bytes);
        return bytes;
    }
}
