package dev.zipfs.internal.inflate;

/** A deflate stream in memory. */
final class CompressedBytes implements CompressedInput {
    private final byte[] bytes;

    CompressedBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int read(long position, byte[] dst, int offset, int length) {
        int n = (int) Math.min(length, bytes.length - position);
        System.arraycopy(bytes, (int) position, dst, offset, n);
        return n;
    }
}
