package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountException;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.RequiredDrivers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Drives for a test, through the double. Builds it before the first; after each test ends the drives, puts the double's knobs
 * back, and fails the test if anything is left or the double has seen what the real library would not have survived.
 */
final class TestDrives implements BeforeAllCallback, AfterEachCallback {
    /** As the default, but nothing is waited for longer than a test can. */
    static final Timing QUICK = new Timing(
            Duration.ofSeconds(15),
            Duration.ofMillis(100),
            Duration.ofMillis(20),
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofMillis(1));

    private final List<DriveMount> mounts = new ArrayList<>();
    private final Map<String, Long> knobs = new HashMap<>();

    /** What a program did. */
    record Ran(int exit, String output) {}

    @Override
    public void beforeAll(ExtensionContext context) {
        RequiredDrivers.assume(DokanDouble.NAME, DokanDouble.build());
    }

    DriveMount mount(DriveView view, Path point) throws MountException {
        return mount(new DokanDriver(TestHost.plain(), QUICK), view, MountPoint.directory(point));
    }

    DriveMount mount(DokanDriver driver, DriveView view, MountPoint point) throws MountException {
        return keep(driver.mount(view, request(point)));
    }

    /** Sees to it that a drive is ended with the test. */
    DriveMount keep(DriveMount mount) {
        synchronized (mounts) {
            mounts.add(mount);
        }
        return mount;
    }

    static MountRequest request(MountPoint point) {
        return MountRequest.of(point, "test", "/a/test.zip", MountOptions.Visibility.OWNER);
    }

    /** Turns one of the double's knobs until the end of the test. */
    void set(String knob, long value) {
        long before = DokanDouble.functions().double_set(knob, value);
        knobs.putIfAbsent(knob, before);
    }

    /** Runs a shell script with positional arguments, output and errors in one. */
    static Ran shell(String script, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running: " + script);
        }
        return new Ran(process.exitValue(), output);
    }

    /** Waits until something holds, without which the test fails. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(deadline);
            // Other processes and the kernel tell nobody: the state is asked for again, and how long that takes decides
            // nothing.
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        synchronized (mounts) {
            mounts.forEach(DriveMount::unmountForcibly);
            mounts.clear();
        }
        DokanDouble.Functions functions = DokanDouble.functions();
        knobs.forEach(functions::double_set);
        knobs.clear();
        functions.double_mounted_as("");
        assertThat(functions.double_violation())
                .as("what the real library would not have survived")
                .isEmpty();
        assertThat(DokanDouble.count("instances")).as("volumes left").isZero();
        assertThat(DokanDouble.count("open_handles")).as("handles left").isZero();
        assertThat(DokanDouble.count("inits")).as("users left").isZero();
        assertThat(DokanDouble.count("running")).as("requests left").isZero();
    }
}
