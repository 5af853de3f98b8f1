package dev.zipfs.internal.codec;

import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.CheckpointIndexFormat;
import dev.zipfs.internal.inflate.CorruptIndexException;
import dev.zipfs.spi.RestartStore;
import java.nio.ByteBuffer;

/**
 * The checkpoints of one entry as an earlier mount left them. Used by one thread at a time.
 */
public final class SavedIndex {
    private final RestartStore store;
    private final String key;

    /** How many checkpoints the store has of this entry. */
    private int stored;

    private boolean inUse;

    /**
     * Names a place in a store.
     *
     * @param store keeps them
     * @param key names the entry and all that its checkpoints depend on
     */
    public SavedIndex(RestartStore store, String key) {
        this.store = store;
        this.key = key;
    }

    /** What was kept, or an empty index. */
    CheckpointIndex load(long compressedSize, long plainSize, long maxMemory) {
        ByteBuffer content = store.load(key).orElse(null);
        if (content != null) {
            try {
                CheckpointIndex index = CheckpointIndexFormat.load(content, compressedSize, plainSize, maxMemory);
                stored = index.size();
                inUse = true;
                return index;
            } catch (CorruptIndexException e) {
                // As good as none.
                stored = 0;
            }
        }
        return new CheckpointIndex(compressedSize, plainSize, maxMemory);
    }

    /** Whether what was kept is what the entry is read by. */
    boolean inUse() {
        return inUse;
    }

    /** What was kept turned out to be wrong: the next one takes its place whatever its size. */
    void refuse() {
        inUse = false;
        stored = 0;
    }

    /** Keeps an index that has more checkpoints than the one that was loaded. */
    void save(CheckpointIndex index) {
        if (index.size() > stored) {
            stored = index.size();
            store.save(key, ByteBuffer.wrap(CheckpointIndexFormat.save(index)));
        }
    }
}
