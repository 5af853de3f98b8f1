package dev.zipfs.winfsp.internal;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers FUSE requests from a view, in plain Java: paths are UTF-8 bytes, answers are numbers, errors are negative errno.
 * Methods may throw anything; whoever binds them to native callbacks ends each callback with {@link #failed}. Thread-safe.
 */
public final class FuseOperations {
    private static final Logger LOG = LoggerFactory.getLogger(FuseOperations.class);

    static final int S_IFDIR = 0040000;
    static final int S_IFREG = 0100000;
    static final int S_IFLNK = 0120000;
    /** What {@code statfs} counts in; also the unit that programs are advised to read in. */
    static final int BLOCK = 4096;

    private static final int O_ACCMODE = 3;

    private final DriveView view;
    private final Errnos errnos;
    private final byte[] probe;
    private final CountDownLatch probed = new CountDownLatch(1);
    private final HandleTable handles = new HandleTable();
    private final FailureLog failures = new FailureLog(LOG);
    private volatile boolean ended;

    /** Takes names and sizes. Called for each child of a folder, and for {@code .} and {@code ..}. */
    interface Filler {
        /**
         * Adds one entry.
         *
         * @param name UTF-8, not terminated
         * @param next the offset that the listing goes on from after this entry
         * @return {@code false} if there is no room: the entry was not taken
         */
        boolean add(byte[] name, int length, int node, long next);
    }

    /**
     * Prepares to answer.
     *
     * @param probeName a name in the top folder that only the one who mounts knows; see {@link #probed}
     */
    public FuseOperations(DriveView view, Errnos errnos, String probeName) {
        this.view = view;
        this.errnos = errnos;
        this.probe = ("/" + probeName).getBytes(StandardCharsets.UTF_8);
    }

    public DriveView view() {
        return view;
    }

    /** Comes down when somebody has asked for the probe's name: that request came through the kernel, by this very mount. */
    public CountDownLatch probed() {
        return probed;
    }

    /** From now on every request is answered with an I/O error, and the view is not asked any more. */
    public void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** How many files are open. */
    int openFiles() {
        return handles.size();
    }

    /** Closes what programs left open. Only after the last callback. */
    public void closeAll() {
        for (OpenFile file : handles.removeAll()) {
            try {
                file.close();
            } catch (RuntimeException | Error failure) {
                failed("close", failure);
            }
        }
    }

    /** Finds a node. Gives the node, or a negative errno. */
    int lookup(byte[] path, int length) {
        if (ended) {
            return -Errnos.EIO;
        }
        int node = view.lookup(path, 0, length);
        if (node >= 0) {
            return node;
        }
        if (probed.getCount() != 0 && isProbe(path, length)) {
            probed.countDown();
        }
        return -Errnos.ENOENT;
    }

    /** Windows may hand names down in another case. */
    private boolean isProbe(byte[] path, int length) {
        if (length != probe.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (Character.toLowerCase(path[i]) != Character.toLowerCase(probe[i])) {
                return false;
            }
        }
        return true;
    }

    int mode(int node) {
        EntryType type = view.type(node);
        int kind = type == EntryType.DIRECTORY ? S_IFDIR : type == EntryType.SYMLINK ? S_IFLNK : S_IFREG;
        return kind | view.permissions(node) & 0777;
    }

    /** Opens a file. Gives a handle, or a negative errno. */
    long open(byte[] path, int length, int flags) throws IOException {
        int node = lookup(path, length);
        if (node < 0) {
            return node;
        }
        if ((flags & O_ACCMODE) != 0) {
            return -Errnos.EROFS;
        }
        EntryType type = view.type(node);
        if (type != EntryType.FILE) {
            return type == EntryType.DIRECTORY ? -Errnos.EISDIR : -errnos.tooManyLinks();
        }
        return handles.add(view.open(node));
    }

    /**
     * Reads until the buffer is full or the file ends: the kernel takes less for the end of the file and fills up with
     * zeros. Gives the count, or a negative errno; never a part of what was asked for where the rest failed.
     */
    int read(long handle, long position, ByteBuffer dst) throws IOException {
        if (ended) {
            return -Errnos.EIO;
        }
        OpenFile file = handles.get(handle);
        if (file == null) {
            return -Errnos.EBADF;
        }
        int start = dst.position();
        while (dst.hasRemaining()) {
            long at = position + (dst.position() - start);
            int n = file.read(at, dst);
            if (n < 0) {
                if (at < file.size()) {
                    throw new IOException("end of file at " + at + " of " + file.size() + " bytes");
                }
                break;
            }
            if (n == 0) {
                throw new IOException("a read at " + at + " gave nothing");
            }
        }
        return dst.position() - start;
    }

    int release(long handle) {
        OpenFile file = handles.remove(handle);
        if (file == null) {
            return -Errnos.EBADF;
        }
        file.close();
        return 0;
    }

    /** The text of a link, or {@code null} where the path is none. */
    byte @Nullable [] readlink(int node) throws IOException {
        if (view.type(node) != EntryType.SYMLINK) {
            return null;
        }
        return view.linkTarget(node).getBytes(StandardCharsets.UTF_8);
    }

    /** Lists a folder from an offset that an earlier call gave to the filler; 0 is the beginning. */
    int readdir(int node, long offset, byte[] name, Filler filler) {
        if (view.type(node) != EntryType.DIRECTORY) {
            return -Errnos.ENOTDIR;
        }
        int children = view.childCount(node);
        byte[] buffer = name;
        for (long i = Math.max(0, offset); i < children + 2L; i++) {
            int child;
            int length;
            if (i < 2) {
                child = i == 0 ? node : view.parent(node);
                length = (int) i + 1;
                buffer[0] = '.';
                buffer[1] = '.';
            } else {
                child = view.child(node, (int) (i - 2));
                length = view.nameLength(child);
                if (length > buffer.length) {
                    buffer = new byte[length];
                }
                view.copyName(child, buffer, 0);
            }
            if (!filler.add(buffer, length, child, i + 1)) {
                break;
            }
        }
        return 0;
    }

    /** What a callback returns that could not be answered. Never throws. */
    public int failed(String operation, Throwable failure) {
        try {
            int errno = errnos.of(failure);
            failures.log(operation, errno, failure);
            return -errno;
        } catch (Throwable again) {
            return -Errnos.EIO;
        }
    }
}
