package dev.zipfs.testkit.codec;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods 2 to 5 (APPNOTE 6.3.10 §5.2): repetitions become a mark, a length and a distance; of what that gives, each byte takes
 * fewer bits if it is among the first 32 that followed the byte before it.
 */
final class Reducing {
    private static final int MARK = 144;
    private static final int MOST_FOLLOWERS = 32;
    private static final int SHORTEST = 3;

    private Reducing() {}

    static byte[] pack(byte[] plain, int factor) {
        return followed(withoutRepetitions(plain, 8 - factor));
    }

    private static byte[] withoutRepetitions(byte[] plain, int lengthBits) {
        int mask = (1 << lengthBits) - 1;
        Matches matches = new Matches(plain, 1 << 16 - lengthBits, SHORTEST + mask + 255);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < plain.length; ) {
            // One more than the shortest, since a zero behind the mark stands for the mark itself.
            int length = matches.find(at);
            if (length > SHORTEST) {
                int counted = length - SHORTEST;
                int back = matches.distance() - 1;
                out.write(MARK);
                out.write(back >>> 8 << lengthBits | Math.min(counted, mask));
                if (counted >= mask) {
                    out.write(counted - mask);
                }
                out.write(back);
            } else {
                length = 1;
                out.write(plain[at]);
                if ((plain[at] & 0xFF) == MARK) {
                    out.write(0);
                }
            }
            matches.pass(at, length);
            at += length;
        }
        return out.toByteArray();
    }

    private static byte[] followed(byte[] bytes) {
        List<List<Byte>> followers = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            followers.add(new ArrayList<>());
        }
        int last = 0;
        for (byte b : bytes) {
            List<Byte> set = followers.get(last);
            if (set.size() < MOST_FOLLOWERS && !set.contains(b)) {
                set.add(b);
            }
            last = b & 0xFF;
        }
        BitSink bits = new BitSink();
        for (int i = 255; i >= 0; i--) {
            bits.put(followers.get(i).size(), 6);
            followers.get(i).forEach(b -> bits.put(b, 8));
        }
        last = 0;
        for (byte b : bytes) {
            put(bits, followers.get(last), b);
            last = b & 0xFF;
        }
        return bits.toBytes();
    }

    private static void put(BitSink bits, List<Byte> set, byte b) {
        int index = set.indexOf(b);
        if (index >= 0) {
            bits.put(0, 1);
            bits.put(index, Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(set.size() - 1)));
        } else {
            // A set that lacks the byte has 32 others, so it is never empty here.
            bits.put(1, 1);
            bits.put(b, 8);
        }
    }
}
