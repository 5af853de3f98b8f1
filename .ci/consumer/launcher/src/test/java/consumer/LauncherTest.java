package consumer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
    @TempDir
    Path temporary;

    /** First in, first out; counts what it was told. */
    static final class Fifo implements CachePolicy {
        final AtomicInteger inserted = new AtomicInteger();
        private final Deque<BlockKey> blocks = new ArrayDeque<>();

        @Override
        public Placement placement(CachedEntry entry) {
            return Placement.MEMORY;
        }

        @Override
        public void inserted(BlockKey block, int bytes, Placement tier) {
            inserted.incrementAndGet();
            blocks.add(block);
        }

        @Override
        public void accessed(BlockKey block, Placement tier) {}

        @Override
        public void removed(BlockKey block, Placement tier) {
            blocks.remove(block);
        }

        @Override
        public BlockKey victim(Placement tier) {
            return blocks.peekFirst();
        }
    }

    @Test
    void runsAGameFromADriveUnderAPolicyOfItsOwn() throws Exception {
        byte[] level = new byte[3 << 20];
        new Random(1).nextBytes(level);
        Path archive = temporary.resolve("game.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("data/level1.bin"));
            zip.write(level);
            zip.putNextEntry(new ZipEntry("readme.txt"));
            zip.write("play".getBytes(StandardCharsets.UTF_8));
        }
        Fifo policy = new Fifo();
        Path root;
        try (MountedDrive drive = ZipDrive.builder(archive)
                .mountPoint(MountPoint.auto())
                .cachePolicy(policy)
                .mount()) {
            root = drive.root();
            assertArrayEquals(level, Files.readAllBytes(root.resolve("data/level1.bin")));
            Process cat = new ProcessBuilder("cat", root.resolve("readme.txt").toString()).start();
            assertEquals("play", new String(cat.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, cat.waitFor());
        }
        assertTrue(policy.inserted.get() > 0, "the policy was not asked");
        assertFalse(Files.exists(root), "the mount point is still there");
    }
}
