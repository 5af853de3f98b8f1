package dev.zipfs.cache;

import dev.zipfs.spi.AccessCost;

/**
 * What a policy may know about an entry. Immutable.
 *
 * @since 0.1.0
 */
public final class CachedEntry {
    private final int number;
    private final String path;
    private final long size;
    private final AccessCost cost;
    private final boolean encrypted;

    private CachedEntry(int number, String path, long size, AccessCost cost, boolean encrypted) {
        this.number = number;
        this.path = path;
        this.size = size;
        this.cost = cost;
        this.encrypted = encrypted;
    }

    /**
     * Makes a description.
     *
     * @param number the entry's number, unique within its drive
     * @param path its path on the drive, without a leading slash
     * @param size its size in bytes
     * @param cost what a read at an arbitrary position costs
     * @param encrypted whether the archive holds it encrypted
     * @return the description
     */
    public static CachedEntry of(int number, String path, long size, AccessCost cost, boolean encrypted) {
        return new CachedEntry(number, path, size, cost, encrypted);
    }

    /**
     * Its number, as in {@link BlockKey#entry()}.
     *
     * @return the number, 0 or more
     */
    public int number() {
        return number;
    }

    /**
     * Its path on the drive.
     *
     * @return components separated by {@code /}, without a leading slash
     */
    public String path() {
        return path;
    }

    /**
     * Its size.
     *
     * @return plain bytes, 0 or more
     */
    public long size() {
        return size;
    }

    /**
     * What a read at an arbitrary position costs without a cache.
     *
     * @return the cost
     */
    public AccessCost cost() {
        return cost;
    }

    /**
     * Whether the archive holds it encrypted. Blocks of such entries never reach the disk unless the user allowed it,
     * whatever a policy says.
     *
     * @return {@code true} if it is encrypted
     */
    public boolean encrypted() {
        return encrypted;
    }

    @Override
    public String toString() {
        return number + " '" + path + "' " + size + " bytes, " + cost + (encrypted ? ", encrypted" : "");
    }
}
