package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Takes any archive while it is asked to, and keeps the source: what a format gets is what must keep the contract. */
public final class CapturingFormat implements ArchiveFormat {
    private static final ThreadLocal<Boolean> ASKED = ThreadLocal.withInitial(() -> false);
    private static final ThreadLocal<@Nullable ArchiveSource> CAPTURED = new ThreadLocal<>();

    /** Found by the library. */
    public CapturingFormat() {}

    /** Opens something with the library. */
    interface Opening {
        Object open() throws IOException;
    }

    /** The source with which this thread's opening of an archive comes to its format. */
    static ArchiveSource sourceOf(Opening opening) throws IOException {
        ASKED.set(true);
        try {
            opening.open();
            return Objects.requireNonNull(CAPTURED.get());
        } finally {
            ASKED.remove();
            CAPTURED.remove();
        }
    }

    @Override
    public String id() {
        return "capturing";
    }

    @Override
    public int priority() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Recognition recognize(ArchiveSource source) {
        return ASKED.get() ? Recognition.yes() : Recognition.no("nobody asked");
    }

    @Override
    public ArchiveIndex open(ArchiveSource source, OpenRequest request) {
        CAPTURED.set(source);
        return new Empty();
    }

    private static final class Empty implements ArchiveIndex {
        private static IndexOutOfBoundsException none() {
            return new IndexOutOfBoundsException("there is no entry");
        }

        @Override
        public int entryCount() {
            return 0;
        }

        @Override
        public String comment() {
            return "";
        }

        @Override
        public int pathLength(int entry) {
            throw none();
        }

        @Override
        public int copyPath(int entry, byte[] dst, int offset) {
            throw none();
        }

        @Override
        public byte[] rawName(int entry) {
            throw none();
        }

        @Override
        public EntryType type(int entry) {
            throw none();
        }

        @Override
        public long size(int entry) {
            throw none();
        }

        @Override
        public long compressedSize(int entry) {
            throw none();
        }

        @Override
        public String method(int entry) {
            throw none();
        }

        @Override
        public OptionalLong crc32(int entry) {
            throw none();
        }

        @Override
        public long modifiedSeconds(int entry) {
            throw none();
        }

        @Override
        public int modifiedNanos(int entry) {
            throw none();
        }

        @Override
        public int permissions(int entry) {
            throw none();
        }

        @Override
        public boolean encrypted(int entry) {
            throw none();
        }

        @Override
        public EntryReader open(int entry) {
            throw none();
        }
    }
}
