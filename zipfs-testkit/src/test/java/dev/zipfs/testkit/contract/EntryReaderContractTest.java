package dev.zipfs.testkit.contract;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

class EntryReaderContractTest extends ContractMutants<UnaryOperator<EntryReader>> {
    private static volatile UnaryOperator<EntryReader> change = UnaryOperator.identity();

    static class Subject extends EntryReaderContract {
        @Override
        protected EntryReader open(Content content) throws IOException {
            return change.apply(Readers.open(content, EntryBuilder::deflated));
        }

        @Override
        protected EntryReader openWithWrongChecksum(Content content) throws IOException {
            return change.apply(Readers.openWithWrongChecksum(content, EntryBuilder::deflated));
        }
    }

    EntryReaderContractTest() {
        super(Subject.class);
    }

    @Override
    UnaryOperator<EntryReader> sound() {
        return UnaryOperator.identity();
    }

    @Override
    void use(UnaryOperator<EntryReader> wanted) {
        change = wanted;
    }

    @Override
    List<Mutant<UnaryOperator<EntryReader>>> mutants() {
        return List.of(
                Mutant.of(
                        "counts one byte too many",
                        reader -> new Changed(reader) {
                            @Override
                            public long size() {
                                return super.size() + 1;
                            }
                        },
                        "sizeIsThatOfTheContent"),
                Mutant.of(
                        "gives what is decoded, not what was asked for",
                        reader -> new Changed(reader) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                int limit = dst.limit();
                                dst.limit(dst.position() + Math.min(dst.remaining(), 8192));
                                try {
                                    return super.read(position, dst);
                                } finally {
                                    dst.limit(limit);
                                }
                            }
                        },
                        "readsGiveTheBytesAtTheirPosition",
                        "threadsReadAtOnce"),
                Mutant.of(
                        "counts positions in 32 bits",
                        reader -> new Changed(reader) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return super.read(position < 0 ? position : (int) position & Integer.MAX_VALUE, dst);
                            }
                        },
                        "atTheEndAndPastItNothingIsRead"),
                Mutant.of(
                        "takes a negative position for the beginning",
                        reader -> new Changed(reader) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return super.read(Math.max(0, position), dst);
                            }
                        },
                        "negativePositionsAreRefused"),
                Mutant.of(
                        "serves the thread that came first",
                        reader -> new Changed(reader) {
                            private @Nullable Thread first;

                            @Override
                            public synchronized int read(long position, ByteBuffer dst) throws IOException {
                                first = first == null ? Thread.currentThread() : first;
                                if (first != Thread.currentThread()) {
                                    throw new IOException("another thread has begun to read");
                                }
                                return super.read(position, dst);
                            }
                        },
                        "threadsReadAtOnce"),
                Mutant.of(
                        "gets worse with use",
                        reader -> new Changed(reader) {
                            private boolean used;

                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                used |= position > 0;
                                return super.read(position, dst);
                            }

                            @Override
                            public AccessCost accessCost() {
                                return used ? AccessCost.SEQUENTIAL : AccessCost.RESTARTABLE;
                            }
                        },
                        "theCostNeverGetsWorse"),
                Mutant.of(
                        "starts at the restart point that comes next",
                        reader -> new Changed(reader) {
                            @Override
                            public long restartPoint(long position) {
                                return (position + 65_535) / 65_536 * 65_536;
                            }
                        },
                        "decodingStartsNoLaterThanItsTarget"),
                Mutant.of(
                        "counts the last read only",
                        reader -> new Changed(reader) {
                            private long last = 1;

                            @Override
                            public long decodedBytes() {
                                return last++ % 3;
                            }
                        },
                        "whatIsCountedOnlyGrows"),
                Mutant.of(
                        "gives zeros for what is damaged",
                        reader -> new Changed(reader) {
                            @Override
                            public int read(long position, ByteBuffer dst) {
                                int from = dst.position();
                                try {
                                    return super.read(position, dst);
                                } catch (IOException damaged) {
                                    dst.position(from);
                                    int count = dst.remaining();
                                    dst.put(new byte[count]);
                                    return count;
                                }
                            }
                        },
                        "aWrongChecksumIsToldBeforeTheLastByte"));
    }

    /** Does what another does, but for what is overridden. */
    private static class Changed implements EntryReader {
        private final EntryReader reader;

        Changed(EntryReader reader) {
            this.reader = reader;
        }

        @Override
        public long size() {
            return reader.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            return reader.read(position, dst);
        }

        @Override
        public AccessCost accessCost() {
            return reader.accessCost();
        }

        @Override
        public long restartPoint(long position) {
            return reader.restartPoint(position);
        }

        @Override
        public long decodedBytes() {
            return reader.decodedBytes();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
