package dev.zipfs.testkit.model;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the writer's bytes go: forward only, with holes. */
abstract class Sink implements Closeable {
    abstract long position();

    abstract void write(byte[] bytes, int offset, int length) throws IOException;

    /** Goes on as if zeros had been written. */
    abstract void skip(long zeros) throws IOException;

    final void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void close() throws IOException {}

    static final class Memory extends Sink {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        @Override
        long position() {
            return out.size();
        }

        @Override
        void write(byte[] bytes, int offset, int length) {
            out.write(bytes, offset, length);
        }

        @Override
        void skip(long zeros) {
            if (zeros > Integer.MAX_VALUE - out.size()) {
                throw new IllegalStateException("an archive with a hole of " + zeros + " bytes belongs into a file");
            }
            out.writeBytes(new byte[(int) zeros]);
        }

        byte[] toBytes() {
            return out.toByteArray();
        }
    }

    static final class File extends Sink {
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        private long flushed;

        File(Path path) throws IOException {
            channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        }

        @Override
        long position() {
            return flushed + buffer.position();
        }

        @Override
        void write(byte[] bytes, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int count = Math.min(length - done, buffer.remaining());
                buffer.put(bytes, offset + done, count);
                done += count;
                if (!buffer.hasRemaining()) {
                    flush();
                }
            }
        }

        @Override
        void skip(long zeros) throws IOException {
            flush();
            flushed += zeros;
        }

        private void flush() throws IOException {
            buffer.flip();
            while (buffer.hasRemaining()) {
                flushed += channel.write(buffer, flushed);
            }
            buffer.clear();
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                flush();
            }
        }
    }
}
