package dev.zipfs.testkit.model;

/** CRC-32 over runs of zeros, in time by the logarithm of their length: what a zero does to the register is linear in its bits. */
final class ZeroRuns {
    private static final int POLYNOMIAL = 0xEDB88320;

    private ZeroRuns() {}

    /** The register after one more byte. Register and not checksum: of that all bits are inverted. */
    static int append(int register, int b) {
        int next = register ^ b & 0xFF;
        for (int bit = 0; bit < 8; bit++) {
            next = next >>> 1 ^ -(next & 1) & POLYNOMIAL;
        }
        return next;
    }

    /** The register after that many zeros. */
    static int appendZeros(int register, long zeros) {
        int[] step = new int[Integer.SIZE];
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            step[bit] = append(1 << bit, 0);
        }
        int result = register;
        for (long left = zeros; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                result = apply(step, result);
            }
            int[] twice = new int[Integer.SIZE];
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                twice[bit] = apply(step, step[bit]);
            }
            step = twice;
        }
        return result;
    }

    private static int apply(int[] step, int register) {
        int result = 0;
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            result ^= (register >>> bit & 1) != 0 ? step[bit] : 0;
        }
        return result;
    }
}
