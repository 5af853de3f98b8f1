package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.MountOptions.Visibility;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.winfsp.LibfuseBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who sees a drive. Needs root, to be somebody else. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LibfuseVisibilityIT {
    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

    @BeforeEach
    void beRoot() throws Exception {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")), "needs root");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private TestMounts.Ran asNobody(Visibility visibility) throws Exception {
        Path point = temp.resolve("m");
        MountRequest request = MountRequest.of(MountPoint.directory(point), "test", "test.zip", visibility);
        mounts.keep(new LibfuseBackend().mount(MemoryView.posix().file("d/f", "shown"), request));
        return TestMounts.shell("su -s /bin/sh nobody -c \"cat '$1/d/f'\"", point);
    }

    @Test
    void aDriveForEveryoneIsSeenByOthers() throws Exception {
        assertThat(asNobody(Visibility.EVERYONE)).isEqualTo(new TestMounts.Ran(0, "shown"));
    }

    @Test
    void aDriveForItsOwnerIsNot() throws Exception {
        TestMounts.Ran ran = asNobody(Visibility.OWNER);
        assertThat(ran.exit()).isNotZero();
        assertThat(ran.output()).contains("Permission denied");
    }
}
