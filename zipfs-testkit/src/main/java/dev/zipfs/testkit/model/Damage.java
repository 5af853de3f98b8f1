package dev.zipfs.testkit.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What happens to an archive's bytes: equal seeds do equal damage.
 *
 * @since 0.1.0
 */
public enum Damage {
    /** One bit is turned. */
    FLIP_BIT {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            return bytes;
        }
    },
    /** One byte becomes another. */
    CHANGE_BYTE {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            bytes[random.nextInt(bytes.length)] += (byte) random.nextInt(1, 256);
            return bytes;
        }
    },
    /** A number of 1 to 8 bytes becomes one that parsers stumble over: 0, 1, all ones, the largest with sign, a signature. */
    INTERESTING_VALUE {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            long value = INTERESTING[random.nextInt(INTERESTING.length)];
            int width = Math.min(bytes.length, 1 << random.nextInt(4));
            int at = random.nextInt(bytes.length - width + 1);
            for (int i = 0; i < width; i++) {
                bytes[at + i] = (byte) (value >>> 8 * i);
            }
            return bytes;
        }
    },
    /** The end is missing. */
    TRUNCATE {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
    },
    /** A part is missing. */
    REMOVE_RANGE {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            int from = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, from + 1 + random.nextInt(64));
            return new LittleEndianBuffer()
                    .put(Arrays.copyOf(bytes, from))
                    .put(Arrays.copyOfRange(bytes, to, bytes.length))
                    .toBytes();
        }
    },
    /** A part is there twice, the second time anywhere. */
    DUPLICATE_RANGE {
        @Override
        byte[] apply(byte[] bytes, SplittableRandom random) {
            int from = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, from + 1 + random.nextInt(64));
            int at = random.nextInt(bytes.length + 1);
            return new LittleEndianBuffer()
                    .put(Arrays.copyOf(bytes, at))
                    .put(Arrays.copyOfRange(bytes, from, to))
                    .put(Arrays.copyOfRange(bytes, at, bytes.length))
                    .toBytes();
        }
    };

    private static final long[] INTERESTING = {
        0,
        1,
        -1,
        0x7F,
        0x80,
        0x7FFF,
        0xFFFF,
        0xFFFE,
        0x7FFF_FFFF,
        0x8000_0000L,
        0xFFFF_FFFFL,
        0xFFFF_FFFEL,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 21,
        0x04034b50,
        0x02014b50,
        0x06054b50,
        0x06064b50,
        0x07064b50,
        0x08074b50
    };

    /** Changes the array, or gives another one; the array has at least one byte. */
    abstract byte[] apply(byte[] bytes, SplittableRandom random);

    /**
     * Does this damage once.
     *
     * @param bytes an archive; stays as it is
     * @param seed chooses the place
     * @return a damaged copy; of no bytes, no bytes
     */
    public byte[] to(byte[] bytes, long seed) {
        return bytes.length == 0 ? new byte[0] : apply(bytes.clone(), new SplittableRandom(seed));
    }

    /**
     * Does one to four kinds of damage, one after the other.
     *
     * @param bytes an archive; stays as it is
     * @param seed chooses kinds and places
     * @return a damaged copy
     */
    public static byte[] any(byte[] bytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] damaged = bytes.clone();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            damaged = values()[random.nextInt(values().length)].to(damaged, random.nextLong());
        }
        return damaged;
    }
}
