package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.winfsp.LibfuseBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Mounts views for a test and ends them after it, whatever happened. */
final class TestMounts implements AfterEachCallback {
    private final List<DriveMount> mounts = new ArrayList<>();

    /** What a program did. */
    record Ran(int exit, String output) {}

    DriveMount mount(DriveView view, Path point) throws MountException {
        return keep(new LibfuseBackend().mount(view, request(MountPoint.directory(point))));
    }

    DriveMount mountWith(FuseOptions options, DriveView view, Path point) throws MountException {
        return keep(LibfuseDriver.mount(view, request(MountPoint.directory(point)), options));
    }

    synchronized DriveMount keep(DriveMount mount) {
        mounts.add(mount);
        return mount;
    }

    static MountRequest request(MountPoint point) {
        return MountRequest.of(point, "test", "/a/test, of a\\b.zip", MountOptions.Visibility.OWNER);
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

    @Override
    public synchronized void afterEach(ExtensionContext context) {
        mounts.forEach(DriveMount::unmountForcibly);
        mounts.clear();
    }
}
