package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.FakeBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The fake backend and the way into its drives, each step open to a change for the worse. */
class Rig {
    /** The rig of the test that runs. */
    static volatile Rig current = new Rig();

    String id() {
        return "mutant";
    }

    DriveMount mount(DriveView view, MountRequest request) throws MountException {
        return new FakeBackend().mount(view, request);
    }

    DriveAccess access(Path root) {
        return new FakeAccess(FakeBackend.mountAt(root));
    }

    /** What is registered, so that the library finds it. */
    public static final class Backend implements DriveBackend {
        /** Found by the library. */
        public Backend() {}

        @Override
        public String id() {
            return current.id();
        }

        @Override
        public int priority() {
            return Integer.MIN_VALUE;
        }

        @Override
        public Availability availability() {
            return Availability.available("1");
        }

        @Override
        public DriveMount mount(DriveView view, MountRequest request) throws MountException {
            return current.mount(view, request);
        }
    }

    /** Does what another mount does, but for what is overridden. */
    static class Mount implements DriveMount {
        final DriveMount sound;

        Mount(DriveMount sound) {
            this.sound = sound;
        }

        @Override
        public Path root() {
            return sound.root();
        }

        @Override
        public MountPoint mountPoint() {
            return sound.mountPoint();
        }

        @Override
        public String version() {
            return sound.version();
        }

        @Override
        public void unmount() throws MountException {
            sound.unmount();
        }

        @Override
        public void unmountForcibly() {
            sound.unmountForcibly();
        }

        @Override
        public CompletionStage<Void> ended() {
            return sound.ended();
        }
    }

    /** Does what another way in does, but for what is overridden. */
    static class Access implements DriveAccess {
        final DriveAccess sound;

        Access(DriveAccess sound) {
            this.sound = sound;
        }

        @Override
        public List<String> list(String folder) throws IOException {
            return sound.list(folder);
        }

        @Override
        public EntryType type(String path) throws IOException {
            return sound.type(path);
        }

        @Override
        public long size(String path) throws IOException {
            return sound.size(path);
        }

        @Override
        public Instant modified(String path) throws IOException {
            return sound.modified(path);
        }

        @Override
        public String linkTarget(String path) throws IOException {
            return sound.linkTarget(path);
        }

        @Override
        public OpenFile open(String path) throws IOException {
            return sound.open(path);
        }

        @Override
        public void change(Change change, String path) throws IOException {
            sound.change(change, path);
        }
    }

    /** Does what another handle does, but for what is overridden. */
    static class Handle implements OpenFile {
        final OpenFile sound;

        Handle(OpenFile sound) {
            this.sound = sound;
        }

        @Override
        public long size() {
            return sound.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            return sound.read(position, dst);
        }

        @Override
        public void close() {
            sound.close();
        }
    }
}
