package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.NameRules;
import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong, and what becomes of it: when mounting, and in requests. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanFailureIT {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private final MemoryView view = MemoryView.windows().file("f", "fine");
    private final DokanDouble.Functions functions = DokanDouble.functions();

    private void assertRefused(Reason reason, String... words) {
        Path point = temp.resolve("m");
        assertThatThrownBy(() -> drives.mount(view, point))
                .isInstanceOfSatisfying(
                        MountException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
        assertThat(point).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 1, DRIVER_FAILED",
        "-2, 1, MOUNT_POINT_INVALID",
        "-3, 1, NO_DRIVER",
        "-4, 4, MOUNT_POINT_INVALID",
        "-5, 4, MOUNT_POINT_INVALID",
        "-6, 1, MOUNT_POINT_INVALID",
        "-7, 1, DRIVER_TOO_OLD"
    })
    void everyResultOfMountingIsAReasonAndLeavesNothing(int result, int tries, Reason reason) throws Exception {
        for (int i = 0; i < tries; i++) {
            functions.double_inject(result);
        }
        assertRefused(reason, "gave " + result, temp.resolve("m").toString());

        // Nothing is left of it: the same mount now succeeds, and took no more than its tries.
        DriveMount mount = drives.mount(view, temp.resolve("m"));
        assertThat(mount.root().resolve("f")).hasContent("fine");
    }

    @ParameterizedTest
    @CsvSource({"-4, 1", "-5, 3"})
    void whatMayPassIsTriedAgain(int result, int failures) throws Exception {
        for (int i = 0; i < failures; i++) {
            functions.double_inject(result);
        }
        DriveMount mount = drives.mount(view, temp.resolve("m"));

        assertThat(mount.root().resolve("f")).hasContent("fine");
    }

    @Test
    void aLibraryThatIsTooOldIsRefused() {
        drives.set("version", 150);
        Availability availability = new DokanDriver(TestHost.plain(), TestDrives.QUICK).availability();
        assertThat(availability.available()).isFalse();
        assertThat(availability.reason()).contains("is of version 1.5.0, and 2.0.0 or later is needed");

        assertRefused(Reason.DRIVER_TOO_OLD, "1.5.0", "https://github.com/dokan-dev/dokany/releases");
    }

    @Test
    void aDriverThatIsStoppedIsToldFromOneThatIsNotInstalled() {
        drives.set("driver_version", 0);
        Availability availability = new DokanDriver(TestHost.plain(), TestDrives.QUICK).availability();
        assertThat(availability.reason()).contains("version 2.3.1").contains("driver cannot be reached");

        assertRefused(Reason.NO_DRIVER, "driver cannot be reached");
    }

    @Test
    void theVersionIsTold() throws Exception {
        assertThat(new DokanDriver(TestHost.plain(), TestDrives.QUICK).availability())
                .hasToString("available, version 2.3.1");
        assertThat(drives.mount(view, temp.resolve("m")).version()).isEqualTo("2.3.1");
    }

    @Test
    void aMountThatNeverAnswersIsGivenUp() {
        CountDownLatch never = new CountDownLatch(1);
        MemoryView hanging = new MemoryView(NameRules.WINDOWS) {
            @Override
            public int lookup(String path) {
                try {
                    never.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
                return NONE;
            }
        };
        Timing impatient = new Timing(
                TestDrives.QUICK.requestLimit(),
                TestDrives.QUICK.patience(),
                TestDrives.QUICK.look(),
                Duration.ofMillis(300),
                Duration.ofMillis(100),
                TestDrives.QUICK.cutOff(),
                TestDrives.QUICK.retryPause());
        drives.set("noise", 0);

        assertThatThrownBy(() -> drives.mount(
                        new DokanDriver(TestHost.plain(), impatient), hanging, MountPoint.directory(temp.resolve("m"))))
                .isInstanceOfSatisfying(
                        MountException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DRIVER_FAILED))
                .hasMessageContaining("no answer for 300 ms");
        assertThat(temp.resolve("m")).doesNotExist();
    }

    @Test
    void whatOpensThrowReachesProgramsAsTheRightError() throws Exception {
        view.file("secret", 1, () -> {
            throw new PasswordException(PasswordException.Reason.MISSING, "secret");
        });
        view.file("odd", 1, () -> {
            throw new UnsupportedFeatureException("method 99", "odd", "");
        });
        view.file("broken", 1, () -> {
            throw new IllegalStateException("broken");
        });
        Path point = temp.resolve("m");
        drives.mount(view, point);

        assertThat(TestDrives.shell("cat \"$1\"", point.resolve("secret")).output())
                .contains("Permission denied");
        assertThat(TestDrives.shell("cat \"$1\"", point.resolve("odd")).output())
                .contains("Operation not supported");
        assertThat(TestDrives.shell("cat \"$1\"", point.resolve("broken")).output())
                .contains("Input/output error");
        assertThat(TestDrives.shell("cd \"$1\" && stat -c %s secret odd broken", point)
                        .output())
                .isEqualTo("1\n1\n1\n");
        assertThat(point.resolve("f")).hasContent("fine");
    }

    @Test
    void aViewThatFailsInListingsAndAttributesGivesErrorsAndNotEmptiness() throws Exception {
        AtomicInteger broken = new AtomicInteger();
        MemoryView failing = new MemoryView(NameRules.WINDOWS) {
            @Override
            public int childCount(int directory) {
                if (broken.get() > 0) {
                    throw new IllegalStateException("for the test");
                }
                return super.childCount(directory);
            }

            @Override
            public long modifiedSeconds(int node) {
                if (broken.get() > 1) {
                    throw new IllegalStateException("for the test");
                }
                return super.modifiedSeconds(node);
            }
        };
        failing.file("f", "x");
        drives.set("cache_ms", 0);
        Path point = temp.resolve("m");
        drives.mount(failing, point);
        assertThat(TestDrives.shell("ls \"$1\"", point).output()).isEqualTo("f\n");
        broken.set(1);
        assertThat(TestDrives.shell("ls \"$1\"", point).output()).contains("Input/output error");
        broken.set(2);
        assertThat(TestDrives.shell("stat \"$1/f\"", point).output()).contains("Invalid argument");
        broken.set(0);
        assertThat(point.resolve("f")).hasContent("x");
    }

    private static OpenFile slow(Duration delay) {
        return new MemoryView.Bytes("slow".getBytes()) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                long end = System.nanoTime() + delay.toNanos();
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                return super.read(position, dst);
            }
        };
    }

    @Test
    void aLongFirstDecodeKeepsItsRequestAlive() throws Exception {
        drives.set("request_timeout", 400);
        Timing caring = new Timing(
                Duration.ofMillis(400),
                Duration.ofMillis(60),
                Duration.ofMillis(20),
                TestDrives.QUICK.probe(),
                TestDrives.QUICK.grace(),
                TestDrives.QUICK.cutOff(),
                TestDrives.QUICK.retryPause());
        long before = DokanDouble.count("timeouts");
        view.file("slow", 4, () -> slow(Duration.ofMillis(1500)));
        Path point = temp.resolve("m");
        drives.mount(new DokanDriver(TestHost.plain(), caring), view, MountPoint.directory(point));

        assertThat(point.resolve("slow")).hasContent("slow");
        assertThat(DokanDouble.count("timeouts")).isEqualTo(before);
    }

    @Test
    void withoutThatTheDriverWouldHaveGivenUp() throws Exception {
        drives.set("request_timeout", 300);
        Timing careless = new Timing(
                Duration.ofMillis(300),
                Duration.ofHours(1),
                Duration.ofMillis(20),
                TestDrives.QUICK.probe(),
                TestDrives.QUICK.grace(),
                TestDrives.QUICK.cutOff(),
                TestDrives.QUICK.retryPause());
        long before = DokanDouble.count("late_answers");
        view.file("slow", 4, () -> slow(Duration.ofMillis(1000)));
        Path point = temp.resolve("m");
        drives.mount(new DokanDriver(TestHost.plain(), careless), view, MountPoint.directory(point));

        assertThat(TestDrives.shell("cat \"$1\"", point.resolve("slow")).output())
                .contains("Input/output error");
        TestDrives.await("the late answer has come", () -> DokanDouble.count("late_answers") > before);
        assertThat(point.resolve("f")).hasContent("fine");
    }
}
