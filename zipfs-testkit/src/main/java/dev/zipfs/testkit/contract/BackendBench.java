package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the laws of a backend are tried with: mounts that end with their test, and a few ways of looking. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class BackendBench {
    private static final int SECONDS = 20;

    /** Room for mount points, removed after the test. */
    @TempDir
    Path temp;

    private final List<DriveMount> mounts = new ArrayList<>();

    abstract DriveBackend newBackend();

    abstract String driver();

    abstract DriveAccess look(DriveMount mount);

    abstract NameRules rules();

    @BeforeEach
    void requireTheDriver() {
        RequiredDrivers.assume(driver(), newBackend().availability());
    }

    @AfterEach
    void endAllDrives() {
        synchronized (mounts) {
            mounts.forEach(DriveMount::unmountForcibly);
            mounts.clear();
        }
    }

    static MountRequest request(MountPoint point) {
        return MountRequest.of(point, "contract", "/some where/contract, of a.zip", MountOptions.Visibility.OWNER);
    }

    /** Mounts, and sees to it that the drive ends with the test. */
    DriveMount mount(DriveView view, MountPoint point) throws MountException {
        DriveMount mount = newBackend().mount(view, request(point));
        synchronized (mounts) {
            mounts.add(mount);
        }
        return mount;
    }

    DriveMount mount(DriveView view, String name) throws MountException {
        return mount(view, MountPoint.directory(temp.resolve(name)));
    }

    DriveMount mount(DriveView view) throws MountException {
        return mount(view, "m");
    }

    DriveAccess show(DriveView view) throws MountException {
        return look(mount(view));
    }

    /** A view with the names of this platform. */
    MemoryView tree() {
        return new MemoryView(rules());
    }

    /** The drive's root, for laws that other programs are needed for. */
    Path rootForPrograms(DriveMount mount) {
        DriveAccess access = look(mount);
        Assumptions.assumeTrue(access instanceof SystemAccess, "no other program sees this drive");
        return mount.root();
    }

    static boolean isWindows() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    }

    static byte[] readAll(DriveAccess drive, String path) throws IOException {
        try (OpenFile file = drive.open(path)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] chunk = new byte[1 << 16];
            long position = 0;
            for (int n; (n = file.read(position, ByteBuffer.wrap(chunk))) >= 0; position += n) {
                all.write(chunk, 0, n);
            }
            return all.toByteArray();
        }
    }

    static String text(DriveAccess drive, String path) throws IOException {
        return new String(readAll(drive, path), StandardCharsets.UTF_8);
    }

    static void assertReason(
            MountException.Reason reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        MountException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    static void awaitEnd(DriveMount mount) throws Exception {
        mount.ended().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until something holds, without which the test fails. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(deadline);
            // Other processes and the kernel tell nobody: the state is asked for again, and how long that takes decides
            // nothing.
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** Something that one of several threads does. */
    interface Work {
        void run(int thread) throws Exception;
    }

    /** Runs threads at once and waits for all; the first failure is thrown. */
    static void inParallel(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                all.add(pool.submit(() -> {
                    work.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get(3 * SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Error) {
                throw (Error) failure.getCause();
            }
            throw failure;
        } finally {
            pool.shutdownNow();
        }
    }
}
