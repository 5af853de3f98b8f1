package dev.zipfs.cache;

import org.jspecify.annotations.Nullable;

/**
 * Decides where decoded blocks live and which one goes when a budget is full. It sees keys and sizes, never bytes,
 * threads or clocks. A policy changes what a read costs and never what it returns.
 *
 * <p>One instance serves one drive. All methods are called under the cache's lock, so no locking is needed; they must not
 * block. Answers are checked: where a policy throws, or names a victim that is not in the tier, that is logged once and
 * the default policy takes over for the rest of the drive's life.
 *
 * <p>Called in this order: {@link #placement} when an entry is opened of which nothing is held; then for each block that was
 * decoded, or comes back from disk to memory, {@link #admit}, if it says yes {@link #victim} as often as room is needed, and
 * {@link #inserted}; {@link #accessed} when a file handle comes to a block that is there; {@link #removed} when a block leaves a
 * tier for whatever reason. A run of small reads within one block counts once, and so does decoding a block ahead of the
 * read that then asks for it.
 *
 * <p>A block that came back from disk is in both tiers as long as both have room for it. A block whose tier cannot be used (no
 * disk, no budget, or encrypted) goes to the other one.
 *
 * @since 0.1.0
 */
public interface CachePolicy {
    /**
     * Where the blocks of an entry live.
     *
     * @param entry the entry
     * @return the tier, or {@link Placement#NOWHERE}
     */
    Placement placement(CachedEntry entry);

    /**
     * Whether a block that was just decoded is worth keeping.
     *
     * @param block the block
     * @param bytes its size in bytes, 1 or more
     * @return {@code true} by default
     */
    default boolean admit(BlockKey block, int bytes) {
        return true;
    }

    /**
     * A block is now in a tier.
     *
     * @param block the block
     * @param bytes its size in bytes, 1 or more
     * @param tier {@link Placement#MEMORY} or {@link Placement#DISK}
     */
    void inserted(BlockKey block, int bytes, Placement tier);

    /**
     * A block in a tier was read.
     *
     * @param block the block
     * @param tier the tier it was found in
     */
    void accessed(BlockKey block, Placement tier);

    /**
     * A block has left a tier: as a victim, or because its entry failed.
     *
     * @param block the block
     * @param tier the tier it has left
     */
    void removed(BlockKey block, Placement tier);

    /**
     * Chooses the block that goes next when a tier's budget is full. A block that leaves memory goes to disk where
     * {@link #demote} says so, else it is forgotten.
     *
     * @param tier the full tier
     * @return a block that is in that tier, or {@code null} to keep all: the new block is then not kept
     */
    @Nullable
    BlockKey victim(Placement tier);

    /**
     * Whether a block that must leave memory is worth a place on disk.
     *
     * @param block the block
     * @return {@code true} by default
     */
    default boolean demote(BlockKey block) {
        return true;
    }
}
