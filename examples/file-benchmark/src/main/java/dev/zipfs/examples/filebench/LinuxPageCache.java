package dev.zipfs.examples.filebench;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Drops a file's pages by {@code posix_fadvise}, and everybody's, root permitting, through {@code /proc}: only that reaches what
 * a file system keeps of the files below it.
 */
final class LinuxPageCache implements PageCache {
    /** The functions of libc that are needed. */
    interface C extends Library {
        int open(byte[] path, int flags);

        int fsync(int descriptor);

        int posix_fadvise(int descriptor, long offset, long length, int advice);

        int close(int descriptor);
    }

    private static final int O_RDONLY = 0;
    private static final int POSIX_FADV_DONTNEED = 4;
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final C libc;
    private boolean mayDropAll;

    LinuxPageCache() {
        this(Files.isWritable(DROP_CACHES));
    }

    /** One that drops everybody's pages only if it is to. */
    LinuxPageCache(boolean mayDropAll) {
        this.mayDropAll = mayDropAll;
        if (Native.POINTER_SIZE != Long.BYTES) {
            throw new CannotDropException("only 64-bit systems are supported");
        }
        libc = Native.load("c", C.class);
    }

    @Override
    public void drop(Path file) {
        int descriptor = libc.open(asBytes(file), O_RDONLY);
        if (descriptor < 0) {
            throw new CannotDropException(file + " cannot be opened for it (errno " + Native.getLastError() + ")");
        }
        try {
            // Pages that have not been written yet stay; a file system that cannot write says no, and has none.
            libc.fsync(descriptor);
            int error = libc.posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
            if (error != 0) {
                throw new CannotDropException("posix_fadvise fails for " + file + " (errno " + error + ")");
            }
        } finally {
            libc.close(descriptor);
        }
        if (mayDropAll) {
            dropAll();
        }
    }

    @Override
    public String method() {
        return "dropped before each test (posix_fadvise"
                + (mayDropAll ? ", drop_caches)" : "; not root: these files only)");
    }

    private void dropAll() {
        try {
            Files.writeString(DROP_CACHES, "3\n");
        } catch (IOException readOnly) {
            // In a container /proc may be read-only even for root.
            mayDropAll = false;
        }
    }

    private static byte[] asBytes(Path file) {
        byte[] name = file.toString().getBytes(Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
        return Arrays.copyOf(name, name.length + 1);
    }
}
