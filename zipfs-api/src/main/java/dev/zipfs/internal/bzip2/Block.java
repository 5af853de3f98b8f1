package dev.zipfs.internal.bzip2;

import dev.zipfs.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One block: decoded into memory as a whole, given out piece by piece. The same object takes one block after another, so that
 * its 4 bytes of memory per byte are asked for once.
 */
final class Block {
    private static final int GROUP = 50;

    /** What a block of the largest size can need; encoders may write more, which nothing refers to. */
    private static final int MOST_SELECTORS = 18_002;

    private static final int[] CRC = crcTable();

    private int capacity;
    private final HuffmanTable[] tables = new HuffmanTable[6];
    private final byte[] selectors = new byte[MOST_SELECTORS];
    private int[] links = new int[0];

    /** How many bytes of the block have not been looked at. */
    private int left;

    private int link;

    /** The byte before, how often in a row it came, and how often it is to be given again. */
    private int last;

    private int run;
    private int repeats;

    private int crc;
    private int expectedCrc;

    Block() {
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new HuffmanTable();
        }
    }

    /** Takes blocks of a level from now on: so many times 100,000 bytes at most. */
    void setLevel(int level) {
        capacity = level * 100_000;
    }

    /** Whether there is nothing left to give. */
    boolean isEmpty() {
        return left == 0 && repeats == 0;
    }

    /** What the block says its checksum is. */
    int checksum() {
        return expectedCrc;
    }

    /** Reads what follows a block's magic number. */
    void read(BitSource bits, String entry) throws IOException {
        expectedCrc = bits.read(32);
        if (bits.read(1) != 0) {
            // Programs have not written this since 1997, before there was bzip2 in ZIP.
            throw new UnsupportedFeatureException("a randomised bzip2 block", entry, "unpack it with another program");
        }
        int origin = bits.read(24);
        byte[] symbols = new byte[256];
        int used = readSymbols(bits, symbols);
        int alphabet = used + 2;
        int selected = readTables(bits, alphabet);
        int length = readBytes(bits, symbols, alphabet, selected);
        if (origin >= length) {
            throw bits.damaged("has a block that starts outside of itself");
        }
        link(length, origin);
        crc = -1;
        last = -1;
        run = 0;
        repeats = 0;
        left = length;
    }

    private static int readSymbols(BitSource bits, byte[] symbols) throws IOException {
        int ranges = bits.read(16);
        int used = 0;
        for (int i = 0; i < 16; i++) {
            int range = (ranges >>> 15 - i & 1) == 0 ? 0 : bits.read(16);
            for (int j = 0; j < 16; j++) {
                if ((range >>> 15 - j & 1) != 0) {
                    symbols[used++] = (byte) (i << 4 | j);
                }
            }
        }
        if (used == 0) {
            throw bits.damaged("has a block without symbols");
        }
        return used;
    }

    /** Reads the codes and which of them is used where; gives how many groups have one. */
    private int readTables(BitSource bits, int alphabet) throws IOException {
        int groups = bits.read(3);
        int selected = bits.read(15);
        if (groups < 2 || groups > 6 || selected == 0) {
            throw bits.damaged("has a block with " + groups + " codes and " + selected + " selectors");
        }
        byte[] order = {0, 1, 2, 3, 4, 5};
        for (int i = 0; i < selected; i++) {
            int j = 0;
            while (bits.read(1) != 0) {
                if (++j >= groups) {
                    throw bits.damaged("has a selector out of range");
                }
            }
            byte moved = order[j];
            System.arraycopy(order, 0, order, 1, j);
            order[0] = moved;
            if (i < MOST_SELECTORS) {
                selectors[i] = moved;
            }
        }
        byte[] lengths = new byte[alphabet];
        for (int i = 0; i < groups; i++) {
            int length = bits.read(5);
            for (int symbol = 0; symbol < alphabet; symbol++) {
                while (true) {
                    if (length < 1 || length > HuffmanTable.LONGEST) {
                        throw bits.damaged("has a code of " + length + " bits");
                    }
                    if (bits.read(1) == 0) {
                        break;
                    }
                    length += bits.read(1) == 0 ? 1 : -1;
                }
                lengths[symbol] = (byte) length;
            }
            if (!tables[i].build(lengths, alphabet)) {
                throw bits.damaged("has a code that cannot be");
            }
        }
        return Math.min(selected, MOST_SELECTORS);
    }

    /** Undoes Huffman's code, the runs and move-to-front; gives how many bytes there are. */
    private int readBytes(BitSource bits, byte[] front, int alphabet, int selected) throws IOException {
        if (links.length < capacity) {
            links = new int[capacity];
        }
        int[] bytes = links;
        int n = 0;
        int zeros = 0;
        int weight = 1;
        for (int group = 0; group < selected; group++) {
            HuffmanTable table = tables[selectors[group]];
            for (int i = 0; i < GROUP; i++) {
                int symbol = table.next(bits);
                if (symbol < 2) {
                    zeros += weight << symbol;
                    weight <<= 1;
                    if (zeros > capacity - n) {
                        throw bits.damaged("has a block that is too long");
                    }
                    continue;
                }
                if (zeros > 0) {
                    Arrays.fill(bytes, n, n + zeros, front[0] & 0xFF);
                    n += zeros;
                    zeros = 0;
                    weight = 1;
                }
                if (symbol == alphabet - 1) {
                    return n;
                }
                if (n == capacity) {
                    throw bits.damaged("has a block that is too long");
                }
                byte moved = front[symbol - 1];
                System.arraycopy(front, 0, front, 1, symbol - 1);
                front[0] = moved;
                bytes[n++] = moved & 0xFF;
            }
        }
        throw bits.damaged("has a block without an end");
    }

    /** Undoes the Burrows-Wheeler transform: above each byte comes where the one that follows it stands. */
    private void link(int length, int origin) {
        int[] starts = new int[257];
        for (int i = 0; i < length; i++) {
            starts[(links[i] & 0xFF) + 1]++;
        }
        for (int i = 1; i < 257; i++) {
            starts[i] += starts[i - 1];
        }
        for (int i = 0; i < length; i++) {
            links[starts[links[i] & 0xFF]++] |= i << 8;
        }
        link = links[origin] >>> 8;
    }

    /** Gives bytes until there is no more room or no more bytes; checks the sum at the end. */
    void write(ByteBuffer dst, BitSource bits) throws IOException {
        int room = dst.remaining();
        while (room > 0 && !isEmpty()) {
            if (repeats == 0) {
                int entry = links[link];
                link = entry >>> 8;
                left--;
                int b = entry & 0xFF;
                if (run == 4) {
                    // After four equal bytes comes how many more there are.
                    repeats = b;
                    run = 0;
                    continue;
                }
                run = b == last ? run + 1 : 1;
                last = b;
            } else {
                repeats--;
            }
            dst.put((byte) last);
            crc = crc << 8 ^ CRC[crc >>> 24 ^ last];
            room--;
        }
        if (isEmpty() && ~crc != expectedCrc) {
            throw bits.damaged("has a block whose checksum is wrong");
        }
    }

    private static int[] crcTable() {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int value = i << 24;
            for (int bit = 0; bit < 8; bit++) {
                value = value << 1 ^ (value >> 31 & 0x04C11DB7);
            }
            table[i] = value;
        }
        return table;
    }
}
