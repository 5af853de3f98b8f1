package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountException.Reason;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs and systems say, and what we make of it. */
class ReasonsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fusermount3: failed to open /dev/fuse: Permission denied | NOT_PERMITTED
            fusermount3: mount failed: Operation not permitted | NOT_PERMITTED
            fusermount3: user has no write access to mountpoint /srv | NOT_PERMITTED
            fusermount3: option allow_other only allowed if 'user_allow_other' is set in /etc/fuse.conf | NOT_PERMITTED
            fusermount: fuse device not found, try 'modprobe fuse' first | NO_DRIVER
            fusermount3: bad mount point /x: No such file or directory | MOUNT_POINT_INVALID
            fusermount3: too many FUSE filesystems mounted; mount_max=N can be set in /etc/fuse.conf | DRIVER_FAILED
            """)
    void fusermountSaysWhyItDidNotMount(String said, Reason reason) {
        assertThat(FuseConnection.refused(Path.of("/m"), said, null)).satisfies(failure -> {
            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure).hasMessageContaining("/m").hasMessageContaining(said);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fusermount3: failed to unmount /m: Device or resource busy | BUSY
            fusermount3: entry for /m not found in /etc/mtab | NOT_MOUNTED
            fusermount3: failed to unmount /m: Invalid argument | NOT_MOUNTED
            umount: /m: not mounted | NOT_MOUNTED
            fusermount3: failed to unmount /m: Operation not permitted | REFUSED
            '' | REFUSED
            """)
    void fusermountSaysWhyItDidNotUnmount(String said, Unmounter.Outcome outcome) {
        assertThat(Unmounter.outcomeOf(said)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "C000000E, NO_DRIVER",
        "C0000022, NOT_PERMITTED",
        "C0000033, MOUNT_POINT_INVALID",
        "C000003A, MOUNT_POINT_INVALID",
        "C0000035, MOUNT_POINT_IN_USE",
        "C0000001, DRIVER_FAILED"
    })
    void windowsSaysWhyItWouldNotMount(String status, Reason reason) {
        int number = Integer.parseUnsignedInt(status, 16);

        assertThat(NtStatus.reason(number)).isEqualTo(reason);
        assertThat(NtStatus.describe(number)).contains("0x" + status);
    }
}
