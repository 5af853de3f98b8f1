package dev.zipfs.internal.inflate;

/**
 * The CRC-32 of two byte strings, one after the other, from the CRC-32s of both. A CRC is a polynomial over GF(2); to append n
 * bytes is to multiply it by x<sup>8n</sup> modulo the generator, which for one fixed n is a multiplication by a constant.
 */
public final class Crc32Combiner {
    /** The generator of CRC-32 without its highest term, the lowest power in the highest bit. */
    private static final int GENERATOR = 0xEDB88320;

    private static final int ONE = 1 << 31;

    private final int factor;

    /** For second parts of this length. */
    public Crc32Combiner(long secondLength) {
        int power = ONE >>> 8;
        int product = ONE;
        for (long n = secondLength; n != 0; n >>>= 1) {
            if ((n & 1) != 0) {
                product = multiply(product, power);
            }
            power = multiply(power, power);
        }
        factor = product;
    }

    /** The CRC-32 of both, from those of each. */
    public int combine(int first, int second) {
        return multiply(factor, first) ^ second;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int multiple = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= multiple;
            }
            multiple = (multiple & 1) != 0 ? multiple >>> 1 ^ GENERATOR : multiple >>> 1;
        }
        return product;
    }
}
