package dev.zipfs.internal.zip;

import java.io.ByteArrayOutputStream;
import java.util.SplittableRandom;

/**
 * Makes Deflate64 streams at random, with the bytes they stand for: blocks of every kind but those with codes of their own, literals,
 * and matches of every length and distance there is.
 */
final class Deflate64Writer {
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
    private long pending;
    private int count;

    static Deflate64Writer random(long seed, int size) {
        Deflate64Writer writer = new Deflate64Writer();
        SplittableRandom random = new SplittableRandom(seed);
        while (writer.plain.size() < size) {
            writer.block(random, false);
        }
        writer.block(random, true);
        while (writer.count != 0) {
            writer.put(0, 1);
        }
        return writer;
    }

    byte[] packed() {
        return packed.toByteArray();
    }

    byte[] plain() {
        return plain.toByteArray();
    }

    private void block(SplittableRandom random, boolean last) {
        put(last ? 1 : 0, 1);
        if (random.nextInt(4) == 0) {
            put(0, 2);
            while (count != 0) {
                put(0, 1);
            }
            int length = random.nextInt(3) == 0 ? 0 : random.nextInt(3000);
            put(length, 16);
            put(~length & 0xFFFF, 16);
            for (int i = 0; i < length; i++) {
                int b = random.nextInt(256);
                put(b, 8);
                plain.write(b);
            }
            return;
        }
        put(1, 2);
        for (int n = random.nextInt(200); n > 0; n--) {
            int reach = Math.min(plain.size(), 1 << 16);
            if (reach == 0 || random.nextInt(3) > 0) {
                int b = random.nextInt(256);
                symbol(b);
                plain.write(b);
            } else {
                match(
                        random.nextInt(3, random.nextInt(20) == 0 ? 65_539 : 400),
                        random.nextInt(4) == 0
                                ? random.nextInt(1, Math.min(reach, 300) + 1)
                                : random.nextInt(1, reach + 1));
            }
        }
        symbol(256);
    }

    private void match(int length, int distance) {
        if (length <= 10) {
            symbol(254 + length);
        } else if (length > 257) {
            symbol(285);
            put(length - 3, 16);
        } else {
            int extra = 29 - Integer.numberOfLeadingZeros(length - 3);
            symbol(257 + (extra << 2) + (length - 3 >>> extra));
            put(length - 3 & (1 << extra) - 1, extra);
        }
        int code = distance - 1;
        int extra = code < 4 ? 0 : 30 - Integer.numberOfLeadingZeros(code);
        put(Integer.reverse((extra << 1) + (code >>> extra)) >>> 27, 5);
        put(code & (1 << extra) - 1, extra);
        byte[] all = plain.toByteArray();
        byte[] copy = new byte[length];
        for (int i = 0; i < length; i++) {
            int from = all.length - distance + i;
            copy[i] = from < all.length ? all[from] : copy[from - all.length];
        }
        plain.write(copy, 0, length);
    }

    /** A symbol of the fixed code (RFC 1951 §3.2.6). */
    private void symbol(int symbol) {
        if (symbol < 144) {
            reversed(0x30 + symbol, 8);
        } else if (symbol < 256) {
            reversed(0x190 + symbol - 144, 9);
        } else if (symbol < 280) {
            reversed(symbol - 256, 7);
        } else {
            reversed(0xC0 + symbol - 280, 8);
        }
    }

    private void reversed(int code, int length) {
        put(Integer.reverse(code) >>> Integer.SIZE - length, length);
    }

    private void put(int value, int length) {
        pending |= (long) value << count;
        count += length;
        while (count >= 8) {
            packed.write((int) pending);
            pending >>>= 8;
            count -= 8;
        }
    }
}
