package dev.zipfs.testkit.contract;

import dev.zipfs.ZipDrive;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class ArchiveSourceContractTest extends ContractMutants<UnaryOperator<ArchiveSource>> {
    private static volatile UnaryOperator<ArchiveSource> change = UnaryOperator.identity();

    /** What {@code ZipDrive.open(Path)} reads a file with. */
    @Nested
    class OfAFile extends ArchiveSourceContract {
        @TempDir
        Path directory;

        private int files;

        @Override
        protected ArchiveSource open(byte[] bytes) throws IOException {
            Path file = Files.write(directory.resolve("archive " + files++), bytes);
            return CapturingFormat.sourceOf(() -> ZipDrive.open(file));
        }
    }

    @Nested
    class InMemory extends ArchiveSourceContract {
        @Override
        protected ArchiveSource open(byte[] bytes) {
            return InMemoryArchive.of(bytes);
        }
    }

    static class Subject extends ArchiveSourceContract {
        @Override
        protected ArchiveSource open(byte[] bytes) {
            return change.apply(InMemoryArchive.of(bytes));
        }
    }

    ArchiveSourceContractTest() {
        super(Subject.class);
    }

    @Override
    UnaryOperator<ArchiveSource> sound() {
        return UnaryOperator.identity();
    }

    @Override
    void use(UnaryOperator<ArchiveSource> wanted) {
        change = wanted;
    }

    @Override
    List<Mutant<UnaryOperator<ArchiveSource>>> mutants() {
        return List.of(
                Mutant.of(
                        "counts in whole blocks",
                        source -> new Changed(source) {
                            @Override
                            public long size() {
                                return (super.size() + 511) / 512 * 512;
                            }
                        },
                        "sizeIsHowManyBytesThereAre"),
                Mutant.of(
                        "has no name",
                        source -> new Changed(source) {
                            @Override
                            public String name() {
                                return "";
                            }
                        },
                        "itHasAName"),
                Mutant.of(
                        "gives less than there is",
                        source -> new Changed(source) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                int limit = dst.limit();
                                dst.limit(dst.position() + Math.min(dst.remaining(), 65_536));
                                try {
                                    return super.read(position, dst);
                                } finally {
                                    dst.limit(limit);
                                }
                            }
                        },
                        "readsGiveTheBytesAtTheirPosition",
                        "anInterruptedReaderClosesNothing",
                        "threadsReadAtOnce"),
                Mutant.of(
                        "counts positions in 32 bits",
                        source -> new Changed(source) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return super.read(position < 0 ? position : (int) position & Integer.MAX_VALUE, dst);
                            }
                        },
                        "atTheEndAndPastItNothingIsRead"),
                Mutant.of(
                        "takes a negative position for the beginning",
                        source -> new Changed(source) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return super.read(Math.max(0, position), dst);
                            }
                        },
                        "negativePositionsAreRefused"),
                Mutant.of(
                        "serves the thread that came first",
                        source -> new Changed(source) {
                            private @Nullable Thread first;

                            @Override
                            public synchronized int read(long position, ByteBuffer dst) throws IOException {
                                if (first == null) {
                                    first = Thread.currentThread();
                                } else if (first != Thread.currentThread()
                                        && Thread.currentThread().getName().startsWith("reader ")) {
                                    throw new IOException("another thread has begun to read");
                                }
                                return super.read(position, dst);
                            }
                        },
                        "threadsReadAtOnce"),
                Mutant.of(
                        "is closed by an interrupt, as a channel is",
                        source -> new Changed(source) {
                            private volatile boolean closed;

                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                closed |= Thread.currentThread().isInterrupted();
                                if (closed) {
                                    throw new ClosedByInterruptException();
                                }
                                return super.read(position, dst);
                            }
                        },
                        "anInterruptedReaderClosesNothing"),
                Mutant.of(
                        "has one fingerprint for all",
                        source -> new Changed(source) {
                            @Override
                            public String fingerprint() {
                                return "an archive";
                            }
                        },
                        "fingerprintsTellArchivesApart"),
                Mutant.of(
                        "is closed once",
                        source -> new Changed(source) {
                            private int closings;

                            @Override
                            public void close() throws IOException {
                                if (++closings == 2) {
                                    throw new IOException("is closed");
                                }
                                super.close();
                            }
                        },
                        "closingTwiceIsAsClosingOnce",
                        "aClosedSourceGivesNoBytes"),
                Mutant.of(
                        "reads on after it was closed",
                        source -> new Changed(source) {
                            @Override
                            public void close() {}
                        },
                        "aClosedSourceGivesNoBytes"));
    }

    /** Does what another does, but for what is overridden. */
    private static class Changed implements ArchiveSource {
        private final ArchiveSource source;

        Changed(ArchiveSource source) {
            this.source = source;
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long size() {
            return source.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            return source.read(position, dst);
        }

        @Override
        public String fingerprint() {
            return source.fingerprint();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
