package dev.zipfs.cache;

/**
 * Names one block of one entry. A value: equal keys name the same block.
 *
 * @since 0.1.0
 */
public final class BlockKey {
    private final int entry;
    private final int block;

    private BlockKey(int entry, int block) {
        this.entry = entry;
        this.block = block;
    }

    /**
     * Makes a key.
     *
     * @param entry the entry's number, 0 or more, as in {@link CachedEntry#number()}
     * @param block the block's number within the entry, 0 or more
     * @return the key
     * @throws IllegalArgumentException if a number is negative
     */
    public static BlockKey of(int entry, int block) {
        if (entry < 0 || block < 0) {
            throw new IllegalArgumentException("entry " + entry + " and block " + block + " must be 0 or more");
        }
        return new BlockKey(entry, block);
    }

    /**
     * Which entry.
     *
     * @return the entry's number
     */
    public int entry() {
        return entry;
    }

    /**
     * Which block of it.
     *
     * @return the block's number, counted from 0
     */
    public int block() {
        return block;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockKey && ((BlockKey) other).entry == entry && ((BlockKey) other).block == block;
    }

    @Override
    public int hashCode() {
        return entry * 0x9E3779B1 + block;
    }

    @Override
    public String toString() {
        return entry + "/" + block;
    }
}
