package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountFailuresTest {
    @ParameterizedTest
    @CsvSource({
        "-1, DRIVER_FAILED, DRIVER_FAILED, false",
        "-2, MOUNT_POINT_INVALID, MOUNT_POINT_INVALID, false",
        "-3, NO_DRIVER, NO_DRIVER, false",
        "-4, MOUNT_POINT_IN_USE, MOUNT_POINT_INVALID, true",
        "-5, MOUNT_POINT_IN_USE, MOUNT_POINT_INVALID, true",
        "-6, MOUNT_POINT_INVALID, MOUNT_POINT_INVALID, false",
        "-7, DRIVER_TOO_OLD, DRIVER_TOO_OLD, false",
        "-8, DRIVER_FAILED, DRIVER_FAILED, false",
        "1, DRIVER_FAILED, DRIVER_FAILED, false"
    })
    void everyResultHasItsReason(int result, Reason onLetter, Reason onDirectory, boolean passing) {
        check(MountFailures.of(result, MountPoint.letter('M')), onLetter, result, "M:");
        Path directory = Path.of("some", "folder").toAbsolutePath();
        check(MountFailures.of(result, MountPoint.directory(directory)), onDirectory, result, directory.toString());
        assertThat(MountFailures.isTransient(result)).isEqualTo(passing);
    }

    private static void check(MountException failure, Reason reason, int result, String point) {
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessageContaining(point).hasMessageContaining("gave " + result);
    }
}
