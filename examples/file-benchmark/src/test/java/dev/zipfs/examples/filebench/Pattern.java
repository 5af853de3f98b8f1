package dev.zipfs.examples.filebench;

/** Content that is the same everywhere. */
final class Pattern {
    private Pattern() {}

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 0x9E3779B1 >>> 24);
        }
        return bytes;
    }
}
