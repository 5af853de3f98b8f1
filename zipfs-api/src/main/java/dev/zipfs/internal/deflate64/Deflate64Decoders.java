package dev.zipfs.internal.deflate64;

import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.Decoder;
import dev.zipfs.internal.codec.EntryData;
import dev.zipfs.internal.codec.RestartPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Deflate64, PKWARE's "enhanced deflating", and can stop and go on between any two bytes.
 *
 * <p>It is deflate (RFC 1951) with three differences: the window has 64 KiB, distance codes 30 and 31 exist, with 14 more bits each,
 * and length code 285 stands for 3 and 16 more bits in place of 258. What Windows packs beyond 2 GiB is such data. The decoder for
 * deflate is not this one with other tables, since its speed comes from what 32 KiB and 258 bytes allow; this one is simple, and
 * several times slower.
 */
public final class Deflate64Decoders implements Decoder.Factory {
    private static final long SPACING = 1 << 20;

    private final CompressedBytes bytes;
    private final EntryData data;

    /** Prepares for an entry. */
    public Deflate64Decoders(CompressedBytes bytes, EntryData data) {
        this.bytes = bytes;
        this.data = data;
    }

    @Override
    public boolean leavesPoints() {
        return true;
    }

    @Override
    public long spacing() {
        return SPACING;
    }

    @Override
    public Decoder start(@Nullable RestartPoint from) throws IOException {
        return new Pass(bytes, data, from instanceof Checkpoint checkpoint ? checkpoint : null);
    }

    private static final class Pass implements Decoder {
        private static final int WINDOW = Checkpoint.WINDOW;

        private enum State {
            /** Between two blocks. */
            HEADER,
            SYMBOLS,
            STORED,
            ENDED
        }

        private final BitSource bits;
        private final BlockCodes codes = new BlockCodes();

        /** The last bytes, at least the window, up to {@link #end}. */
        private final byte[] plain = new byte[2 * WINDOW];

        private int end;
        private State state = State.HEADER;
        private boolean lastBlock;
        private int storedLeft;
        private int matchLeft;
        private int matchDistance;

        /** The checkpoint whose window is not packed yet, what is needed of it, and what was decoded since. */
        private @Nullable Checkpoint open;

        private boolean[] needed = new boolean[0];
        private int sinceOpen;

        /** Where it was made, as an index of {@link #plain}; negative once the place has moved out. */
        private int markedEnd;

        Pass(CompressedBytes bytes, EntryData data, @Nullable Checkpoint from) throws IOException {
            this.bits = new BitSource(bytes, data, from == null ? 0 : from.bit);
            if (from != null) {
                restore(from);
            }
        }

        private void restore(Checkpoint from) {
            byte[] window = from.window();
            System.arraycopy(window, 0, plain, 0, window.length);
            end = window.length;
            lastBlock = from.lastBlock;
            matchLeft = from.matchLeft;
            matchDistance = from.matchDistance;
            byte[] lengths = from.codes;
            if (from.storedLeft >= 0) {
                storedLeft = from.storedLeft;
                state = State.STORED;
            } else if (lengths != null) {
                codes.restore(lengths);
                state = State.SYMBOLS;
            }
        }

        @Override
        public int decode(ByteBuffer dst) throws IOException {
            if (end + WINDOW > plain.length) {
                int kept = Math.min(end, WINDOW);
                System.arraycopy(plain, end - kept, plain, 0, kept);
                markedEnd -= end - kept;
                end = kept;
            }
            int start = end;
            int stop = start + Math.min(dst.remaining(), WINDOW);
            while (end < stop && state != State.ENDED) {
                if (matchLeft > 0) {
                    copyMatch(stop);
                } else {
                    switch (state) {
                        case HEADER -> beginBlock();
                        case STORED -> copyStored(stop);
                        default -> decodeSymbols(stop);
                    }
                }
            }
            int n = end - start;
            dst.put(plain, start, n);
            advance(n);
            return n == 0 ? -1 : n;
        }

        private void beginBlock() throws IOException {
            if (lastBlock) {
                state = State.ENDED;
                return;
            }
            lastBlock = bits.read(1) != 0;
            switch (bits.read(2)) {
                case 0 -> {
                    bits.align();
                    storedLeft = bits.read(16);
                    if ((bits.read(16) ^ 0xFFFF) != storedLeft) {
                        throw bits.damaged("has a stored block with a wrong length");
                    }
                    state = State.STORED;
                }
                case 1 -> {
                    codes.useFixed();
                    state = State.SYMBOLS;
                }
                case 2 -> {
                    codes.read(bits);
                    state = State.SYMBOLS;
                }
                default -> throw bits.damaged("has a block of an unknown kind");
            }
        }

        private void copyStored(int stop) throws IOException {
            while (storedLeft > 0 && end < stop) {
                plain[end++] = (byte) bits.read(8);
                storedLeft--;
            }
            if (storedLeft == 0) {
                state = State.HEADER;
            }
        }

        private void decodeSymbols(int stop) throws IOException {
            while (end < stop) {
                int symbol = codes.literals.next(bits);
                if (symbol < BlockCodes.END_OF_BLOCK) {
                    plain[end++] = (byte) symbol;
                } else if (symbol == BlockCodes.END_OF_BLOCK) {
                    state = State.HEADER;
                    return;
                } else {
                    matchLeft = length(symbol);
                    matchDistance = distance(codes.distances.next(bits));
                    if (matchDistance > end) {
                        throw bits.damaged("refers to bytes before the first");
                    }
                    copyMatch(stop);
                }
            }
        }

        private int length(int symbol) throws IOException {
            if (symbol > 285) {
                throw bits.damaged("has a length that there is not");
            }
            if (symbol == 285) {
                return 3 + bits.read(16);
            }
            if (symbol < 265) {
                return symbol - 254;
            }
            int extra = symbol - 261 >>> 2;
            return 3 + (4 + (symbol - 261 & 3) << extra) + bits.read(extra);
        }

        private int distance(int symbol) throws IOException {
            if (symbol < 4) {
                return symbol + 1;
            }
            int extra = symbol - 2 >>> 1;
            return 1 + (2 + (symbol & 1) << extra) + bits.read(extra);
        }

        private void copyMatch(int stop) {
            int n = Math.min(matchLeft, stop - end);
            byte[] b = plain;
            int from = end - matchDistance;
            if (open != null) {
                mark(from, n);
            }
            if (matchDistance >= n) {
                System.arraycopy(b, from, b, end, n);
            } else {
                for (int i = 0; i < n; i++) {
                    b[end + i] = b[from + i];
                }
            }
            end += n;
            matchLeft -= n;
        }

        /** Notes which bytes of the open checkpoint's window are copied. */
        private void mark(int from, int length) {
            int windowStart = markedEnd - needed.length;
            int first = Math.max(from, windowStart);
            int last = Math.min(from + length, markedEnd);
            if (first < last) {
                Arrays.fill(needed, first - windowStart, last - windowStart, true);
            }
        }

        private void advance(int n) {
            Checkpoint checkpoint = open;
            if (checkpoint != null) {
                sinceOpen += n;
                if (sinceOpen >= WINDOW) {
                    checkpoint.pack(needed);
                    open = null;
                }
            }
        }

        @Override
        public Checkpoint restartPoint(long position) {
            int length = Math.min(end, WINDOW);
            Checkpoint checkpoint = new Checkpoint(
                    position,
                    bits.position(),
                    lastBlock,
                    state == State.STORED ? storedLeft : -1,
                    state == State.SYMBOLS ? codes.lengths() : null,
                    matchLeft,
                    matchDistance,
                    Arrays.copyOfRange(plain, end - length, end));
            close();
            open = checkpoint;
            needed = new boolean[length];
            markedEnd = end;
            sinceOpen = 0;
            return checkpoint;
        }

        @Override
        public String section() {
            return BitSource.SECTION;
        }

        @Override
        public long consumed() {
            return bits.position() >>> 3;
        }

        @Override
        public void close() {
            Checkpoint checkpoint = open;
            if (checkpoint != null) {
                checkpoint.pack();
                open = null;
            }
        }
    }
}
