package dev.zipfs.internal.zip;

import dev.zipfs.LimitExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Appends records to chunks while the central directory is walked. What names have in common is kept once for each run of names
 * that begin alike: an archive's entries mostly come folder by folder. Not thread-safe; what was written does not change any
 * more, so another thread may read it once it was told of it.
 */
final class RecordWriter {
    /** The first chunk, from whose records the sizes of the others are foreseen. */
    private static final int FIRST_CHUNK = 256 << 10;

    /** No other is foreseen to be shorter: where most of the first headers is comments, those behind them may be kept whole. */
    private static final int LEAST_CHUNK = 1 << 20;

    /** What is shared must be worth the reference and the look at another place. */
    private static final int LEAST_SHARED = 8;

    private final long directorySize;
    private final List<byte[]> chunks = new ArrayList<>();
    private final NameGroups groups = new NameGroups();

    /** The last chunk, up to where it holds records, and what makes a position in it one in the directory. */
    private byte[] chunk = new byte[0];

    private int kept;
    private int chunkBase;
    private long keptBefore;

    /** The name in the last chunk that others may refer to; of no bytes where there is none. */
    private int sharedNameAt;

    private int sharedNameLength;

    /** Whether a name that refers to it was in another folder. */
    private boolean leftFolder;

    /**
     * Begins with nothing.
     *
     * @param directorySize of the central directory in bytes
     */
    RecordWriter(long directorySize) {
        this.directorySize = directorySize;
    }

    /** How many bytes a name has in common with the one that others refer to; 0 where keeping it whole is better. */
    int shared(byte[] b, int nameAt, int nameLength) {
        if (sharedNameLength == 0) {
            return 0;
        }
        int most = Math.min(Math.min(sharedNameLength, nameLength - 1), EntryRecord.MOST_SHARED);
        if (most < LEAST_SHARED) {
            return 0;
        }
        int different = Arrays.mismatch(chunk, sharedNameAt, sharedNameAt + most, b, nameAt, nameAt + most);
        int shared = different < 0 ? most : different;
        return shared >= LEAST_SHARED && shared >= nameLength >> 1 ? shared : 0;
    }

    /**
     * Says how much of a name to share that is in another folder than the one it would refer to. The second such name is kept
     * whole, for the others there to refer to; the first is not, since in many archives each folder holds one file.
     *
     * @param shared what {@link #shared} said
     */
    int sharedFromOtherFolder(int shared) {
        boolean again = leftFolder;
        leftFolder = !again;
        return again ? 0 : shared;
    }

    /**
     * Keeps a header.
     *
     * @param shared how many bytes of its name to share
     * @param simple whether other names may refer to this one: its bytes mean the same in every encoding and on every host
     * @param more how many bytes may be put behind it
     * @param left how many bytes of the directory are left, this header's included
     * @return how the directory refers to the record
     */
    int keep(byte[] b, int at, int nameLength, int shared, boolean simple, int more, long left)
            throws LimitExceededException {
        int room = EntryRecord.LENGTH + EntryRecord.REFERENCE_LENGTH + nameLength + more;
        if (room > chunk.length - kept) {
            nextChunk(room, left);
        }
        int to = kept;
        if (shared > 0 && sharedNameLength > 0) {
            kept = EntryRecord.keepShared(b, at, nameLength, shared, sharedNameAt, chunk, to);
            groups.shared(shared);
        } else {
            kept = EntryRecord.keep(b, at, nameLength, chunk, to);
            groups.whole(simple);
            if (simple) {
                sharedNameAt = to + EntryRecord.LENGTH;
                sharedNameLength = nameLength;
                leftFolder = false;
            }
        }
        return chunkBase | to;
    }

    private void nextChunk(int length, long left) throws LimitExceededException {
        if (chunks.size() == CentralDirectory.MOST_CHUNKS) {
            long most = (long) CentralDirectory.MOST_CHUNKS << CentralDirectory.CHUNK_BITS;
            throw new LimitExceededException("bytes of central directory", most, "maxIndexBytes");
        }
        trim();
        keptBefore += kept;
        long expected = Math.min(left, FIRST_CHUNK);
        if (keptBefore > 0) {
            expected = (long) ((double) keptBefore / (directorySize - left) * left);
            expected = Math.max(expected + (expected >> 5), Math.min(left, LEAST_CHUNK));
        }
        chunkBase = chunks.size() << CentralDirectory.CHUNK_BITS;
        chunk = new byte[(int) Math.min(CentralDirectory.CHUNK, Math.max(length, expected))];
        chunks.add(chunk);
        kept = 0;
        sharedNameLength = 0;
    }

    /** Adds bytes to the record that was kept last, which its writer has put behind it. */
    void extend(int length) {
        kept += length;
    }

    /** The chunk in which the last record stands. */
    byte[] bytes() {
        return chunk;
    }

    /** Where that record ends. */
    int end() {
        return kept;
    }

    /** Which entries' names begin alike, once there are no more. */
    NameGroups groups() {
        return groups.trimmed();
    }

    /** All chunks so far. */
    byte[][] chunks() {
        return chunks.toArray(new byte[0][]);
    }

    /** All chunks, of which the last one gives back what it has too much, to be changed and added to. */
    List<byte[]> finish() {
        trim();
        return chunks;
    }

    /** Mostly nothing has to be given back: a chunk is made about as long as the rest of the directory needs. */
    private void trim() {
        if (kept < chunk.length - (chunk.length >> 4)) {
            chunk = Arrays.copyOf(chunk, kept);
            chunks.set(chunks.size() - 1, chunk);
        }
    }
}
