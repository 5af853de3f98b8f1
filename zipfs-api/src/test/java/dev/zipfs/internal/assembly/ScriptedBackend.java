package dev.zipfs.internal.assembly;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend without a driver whose mount is busy as often as a test says. Found as a user's backend would be. */
public final class ScriptedBackend implements DriveBackend {
    static volatile int busyTimes;
    static volatile boolean fails;
    static volatile ScriptedMount last;

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public Availability availability() {
        return Availability.available("1.0");
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        if (fails) {
            throw new MountException(Reason.DRIVER_FAILED, "as the test wants it");
        }
        ScriptedMount mount = new ScriptedMount(view, request, busyTimes);
        last = mount;
        return mount;
    }

    static final class ScriptedMount implements DriveMount {
        final DriveView view;
        final MountRequest request;
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        int busy;

        private ScriptedMount(DriveView view, MountRequest request, int busy) {
            this.view = view;
            this.request = request;
            this.busy = busy;
        }

        @Override
        public Path root() {
            return Path.of("/scripted");
        }

        @Override
        public MountPoint mountPoint() {
            return MountPoint.directory(root());
        }

        @Override
        public String version() {
            return "1.0";
        }

        @Override
        public synchronized void unmount() throws MountException {
            if (busy > 0) {
                busy--;
                throw new MountException(Reason.BUSY, "busy");
            }
            ended.complete(null);
        }

        @Override
        public void unmountForcibly() {
            ended.complete(null);
        }

        @Override
        public CompletionStage<Void> ended() {
            return ended;
        }
    }
}
