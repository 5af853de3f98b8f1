package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.examples.filebench.PageCache;
import dev.zipfs.examples.filebench.Reading;
import dev.zipfs.examples.filebench.Subject;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.function.Supplier;

/** An entry read inside this process, from an archive that is opened anew whenever it has to forget. */
final class EntrySubject implements Subject, Closeable {
    private final Supplier<ZipDrive.Builder> builder;
    private final Path file;
    private final String path;
    private final long size;
    private final PageCache cache;

    private volatile Archive archive;

    EntrySubject(Supplier<ZipDrive.Builder> builder, Path file, String path, long size, PageCache cache)
            throws IOException {
        this.builder = builder;
        this.file = file;
        this.path = path;
        this.size = size;
        this.cache = cache;
        this.archive = builder.get().open();
    }

    @Override
    public String label() {
        return "in-process";
    }

    @Override
    public String name() {
        return "no driver";
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void forget() throws IOException {
        archive.close();
        archive = builder.get().open();
        cache.drop(file);
    }

    @Override
    public Reading open() throws IOException {
        SeekableByteChannel channel = archive.entry(path).openChannel();
        return new Reading() {
            @Override
            public int read(long position, ByteBuffer into) throws IOException {
                return channel.position(position).read(into);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
