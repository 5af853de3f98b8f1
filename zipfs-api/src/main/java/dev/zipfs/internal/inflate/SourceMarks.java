package dev.zipfs.internal.inflate;

import java.util.Arrays;

/** Which bytes of a checkpoint's window matches after it refer to. */
final class SourceMarks {
    private final byte[] needed = new byte[DecodeBuffer.HISTORY];
    private int length;

    /** Index in the {@link DecodeBuffer} of the window's first byte; changes when the buffer moves its bytes. */
    private int origin;

    /** Forgets everything; a window of {@code length} bytes follows. */
    void reset(int length) {
        this.length = length;
        Arrays.fill(needed, 0, length, (byte) 0);
    }

    void moveTo(int origin) {
        this.origin = origin;
    }

    /** A match copies from here; what lies past the window's end is ignored. */
    void add(int from, int count) {
        int start = from - origin;
        Arrays.fill(needed, start, Math.min(start + count, length), (byte) 0xFF);
    }

    /** The window's last bytes are needed whatever refers to them. */
    void addLast(int count) {
        Arrays.fill(needed, length - count, length, (byte) 0xFF);
    }

    /** Zeroes what nothing refers to. */
    void thin(byte[] window) {
        for (int i = 0; i < length; i++) {
            window[i] &= needed[i];
        }
    }
}
