package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a deflate stream (RFC 1951), and can stop and go on between any two symbols.
 *
 * <p><b>Why a decoder of our own.</b> A drive is read at any position, and a deflate stream can only be read from its start; the
 * way out is to note, on the first pass, all that is needed to go on somewhere in the middle: a {@link Checkpoint}. That takes
 * the bit that comes next, and {@link java.util.zip.Inflater} does not tell: it takes and gives bytes, and where it stands
 * between two is its secret. Block boundaries alone would not do even if it told, since real encoders write whole files as
 * one block. Being pure Java it can also be faster than a call into zlib. Against Inflater in one run, in CPU time, it is
 * 1.7 times as fast on programs (JDK 17 and 25), 1.9 times on text with JDK 17 and 1.5 times with JDK 25, a little faster on data
 * that is nearly all literals, and 15 times on long runs of one byte; stored blocks, which are only copied, take a tenth longer.
 * Recording costs 10 to 17 % of that, 30 % on runs ({@code examples/benchmarks} measures it).
 *
 * <p><b>When Inflater.</b> Until HotSpot has compiled the loop ours is ten times slower, so {@link InflateStreams} lets Inflater
 * begin in a fresh process, see {@link InflateWarmup} and {@link HandoverStream}. Inflater can also go on at our
 * checkpoints, by a trick, see {@link ResumePrefix}. And it is the oracle: what is a stream and what is not is by definition
 * what zlib says; tests compare the two on thousands of damaged streams.
 *
 * <p><b>How.</b> {@link BitInput} fetches compressed bytes through {@link CompressedInput}, {@link BlockHeader} reads what stands
 * before a block and builds {@link CodeTables}, {@link SymbolLoop} decodes symbols into the {@link DecodeBuffer}, from which
 * {@link #read} copies. One call decodes up to a stop: what was asked for, the end of the buffer, the declared size, or the place
 * where {@link CheckpointRecorder} wants to look at the state, whichever comes first. At a stop all state is in fields and lies
 * between two symbols; it may be up to 258 bytes past the stop, which the buffer has room for.
 *
 * <p><b>What is an error.</b> Whatever zlib refuses; compressed bytes that end before the last block does; more or fewer plain
 * bytes than declared. Not bytes that follow the last block: zlib leaves them alone and zip tools do not look at them, so
 * {@link #trailingBytes} only tells. The loop may take zeros behind the last byte for data, which is found out after every
 * batch, before any of it is handed out. Blocks without content give nothing and cost time, so a stream of them runs for as
 * long as its compressed bytes last; they are fetched 64 KiB at a time through {@link CompressedInput#read}, where a caller
 * can stop it.
 */
public final class InflateDecoder implements PlainStream {
    /** For a stream whose plain size nobody has declared. Such a stream cannot be recorded. */
    public static final long UNKNOWN_SIZE = -1;

    /** How much is decoded at least, however little is asked for. */
    private static final int LEAST = 4096;

    private enum State {
        /** Between two blocks. */
        HEADER,
        SYMBOLS,
        STORED,
        ENDED
    }

    private final CompressedInput source;
    private final long declaredSize;
    private final DecodeBuffer buffer;
    private final BitInput input;
    private final BlockHeader header;
    private @Nullable CheckpointRecorder recorder;

    private State state = State.HEADER;

    /** Where the header of the current block began. */
    private long blockOffset;

    /** What is left of a stored block. */
    private int storedLeft;

    /** Index in the buffer of the next byte to hand out. */
    private int served;

    private @Nullable IOException failure;

    /**
     * Starts at the beginning.
     *
     * @param source the compressed bytes
     * @param plainSize how many bytes they decode to, or {@link #UNKNOWN_SIZE}
     */
    public InflateDecoder(CompressedInput source, long plainSize) {
        long size = source.size();
        if (size < 0 || plainSize < UNKNOWN_SIZE) {
            throw new IllegalArgumentException("sizes must be 0 or more: " + size + ", " + plainSize);
        }
        this.source = source;
        this.declaredSize = plainSize == UNKNOWN_SIZE ? Long.MAX_VALUE : plainSize;
        this.buffer = new DecodeBuffer(source, size, declaredSize);
        this.input = buffer.input();
        this.header = new BlockHeader(input);
    }

    /**
     * Starts at the beginning and records.
     *
     * @param source the compressed bytes
     * @param index receives checkpoints and checksums; bytes that it has checksums of are compared with them
     */
    public InflateDecoder(CompressedInput source, CheckpointIndex index) {
        this(source, index.plainSize());
        record(index, 0);
    }

    /**
     * Starts at a checkpoint of an index and goes on recording.
     *
     * @param source the compressed bytes that the checkpoint was made from
     * @param index receives what lies past its last checkpoint; bytes that it has checksums of are compared with them
     * @param checkpoint one of the index
     * @return a decoder at the checkpoint's offset
     * @throws CorruptIndexException if the checkpoint does not fit the stream
     * @throws IOException if the compressed bytes cannot be read, or the block that the checkpoint lies in is damaged
     */
    public static InflateDecoder resume(CompressedInput source, CheckpointIndex index, Checkpoint checkpoint)
            throws IOException {
        InflateDecoder decoder = resume(source, index.plainSize(), checkpoint);
        decoder.record(index, checkpoint.offset());
        return decoder;
    }

    /** Starts at a checkpoint and records nothing. */
    static InflateDecoder resume(CompressedInput source, long plainSize, Checkpoint checkpoint) throws IOException {
        InflateDecoder decoder = new InflateDecoder(source, plainSize);
        decoder.restore(checkpoint);
        return decoder;
    }

    private void restore(Checkpoint checkpoint) throws IOException {
        if (checkpoint.symbolOffset() > declaredSize) {
            throw new CorruptIndexException("checkpoint at " + checkpoint.offset() + " of " + declaredSize + " bytes");
        }
        buffer.restore(checkpoint.window(), checkpoint.symbolOffset());
        served = buffer.end - checkpoint.lead();
        input.seek(checkpoint.blockOffset());
        if (checkpoint.bitOffset() != checkpoint.blockOffset()) {
            beginBlock();
            long body = input.bitOffset();
            long used = checkpoint.bitOffset() - body;
            if (state == State.STORED) {
                if (used < 0 || (used & 7) != 0 || used >>> 3 >= storedLeft) {
                    throw new CorruptIndexException("bit " + checkpoint.bitOffset() + " is not in a stored block");
                }
                storedLeft -= (int) (used >>> 3);
            } else if (state != State.SYMBOLS || used < 0) {
                throw new CorruptIndexException("bit " + checkpoint.bitOffset() + " is not in a block");
            }
            input.seek(checkpoint.bitOffset());
        }
    }

    private void record(CheckpointIndex index, long position) {
        if (index.compressedSize() != source.size()) {
            throw new IllegalArgumentException(
                    "index of a stream of " + index.compressedSize() + " bytes for one of " + source.size());
        }
        recorder = new CheckpointRecorder(index, position);
    }

    @Override
    public long position() {
        return buffer.positionOf(served);
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        int length = dst.remaining();
        while (dst.hasRemaining() && available(dst.remaining())) {
            int n = Math.min(dst.remaining(), buffer.end - served);
            dst.put(buffer.bytes, served, n);
            served += n;
        }
        int done = length - dst.remaining();
        return done == 0 && length > 0 ? -1 : done;
    }

    @Override
    public void skipTo(long position) throws IOException {
        if (position < position()) {
            throw new IllegalArgumentException("position " + position + " lies behind " + position());
        }
        while (position() < position && available(position - position())) {
            served += (int) Math.min(position - position(), buffer.end - served);
        }
    }

    /**
     * How many compressed bytes follow the stream's end. Zip tools ignore them, and so do we; a caller may want to tell.
     *
     * @return 0 or more once the last byte was read, 0 before
     */
    public long trailingBytes() {
        return state == State.ENDED ? input.unusedBytes() : 0;
    }

    @Override
    public void close() {
        if (recorder != null) {
            recorder.close();
        }
        if (failure == null) {
            failure = new IOException("the decoder is closed");
        }
        // What it has left goes with the buffer.
        served = buffer.end;
        buffer.release();
    }

    /**
     * Decodes symbol by symbol up to a position and makes a checkpoint there with its whole window: what
     * {@link CheckpointRecorder} makes before it thins it out. For tests; reads after it are undefined.
     */
    @Nullable
    Checkpoint checkpointAfter(int target) throws IOException {
        while (state != State.ENDED && (state == State.HEADER || buffer.end < target)) {
            step(buffer.end + 1);
        }
        int length = Math.min(buffer.end, DecodeBuffer.HISTORY);
        byte[] window = Arrays.copyOfRange(buffer.bytes, buffer.end - length, buffer.end);
        return state == State.ENDED
                ? null
                : new Checkpoint(buffer.position(), 0, currentBlock(), input.bitOffset(), window);
    }

    /** Whether there is a byte to hand out; decodes about {@code want} if there is none yet. */
    private boolean available(long want) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (served == buffer.end && state != State.ENDED) {
            try {
                produce(want);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        return served < buffer.end;
    }

    private void produce(long want) throws IOException {
        buffer.makeRoom();
        served = buffer.end;
        long stop = Math.min(buffer.position() + Math.max(Math.min(want, DecodeBuffer.ROOM), LEAST), declaredSize);
        stop = Math.min(stop, buffer.positionOf(buffer.capacity));
        if (recorder != null) {
            stop = Math.min(stop, recorder.nextStop());
        }
        int stopIndex = buffer.indexOf(stop);
        while (buffer.end < stopIndex && state != State.ENDED) {
            step(stopIndex);
        }
        while (buffer.position() == declaredSize && state != State.ENDED) {
            step(buffer.end + 1);
        }
        if (buffer.position() > declaredSize) {
            throw DeflateFaults.at(
                    input, "stream has more than the " + declaredSize + " bytes declared", "RFC 1951 §3.2.3");
        }
        if (state == State.ENDED && declaredSize != Long.MAX_VALUE && buffer.position() < declaredSize) {
            throw DeflateFaults.at(
                    input,
                    "stream ends after " + buffer.position() + " of " + declaredSize + " bytes",
                    "RFC 1951 §3.2.3");
        }
        if (recorder != null) {
            recorder.decoded(buffer, currentBlock(), input.bitOffset());
            if (state == State.ENDED) {
                recorder.ended();
            }
        }
    }

    private long currentBlock() {
        return state == State.SYMBOLS || state == State.STORED ? blockOffset : input.bitOffset();
    }

    /** Reads a header, some symbols, or some of a stored block. */
    private void step(int stop) throws IOException {
        switch (state) {
            case HEADER -> beginBlock();
            case SYMBOLS -> decodeSymbols(stop);
            default -> copyStored(stop);
        }
    }

    private void beginBlock() throws IOException {
        blockOffset = input.bitOffset();
        header.read();
        if (header.type() != BlockHeader.STORED) {
            state = State.SYMBOLS;
        } else if (header.storedLength() > 0) {
            state = State.STORED;
            storedLeft = header.storedLength();
        } else {
            endBlock();
        }
    }

    private void endBlock() {
        state = header.last() ? State.ENDED : State.HEADER;
    }

    private void copyStored(int stop) throws IOException {
        int n = input.copy(buffer.bytes, buffer.end, Math.min(storedLeft, stop - buffer.end));
        buffer.end += n;
        storedLeft -= n;
        if (storedLeft == 0) {
            endBlock();
        }
    }

    private void decodeSymbols(int stop) throws IOException {
        input.prepareStep();
        SourceMarks marks = null;
        int floor = 0;
        if (recorder != null) {
            marks = recorder.marks();
            floor = marks == null ? 0 : recorder.floor(buffer);
        }
        int result = SymbolLoop.run(buffer, header.codes(), stop, marks, floor);
        input.checkNotOverrun();
        switch (result) {
            case SymbolLoop.STOPPED -> {}
            case SymbolLoop.END_OF_BLOCK -> endBlock();
            case SymbolLoop.BAD_LITLEN -> throw fault("bits are no literal/length code");
            case SymbolLoop.BAD_DISTANCE -> throw fault("bits are no distance code");
            default -> throw fault("a distance reaches before the first byte");
        }
    }

    private IOException fault(String problem) {
        return DeflateFaults.at(input, problem, "RFC 1951 §3.2.5");
    }
}
