package dev.zipfs.testkit.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The kinds of {@link Content}. */
final class Contents {
    private Contents() {}

    private abstract static class Sized extends Content {
        private final long size;

        Sized(long size) {
            if (size < 0) {
                throw new IllegalArgumentException("size " + size + " is negative");
            }
            this.size = size;
        }

        @Override
        public final long size() {
            return size;
        }
    }

    static final class Held extends Sized {
        private final byte[] bytes;

        /** Keeps the array. */
        Held(byte[] bytes) {
            super(bytes.length);
            this.bytes = bytes;
        }

        @Override
        void fill(long position, byte[] dst, int offset, int length) {
            System.arraycopy(bytes, (int) position, dst, offset, length);
        }

        @Override
        public String toString() {
            return "Held(" + bytes.length + " bytes, hash " + Integer.toHexString(Arrays.hashCode(bytes)) + ")";
        }
    }

    /** Zeros with a mark, its own position, at each multiple of the stride; no marks with the largest stride. */
    static final class Sparse extends Sized {
        private static final int SMALLEST_HOLE = 1 << 16;
        private final long stride;

        Sparse(long size, long stride) {
            super(size);
            if (stride < Long.BYTES) {
                throw new IllegalArgumentException("stride " + stride + " is below 8");
            }
            this.stride = stride;
        }

        boolean marked() {
            return stride != Long.MAX_VALUE;
        }

        @Override
        void fill(long position, byte[] dst, int offset, int length) {
            Arrays.fill(dst, offset, offset + length, (byte) 0);
            if (!marked()) {
                return;
            }
            long end = position + length;
            for (long mark = position / stride * stride; mark < end; mark += stride) {
                for (int i = 0; i < Long.BYTES; i++) {
                    long at = mark + i;
                    if (at >= position && at < end) {
                        dst[offset + (int) (at - position)] = (byte) (mark >>> 8 * i);
                    }
                }
            }
        }

        @Override
        long holeEnd(long position) {
            if (!marked()) {
                return size();
            }
            long markEnd = position / stride * stride + Long.BYTES;
            long end = Math.min(size(), markEnd - Long.BYTES + stride);
            return position >= markEnd && end - position >= SMALLEST_HOLE ? end : position;
        }

        /** Without looking at the zeros, of which there may be terabytes. */
        @Override
        long computeCrc32() {
            if (stride < SMALLEST_HOLE) {
                return super.computeCrc32();
            }
            int register = -1;
            for (long at = 0; at < size(); ) {
                long section = Math.min(stride, size() - at);
                byte[] mark = slice(at, (int) Math.min(Long.BYTES, section));
                for (byte b : mark) {
                    register = ZeroRuns.append(register, b);
                }
                register = ZeroRuns.appendZeros(register, section - mark.length);
                at += section;
            }
            return Integer.toUnsignedLong(~register);
        }
    }

    /** Content made block by block, so that a block can be made without those before it. */
    private abstract static class Blocks extends Sized {
        static final int BLOCK = 1 << 16;

        /** The block made last: a stream that is compared in small pieces asks for it again and again. */
        private volatile Made last = new Made(-1, new byte[0]);

        private record Made(long block, byte[] bytes) {}

        Blocks(long size) {
            super(size);
        }

        abstract void make(long block, byte[] dst);

        @Override
        final void fill(long position, byte[] dst, int offset, int length) {
            int done = 0;
            while (done < length) {
                long at = position + done;
                int from = (int) (at % BLOCK);
                int count = Math.min(length - done, BLOCK - from);
                System.arraycopy(block(at / BLOCK), from, dst, offset + done, count);
                done += count;
            }
        }

        private byte[] block(long number) {
            Made made = last;
            if (made.block != number) {
                made = new Made(number, new byte[BLOCK]);
                make(number, made.bytes);
                last = made;
            }
            return made.bytes;
        }
    }

    static final class Random extends Blocks {
        private final long seed;

        Random(long size, long seed) {
            super(size);
            this.seed = seed;
        }

        @Override
        void make(long block, byte[] dst) {
            new SplittableRandom(seed * 0x9E3779B97F4A7C15L + block).nextBytes(dst);
        }
    }

    static final class Noise extends Blocks {
        private static final int WORDS = 4096;
        private final byte[][] words = new byte[WORDS][];
        private final long seed;

        Noise(long size, long seed) {
            super(size);
            this.seed = seed;
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < WORDS; i++) {
                words[i] = new byte[random.nextInt(3, 9)];
                random.nextBytes(words[i]);
            }
        }

        @Override
        void make(long block, byte[] dst) {
            SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + block + 1);
            for (int at = 0; at < BLOCK; ) {
                byte[] word = words[random.nextInt(WORDS)];
                int count = Math.min(word.length, BLOCK - at);
                System.arraycopy(word, 0, dst, at, count);
                at += count;
            }
        }
    }
}
