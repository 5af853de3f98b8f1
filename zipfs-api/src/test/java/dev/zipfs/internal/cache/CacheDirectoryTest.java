package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoryTest {
    @TempDir
    Path parent;

    private Path leftBehind(String name) throws IOException {
        Path stale = Files.createDirectory(parent.resolve(CacheDirectory.PREFIX + name));
        Files.createFile(stale.resolve("lock"));
        Files.write(stale.resolve(DiskTier.PREFIX + "0"), new byte[100]);
        return stale;
    }

    @Test
    void deadDrivesDirectoryIsDeletedByTheNext() throws IOException {
        Path stale = leftBehind("1-2-3");
        Path unlocked = Files.createDirectory(parent.resolve(CacheDirectory.PREFIX + "4-5-6"));
        try (CacheDirectory made = CacheDirectory.create(parent)) {
            assertThat(stale).doesNotExist();
            assertThat(unlocked).as("its drive died before it locked it").doesNotExist();
            assertThat(made.path()).isDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void sweepNeedsNoDirectoryOfItsOwn() throws IOException {
        Path stale = leftBehind("1-2-3");
        CacheDirectory.sweep(parent);
        assertThat(stale).doesNotExist();
    }

    @Test
    void liveDrivesDirectoryStays() throws IOException {
        Path live = leftBehind("1-2-3");
        try (RandomAccessFile file = new RandomAccessFile(live.resolve("lock").toFile(), "rw");
                FileLock lock = file.getChannel().lock()) {
            assertThat(lock.isValid()).isTrue();
            CacheDirectory.sweep(parent);
            assertThat(live.resolve(DiskTier.PREFIX + "0")).exists();
        }
        CacheDirectory.sweep(parent);
        assertThat(live).doesNotExist();
    }

    @Test
    void drivesOfOneProcessLeaveEachOtherAlone() throws IOException {
        try (CacheDirectory first = CacheDirectory.create(parent);
                CacheDirectory second = CacheDirectory.create(parent)) {
            CacheDirectory.sweep(parent);
            assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
            assertThat(second.path()).isDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void sweepFollowsNoLinkAndDeletesOnlyWhatACacheMakes() throws IOException {
        Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("lock"));
        Path link = Files.createSymbolicLink(parent.resolve(CacheDirectory.PREFIX + "7-8-9"), elsewhere);
        Path stale = leftBehind("1-2-3");
        Files.createFile(stale.resolve("precious"));
        Path named = Files.createDirectory(parent.resolve(CacheDirectory.PREFIX + "mine"));
        CacheDirectory.sweep(parent);
        assertThat(link).exists();
        assertThat(named).exists();
        assertThat(elsewhere.resolve("lock")).exists();
        assertThat(stale.resolve("precious")).exists();
        assertThat(stale.resolve(DiskTier.PREFIX + "0")).doesNotExist();
    }

    @Test
    void missingParentIsAnError() {
        assertThatThrownBy(() -> CacheDirectory.create(parent.resolve("missing")))
                .isInstanceOf(IOException.class);
        CacheDirectory.sweep(parent.resolve("missing"));
    }
}
