package dev.zipfs.internal.assembly;

import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A handle with a position. Reads of one channel take turns, as {@link SeekableByteChannel} allows. */
final class EntryChannel implements SeekableByteChannel {
    private final OpenFile file;
    private long position;
    private volatile boolean open = true;

    EntryChannel(OpenFile file) {
        this.file = file;
    }

    @Override
    public synchronized int read(ByteBuffer dst) throws IOException {
        requireOpen();
        int count = file.read(position, dst);
        if (count > 0) {
            position += count;
        }
        return count;
    }

    @Override
    public int write(ByteBuffer src) {
        throw new NonWritableChannelException();
    }

    @Override
    public synchronized long position() throws IOException {
        requireOpen();
        return position;
    }

    @Override
    public synchronized SeekableByteChannel position(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position must not be negative: " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() throws IOException {
        requireOpen();
        return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
        file.close();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }
}
