package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers read requests of the Linux kernel itself, into memory that it keeps. For each read libfuse 2.9 would put the path
 * together, which nobody needs, take memory from the system and give it back, and call up into Java. The layouts are those of
 * Linux {@code include/uapi/linux/fuse.h}: they are stable, and the handle in a read is the one that {@code open} gave, which
 * libfuse hands through. Not thread-safe: each thread has one.
 */
final class DirectReads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectReads.class);
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    /** {@code max_read}, and what a request without large pages holds at most. */
    static final int LARGEST = 128 << 10;

    private static final int OPCODE_READ = 15;
    private static final int OPCODE_INTERRUPT = 36;

    // struct fuse_in_header, then struct fuse_read_in
    private static final int OPCODE = 4;
    private static final int UNIQUE = 8;
    private static final int HANDLE = 40;
    private static final int POSITION = 48;
    private static final int SIZE = 56;
    private static final int SHORTEST_READ = 64;

    // struct fuse_out_header
    private static final int ANSWER_LENGTH = 0;
    private static final int ANSWER_ERROR = 4;
    private static final int ANSWER_UNIQUE = 8;
    private static final int ANSWER_HEADER = 16;

    private final Libc libc;
    private final int device;
    private final FuseOperations operations;
    private long answer;
    private @Nullable ByteBuffer data;

    DirectReads(Libc libc, int device, FuseOperations operations) {
        this.libc = libc;
        this.device = device;
        this.operations = operations;
    }

    /** Answers a request if it is a read; tells whether it is settled. Else it is for libfuse. */
    boolean answer(long request, long length) {
        int opcode = MEMORY.getInt(request + OPCODE);
        if (opcode == OPCODE_INTERRUPT) {
            // It needs no answer. libfuse, which ignores it as well, would remember those of reads it has not seen.
            return true;
        }
        if (opcode != OPCODE_READ || length < SHORTEST_READ) {
            return false;
        }
        int size = MEMORY.getInt(request + SIZE);
        if (size < 0 || size > LARGEST) {
            return false;
        }
        ByteBuffer dst = buffer();
        if (dst == null) {
            return false;
        }
        dst.clear().limit(size);
        int result;
        try {
            long position = MEMORY.getLong(request + POSITION);
            result = position < 0 ? -Errnos.EINVAL : operations.read(MEMORY.getLong(request + HANDLE), position, dst);
        } catch (Throwable failure) {
            result = operations.failed("read", failure);
        }
        int total = ANSWER_HEADER + Math.max(0, result);
        MEMORY.putInt(answer + ANSWER_LENGTH, total);
        MEMORY.putInt(answer + ANSWER_ERROR, Math.min(0, result));
        MEMORY.putLong(answer + ANSWER_UNIQUE, MEMORY.getLong(request + UNIQUE));
        if (libc.write(device, answer, total) < 0) {
            // ENOENT: who asked has been killed meanwhile. If the mount has ended, the next request will tell.
            LOG.debug(
                    "the kernel did not take an answer (errno {})",
                    Runtime.getSystemRuntime().getLastError());
        }
        return true;
    }

    /** Made when a thread has the first read to answer. Null where there is no memory for it. */
    private @Nullable ByteBuffer buffer() {
        if (data == null) {
            try {
                answer = MEMORY.allocateMemory(ANSWER_HEADER + LARGEST, false);
                if (answer != 0) {
                    data = MEMORY.newDirectByteBuffer(answer + ANSWER_HEADER, LARGEST);
                }
            } catch (OutOfMemoryError failure) {
                LOG.debug("no memory for answers", failure);
            }
        }
        return data;
    }

    @Override
    public void close() {
        data = null;
        MEMORY.freeMemory(answer);
        answer = 0;
    }
}
