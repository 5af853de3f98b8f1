package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.FakeMount;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A fake drive as programs would see it, if there were any that could. */
class FakeAccess implements DriveAccess {
    private final FakeMount mount;

    FakeAccess(FakeMount mount) {
        this.mount = mount;
    }

    /** What a driver is asked with a path. */
    private interface Question<T> {
        T ask(DriveView view, int node) throws IOException;
    }

    private <T> T answer(String path, Question<T> question) throws IOException {
        try {
            if (mount.ended().toCompletableFuture().isDone()) {
                throw new IOException("the drive is gone");
            }
            int node = mount.view().lookup(path);
            if (node == DriveView.NONE) {
                throw new NoSuchFileException(path);
            }
            return question.ask(mount.view(), node);
        } catch (RuntimeException failure) {
            throw new IOException(failure);
        }
    }

    @Override
    public List<String> list(String folder) throws IOException {
        return answer(folder, (view, node) -> {
            if (view.type(node) != EntryType.DIRECTORY) {
                throw new NotDirectoryException(folder);
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < view.childCount(node); i++) {
                names.add(view.name(view.child(node, i)));
            }
            return names;
        });
    }

    @Override
    public EntryType type(String path) throws IOException {
        return answer(path, DriveView::type);
    }

    @Override
    public long size(String path) throws IOException {
        return answer(path, DriveView::size);
    }

    @Override
    public Instant modified(String path) throws IOException {
        return answer(
                path, (view, node) -> Instant.ofEpochSecond(view.modifiedSeconds(node), view.modifiedNanos(node)));
    }

    @Override
    public String linkTarget(String path) throws IOException {
        return answer(path, DriveView::linkTarget);
    }

    @Override
    public OpenFile open(String path) throws IOException {
        return mount.open(path);
    }

    @Override
    public void change(Change change, String path) throws IOException {
        throw new FileSystemException(path, null, "the drive is read-only");
    }
}
