package dev.zipfs.internal.cache;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for a block of an entry while another decodes. It ends with the block, held for it; with a failure; or
 * with its turn to decode. Guarded by the cache's lock.
 */
final class Request {
    final int number;
    final Thread thread = Thread.currentThread();
    private final Condition done;
    private @Nullable Block block;
    private @Nullable IOException failure;
    private boolean turn;

    Request(int number, Condition done) {
        this.number = number;
        this.done = done;
    }

    void answer(Block held) {
        block = held;
        done.signal();
    }

    void fail(IOException cause) {
        failure = cause;
        done.signal();
    }

    void turn() {
        turn = true;
        done.signal();
    }

    /**
     * Waits; an interrupt stays pending.
     *
     * @return the block, or {@code null} if it is this thread's turn to decode
     */
    @Nullable
    Block await() throws IOException {
        while (block == null && failure == null && !turn) {
            done.awaitUninterruptibly();
        }
        if (failure != null) {
            throw failure;
        }
        return block;
    }
}
