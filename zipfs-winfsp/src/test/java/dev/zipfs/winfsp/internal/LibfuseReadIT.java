package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.winfsp.LibfuseBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(RequireLibfuse.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LibfuseReadIT {
    @TempDir
    Path temp;

    @Test
    void filesReadBackAsTheyAre() throws Exception {
        byte[] big = new byte[3_000_001];
        new Random(1).nextBytes(big);
        MemoryView view =
                new MemoryView().file("a/b.txt", "hello").file("a/big.bin", big).folder("empty");
        Path point = temp.resolve("m");
        DriveMount mount = new LibfuseBackend()
                .mount(
                        view,
                        MountRequest.of(MountPoint.directory(point), "test", "test.zip", MountRequest.Audience.OWNER));
        try {
            assertThat(point.resolve("a/b.txt")).hasContent("hello");
            assertThat(Files.readAllBytes(point.resolve("a/big.bin"))).isEqualTo(big);
            assertThat(point.resolve("empty")).isEmptyDirectory();
            mount.unmount();
        } finally {
            mount.unmountForcibly();
        }
        assertThat(point).doesNotExist();
    }
}
