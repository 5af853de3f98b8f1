package dev.zipfs.testkit.model;

import java.io.IOException;
import java.util.zip.Deflater;

/** The bytes of an entry between its headers. The size is known before anything is written, so nothing is written twice. */
abstract class Payload {
    /** Contents up to this size are compressed in memory, larger ones twice: first to learn the size. */
    private static final int HELD = 64 << 20;

    private static final int CHUNK = 1 << 16;

    abstract long size();

    abstract void writeTo(Sink sink) throws IOException;

    static Payload of(byte[] bytes) {
        return new Payload() {
            @Override
            long size() {
                return bytes.length;
            }

            @Override
            void writeTo(Sink sink) throws IOException {
                sink.write(bytes);
            }
        };
    }

    static Payload stored(Content content) {
        return new Payload() {
            @Override
            long size() {
                return content.size();
            }

            @Override
            void writeTo(Sink sink) throws IOException {
                byte[] chunk = new byte[CHUNK];
                long at = 0;
                while (at < content.size()) {
                    long hole = content.holeEnd(at);
                    if (hole > at) {
                        sink.skip(hole - at);
                        at = hole;
                    } else {
                        int length = (int) Math.min(CHUNK, content.size() - at);
                        content.fill(at, chunk, 0, length);
                        sink.write(chunk, 0, length);
                        at += length;
                    }
                }
            }
        };
    }

    static Payload deflated(Content content, int level) throws IOException {
        if (content.size() <= HELD) {
            Sink.Memory memory = new Sink.Memory();
            deflate(content, level, memory);
            return of(memory.toBytes());
        }
        if (content instanceof Contents.Sparse && !((Contents.Sparse) content).marked()) {
            return new RepeatedZeros(content.size(), level);
        }
        long[] counted = {0};
        deflate(content, level, new CountingSink(counted));
        return new Payload() {
            @Override
            long size() {
                return counted[0];
            }

            @Override
            void writeTo(Sink sink) throws IOException {
                deflate(content, level, sink);
            }
        };
    }

    private static void deflate(Content content, int level, Sink sink) throws IOException {
        Deflater deflater = new Deflater(level, true);
        try {
            byte[] in = new byte[CHUNK];
            for (long at = 0; at < content.size(); at += CHUNK) {
                int length = (int) Math.min(CHUNK, content.size() - at);
                content.fill(at, in, 0, length);
                deflater.setInput(in, 0, length);
                drain(deflater, Deflater.NO_FLUSH, sink);
            }
            deflater.finish();
            drain(deflater, Deflater.NO_FLUSH, sink);
        } finally {
            deflater.end();
        }
    }

    private static void drain(Deflater deflater, int flush, Sink sink) throws IOException {
        byte[] out = new byte[CHUNK];
        int count;
        do {
            count = deflater.deflate(out, 0, out.length, flush);
            sink.write(out, 0, count);
        } while (count > 0);
    }

    private static final class CountingSink extends Sink {
        private final long[] count;

        CountingSink(long[] count) {
            this.count = count;
        }

        @Override
        long position() {
            return count[0];
        }

        @Override
        void write(byte[] bytes, int offset, int length) {
            count[0] += length;
        }

        @Override
        void skip(long zeros) {
            count[0] += zeros;
        }
    }

    /** Raw deflate of any number of zeros: one chunk that ends at a byte boundary without reference to what was before. */
    private static final class RepeatedZeros extends Payload {
        private final byte[] chunk;
        private final byte[] last;
        private final long repeats;

        RepeatedZeros(long size, int level) throws IOException {
            chunk = deflatedZeros(HELD, level, false);
            last = deflatedZeros((int) (size % HELD), level, true);
            repeats = size / HELD;
        }

        private static byte[] deflatedZeros(int size, int level, boolean end) throws IOException {
            Deflater deflater = new Deflater(level, true);
            try {
                Sink.Memory memory = new Sink.Memory();
                deflater.setInput(new byte[size]);
                if (end) {
                    deflater.finish();
                }
                drain(deflater, end ? Deflater.NO_FLUSH : Deflater.FULL_FLUSH, memory);
                return memory.toBytes();
            } finally {
                deflater.end();
            }
        }

        @Override
        long size() {
            return repeats * chunk.length + last.length;
        }

        @Override
        void writeTo(Sink sink) throws IOException {
            for (long i = 0; i < repeats; i++) {
                sink.write(chunk);
            }
            sink.write(last);
        }
    }
}
