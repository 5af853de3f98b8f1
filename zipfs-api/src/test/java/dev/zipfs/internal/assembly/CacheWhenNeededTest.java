package dev.zipfs.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveListener;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.internal.cache.BlockCache;
import dev.zipfs.internal.cache.CacheSettings;
import dev.zipfs.internal.metrics.DriveCounters;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheWhenNeededTest {
    @TempDir
    Path directory;

    private CacheWhenNeeded cache() {
        CacheSettings settings = new CacheSettings(1 << 20, 1 << 20, 0, directory, 0, EncryptedOnDisk.NEVER);
        return new CacheWhenNeeded(settings, null, new DriveCounters(), new DriveListener() {});
    }

    @Test
    void isMadeOnceAndClosedWithIt() throws IOException {
        CacheWhenNeeded lazy = cache();
        BlockCache made = lazy.get();
        assertThat(lazy.get()).isSameAs(made);
        lazy.close();
        lazy.close();
        assertThat(lazy.get()).isSameAs(made);
        assertThatThrownBy(() -> made.open(0, "late.txt", false, () -> {
                    throw new AssertionError("the cache is closed");
                }))
                .hasMessageContaining("closed");
    }

    @Test
    void isNotMadeOnceClosed() {
        CacheWhenNeeded lazy = cache();
        lazy.close();
        assertThatThrownBy(lazy::get).isInstanceOf(ClosedChannelException.class);
    }
}
