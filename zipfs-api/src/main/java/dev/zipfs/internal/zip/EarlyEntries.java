package dev.zipfs.internal.zip;

import dev.zipfs.spi.ArchiveIndex;

/**
 * An {@link dev.zipfs.spi.OpenRequest} that has a use for the first entries of a large archive while the others are still being
 * read.
 */
public interface EarlyEntries {
    /**
     * Tells that some entries can be asked for their paths and types. Called by the thread that opens the archive, which waits
     * meanwhile.
     *
     * @param soFar answers for the first entries, any thread, as the whole index will
     * @param known how many, not fewer than were told before
     * @param expected about how many there will be; not more than the archive has room for
     * @param plain whether all those are as {@link PlainIndex#plain} says
     */
    void known(ArchiveIndex soFar, int known, int expected, boolean plain);
}
