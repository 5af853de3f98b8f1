package dev.zipfs.winfsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BackendDiscoveryTest {
    @Test
    void bothBackendsAreFound() {
        assertThat(ServiceLoader.load(DriveBackend.class))
                .extracting(DriveBackend::id)
                .contains("libfuse", "winfsp");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "WinFsp may well be available there")
    void winFspIsNotAvailableElsewhereAndSaysSo() {
        Availability availability = new WinFspBackend().availability();

        assertThat(availability.available()).isFalse();
        assertThat(availability.reason()).contains("Windows");
        DriveView view = (DriveView) Proxy.newProxyInstance(
                DriveView.class.getClassLoader(), new Class<?>[] {DriveView.class}, (proxy, method, arguments) -> null);
        assertThatThrownBy(() -> new WinFspBackend()
                        .mount(view, MountRequest.of(MountPoint.auto(), "x", "x.zip", MountOptions.Visibility.OWNER)))
                .isInstanceOfSatisfying(
                        MountException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(MountException.Reason.NO_DRIVER));
    }

    @Test
    void makingBackendsLoadsNothingNative() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Constructing.class.getName())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(log)
                .contains("dev.zipfs.winfsp.LibfuseBackend")
                .doesNotContain("jnr.")
                .doesNotContain("com.kenai");
    }

    /** What the other JVM runs. */
    static final class Constructing {
        public static void main(String[] args) {
            for (DriveBackend backend : ServiceLoader.load(DriveBackend.class)) {
                backend.id();
                backend.priority();
            }
        }
    }
}
