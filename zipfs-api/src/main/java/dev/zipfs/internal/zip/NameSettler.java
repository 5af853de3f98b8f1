package dev.zipfs.internal.zip;

import dev.zipfs.LimitExceededException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Gives the names whose encoding was only guessed the right form, once all names have shown which encoding that is. Used
 * once, by one thread.
 *
 * <p>A short name may be UTF-8 by chance: what is "picture" in GBK is two Latin letters in UTF-8. So where names without
 * a mark turn out to be in another encoding of two bytes a character, those that could be either are in it, too, unless
 * a longer sequence shows that the archive has UTF-8 without a mark as well.
 */
final class NameSettler {

    private final List<byte[]> chunks;
    private final int[] positions;
    private final int count;
    private final Charset charset;
    private final NameTable settled = new NameTable();

    /** By how much the names take more bytes than before. */
    private long growth;

    /**
     * Prepares to settle names.
     *
     * @param chunks the records, changed in place; records that need room for more go to a chunk that is added
     * @param positions where they are, changed with them
     */
    NameSettler(List<byte[]> chunks, int[] positions, int count, Charset charset) {
        this.chunks = chunks;
        this.positions = positions;
        this.count = count;
        this.charset = charset;
    }

    /** Makes the new table. */
    NameTable settle(NameTable names) throws LimitExceededException {
        for (int i = 0; i < count; i++) {
            byte[] b = bytes(i);
            int at = positions[i] & CentralDirectory.CHUNK_MASK;
            int number = EntryRecord.convertedName(b, at);
            if (number >= 0) {
                byte[] name = new byte[names.length(number)];
                names.copy(number, name, 0);
                if (EntryRecord.guessedName(b, at)) {
                    growth -= name.length;
                    name = decoded(b, at, EntryRecord.backslashSeparates(b, at));
                    growth += name.length;
                }
                EntryRecord.nameIsConverted(b, at, settled.add(name));
            }
        }
        if (charset.newEncoder().maxBytesPerChar() > 1) {
            settleAmbiguous();
        }
        return settled;
    }

    long growth() {
        return growth;
    }

    private byte[] bytes(int entry) {
        return chunks.get(positions[entry] >>> CentralDirectory.CHUNK_BITS);
    }

    private byte[] decoded(byte[] b, int at, boolean backslashSeparates) {
        byte[] name = new String(EntryRecord.name(b, at), charset).getBytes(StandardCharsets.UTF_8);
        if (backslashSeparates) {
            ZipNames.swapBackslashes(name, 0, name.length);
        }
        return name;
    }

    private void settleAmbiguous() throws LimitExceededException {
        long room = 0;
        for (int i = 0; i < count; i++) {
            byte[] b = bytes(i);
            int at = positions[i] & CentralDirectory.CHUNK_MASK;
            if (unmarkedUtf8(b, at)) {
                if (Utf8.hasLongSequence(b, EntryRecord.nameRestAt(b, at), EntryRecord.nameLength(b, at))) {
                    return;
                }
                room += EntryRecord.length(b, at) + EntryRecord.NAME_NUMBER_LENGTH;
            }
        }
        if (room == 0 || room > CentralDirectory.CHUNK || chunks.size() == CentralDirectory.MOST_CHUNKS) {
            return;
        }
        byte[] moved = new byte[(int) room];
        int chunkBase = chunks.size() << CentralDirectory.CHUNK_BITS;
        chunks.add(moved);
        int to = 0;
        for (int i = 0; i < count; i++) {
            byte[] b = bytes(i);
            int at = positions[i] & CentralDirectory.CHUNK_MASK;
            if (unmarkedUtf8(b, at)) {
                byte[] name = decoded(b, at, EntryRecord.hasBackslashes(b, at));
                growth += name.length - EntryRecord.nameLength(b, at);
                int length = EntryRecord.moveWithNameNumber(b, at, moved, to, settled.add(name));
                positions[i] = chunkBase | to;
                to += length;
            }
        }
    }

    /** Names that share bytes with another are ASCII. */
    private static boolean unmarkedUtf8(byte[] b, int at) {
        return EntryRecord.convertedName(b, at) < 0
                && EntryRecord.sharedLength(b, at) == 0
                && (EntryRecord.flags(b, at) & CentralHeader.FLAG_UTF8) == 0
                && !Utf8.isAscii(b, EntryRecord.nameRestAt(b, at), EntryRecord.nameLength(b, at));
    }
}
