package dev.zipfs.internal.cache;

import dev.zipfs.spi.AccessCost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those who wait while another thread decodes an entry, in the order in which they came. Guarded by the cache's lock. */
final class Requests {
    private final List<Request> waiting = new ArrayList<>();

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(Request request) {
        waiting.add(request);
    }

    /** Gives a block, which the caller holds, to all who wait for it. Tells whether anybody did. */
    boolean answer(Block block) {
        boolean any = false;
        for (Iterator<Request> all = waiting.iterator(); all.hasNext(); ) {
            Request request = all.next();
            if (request.number == block.number()) {
                block.hold();
                request.answer(block);
                all.remove();
                any = true;
            }
        }
        return any;
    }

    /** Fails those who wait for blocks from one to another, both included. */
    void fail(int first, int last, IOException cause) {
        for (Iterator<Request> all = waiting.iterator(); all.hasNext(); ) {
            Request request = all.next();
            if (request.number >= first && request.number <= last) {
                request.fail(cause);
                all.remove();
            }
        }
    }

    /** Whether somebody waits for a block that is not among those from one, included, to another. */
    boolean anyOutside(int from, int until) {
        for (Request request : waiting) {
            if (request.number < from || request.number >= until) {
                return true;
            }
        }
        return false;
    }

    /** Takes off the list who is to decode next: who came first, or who fits best into one sweep upwards from a block. */
    @Nullable
    Request next(AccessCost cost, int position) {
        if (waiting.isEmpty()) {
            return null;
        }
        Request best = waiting.get(0);
        if (cost == AccessCost.SEQUENTIAL) {
            // One sweep serves all that lie ahead; only then the reader starts over.
            for (Request request : waiting) {
                boolean ahead = request.number >= position;
                boolean bestAhead = best.number >= position;
                if (ahead == bestAhead ? request.number < best.number : ahead) {
                    best = request;
                }
            }
        }
        waiting.remove(best);
        return best;
    }
}
