package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Looks through the operating system, as any program does. */
final class SystemAccess implements DriveAccess {
    private final Path root;

    SystemAccess(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    private Path at(String path) {
        return path.isEmpty() ? root : root.resolve(path);
    }

    private BasicFileAttributes attributes(String path) throws IOException {
        return Files.readAttributes(at(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(at(folder))) {
            for (Path child : children) {
                names.add(child.getFileName().toString());
            }
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return names;
    }

    @Override
    public EntryType type(String path) throws IOException {
        BasicFileAttributes found = attributes(path);
        return found.isDirectory() ? EntryType.DIRECTORY : found.isSymbolicLink() ? EntryType.SYMLINK : EntryType.FILE;
    }

    @Override
    public long size(String path) throws IOException {
        return attributes(path).size();
    }

    @Override
    public Instant modified(String path) throws IOException {
        return attributes(path).lastModifiedTime().toInstant();
    }

    @Override
    public String linkTarget(String path) throws IOException {
        return Files.readSymbolicLink(at(path)).toString();
    }

    @Override
    public OpenFile open(String path) throws IOException {
        return new Handle(FileChannel.open(at(path)));
    }

    @Override
    public void change(Change change, String path) throws IOException {
        switch (change) {
            case WRITE -> Files.write(at(path), new byte[] {1}, StandardOpenOption.WRITE);
            case CREATE -> Files.createFile(at(path));
            case CREATE_FOLDER -> Files.createDirectory(at(path));
            case DELETE -> Files.delete(at(path));
            default -> Files.move(at(path), at(path + ".renamed"));
        }
    }

    private static final class Handle implements OpenFile {
        private final FileChannel channel;

        Handle(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public long size() {
            try {
                return channel.size();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        /** Reads until the buffer is full: the system may give less at a time than there is. */
        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            int total = 0;
            while (dst.hasRemaining() || total == 0) {
                int count = channel.read(dst, position + total);
                if (count <= 0) {
                    return total == 0 ? count : total;
                }
                total += count;
            }
            return total;
        }

        /** That the drive was gone before is told by reads; some systems say so here too. */
        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException driveIsGone) {
                if (channel.isOpen()) {
                    throw new UncheckedIOException(driveIsGone);
                }
            }
        }
    }
}
