package dev.zipfs.testkit.contract;

import static dev.zipfs.testkit.contract.Answers.changed;

import dev.zipfs.EntryType;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.Recognition;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

class ArchiveFormatContractTest extends ContractMutants<UnaryOperator<ArchiveFormat>> {
    private static final int EMPTY_ZIP = 22;

    private static volatile UnaryOperator<ArchiveFormat> change = UnaryOperator.identity();

    /** The format that the library finds, in archives of deflated entries. */
    static class Subject extends ArchiveFormatContract {
        @Override
        protected ArchiveFormat format() {
            return change.apply(Readers.zip());
        }

        @Override
        protected byte[] pack(Map<String, Content> files) {
            ArchiveModel.Builder archive = ArchiveModel.builder();
            files.forEach((path, content) ->
                    archive.add(EntryModel.file(path, content).deflated().build()));
            return archive.build().toBytes();
        }
    }

    ArchiveFormatContractTest() {
        super(Subject.class);
    }

    @Override
    UnaryOperator<ArchiveFormat> sound() {
        return UnaryOperator.identity();
    }

    @Override
    void use(UnaryOperator<ArchiveFormat> wanted) {
        change = wanted;
    }

    /** A format of whose indexes one answer is another. */
    private static UnaryOperator<ArchiveFormat> answering(String question, Answers.Answer answer) {
        return format -> new Changed(format) {
            @Override
            public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
                return changed(ArchiveIndex.class, super.open(source, request), question, answer);
            }
        };
    }

    private static void readAll(ArchiveSource source) throws IOException {
        source.read(0, ByteBuffer.allocate((int) source.size()));
    }

    @Override
    List<Mutant<UnaryOperator<ArchiveFormat>>> mutants() {
        AtomicReference<@Nullable Thread> first = new AtomicReference<>();
        return List.of(
                Mutant.of(
                        "has a name that nobody finds",
                        format -> new Changed(format) {
                            @Override
                            public String id() {
                                return "zap";
                            }
                        },
                        "itIsFoundByItsId"),
                Mutant.of(
                        "does not know an archive without entries",
                        format -> new Changed(format) {
                            @Override
                            public Recognition recognize(ArchiveSource source) throws IOException {
                                return source.size() == EMPTY_ZIP ? Recognition.no("empty") : super.recognize(source);
                            }
                        },
                        "itKnowsItsOwn"),
                Mutant.of(
                        "takes everything",
                        format -> new Changed(format) {
                            @Override
                            public Recognition recognize(ArchiveSource source) throws IOException {
                                super.recognize(source);
                                return Recognition.yes();
                            }
                        },
                        "itLeavesOthersAlone"),
                Mutant.of(
                        "reads all to recognize its own",
                        format -> new Changed(format) {
                            @Override
                            public Recognition recognize(ArchiveSource source) throws IOException {
                                readAll(source);
                                return super.recognize(source);
                            }
                        },
                        "recognizingReadsLittle"),
                Mutant.of(
                        "reads all to open it",
                        format -> new Changed(format) {
                            @Override
                            public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
                                readAll(source);
                                return super.open(source, request);
                            }
                        },
                        "openingVisitsNoEntry"),
                Mutant.of(
                        "closes what it was given",
                        format -> new Changed(format) {
                            @Override
                            public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
                                ArchiveIndex index = super.open(source, request);
                                return changed(ArchiveIndex.class, index, "close", (sound, arguments) -> {
                                    source.close();
                                    return sound.ask();
                                });
                            }
                        },
                        "theSourceStaysOpen"),
                Mutant.of(
                        "takes everything for encrypted",
                        answering("encrypted", (sound, arguments) -> true),
                        "theIndexSaysWhatWasPacked"),
                Mutant.of(
                        "gives the file type among the permissions",
                        answering("permissions", (sound, arguments) -> 0100644),
                        "attributesAreInTheirRanges"),
                Mutant.of(
                        "copies paths to the beginning",
                        answering("copyPath", (sound, arguments) -> {
                            arguments[2] = 0;
                            return sound.ask();
                        }),
                        "pathsAreCopiedWhereTheyAreWanted"),
                Mutant.of(
                        "takes what is no entry for a file",
                        answering("type", (sound, arguments) -> {
                            try {
                                return sound.ask();
                            } catch (IndexOutOfBoundsException none) {
                                return EntryType.FILE;
                            }
                        }),
                        "numbersThatAreNoEntryAreRefused"),
                Mutant.of(
                        "changes the last byte of a large entry among others",
                        format -> new Changed(format) {
                            @Override
                            public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
                                ArchiveIndex index = super.open(source, request);
                                return changed(ArchiveIndex.class, index, "open", (sound, arguments) -> {
                                    EntryReader reader = (EntryReader) sound.ask();
                                    boolean wrong = index.entryCount() > 2 && reader.size() == 1_000_003;
                                    return wrong ? new LastByteChanged(reader) : reader;
                                });
                            }
                        },
                        "entriesReadAsTheyWerePacked"),
                Mutant.of(
                        "opens entries for one thread",
                        answering("open", (sound, arguments) -> {
                            Thread thread = Thread.currentThread();
                            if (thread.getName().startsWith("reader ")) {
                                first.compareAndSet(null, thread);
                                if (first.get() != thread) {
                                    throw new IOException("another thread has opened one");
                                }
                            }
                            return sound.ask();
                        }),
                        "manyReadersOfOneEntryWorkAtOnce"),
                Mutant.of(
                        "takes storage that fails for something else",
                        format -> new Changed(format) {
                            @Override
                            public Recognition recognize(ArchiveSource source) {
                                try {
                                    return super.recognize(source);
                                } catch (IOException failure) {
                                    return Recognition.no("it cannot be read");
                                }
                            }
                        },
                        "storageThatFailsIsAnError"),
                Mutant.of(
                        "runs over an array's end where an archive is damaged",
                        format -> new Changed(format) {
                            @Override
                            public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
                                try {
                                    return super.open(source, request);
                                } catch (IOException damaged) {
                                    if (source.size() > 100 && source.size() < 5000) {
                                        throw new ArrayIndexOutOfBoundsException(77);
                                    }
                                    throw damaged;
                                }
                            }
                        },
                        "damageIsAnErrorOrDoesNotMatter"));
    }

    private static final class LastByteChanged implements EntryReader {
        private final EntryReader reader;

        LastByteChanged(EntryReader reader) {
            this.reader = reader;
        }

        @Override
        public long size() {
            return reader.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            int count = reader.read(position, dst);
            if (count > 0 && position + count == size()) {
                dst.put(dst.position() - 1, (byte) ~dst.get(dst.position() - 1));
            }
            return count;
        }

        @Override
        public AccessCost accessCost() {
            return reader.accessCost();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** Does what another does, but for what is overridden. */
    private static class Changed implements ArchiveFormat {
        private final ArchiveFormat format;

        Changed(ArchiveFormat format) {
            this.format = format;
        }

        @Override
        public String id() {
            return format.id();
        }

        @Override
        public Recognition recognize(ArchiveSource source) throws IOException {
            return format.recognize(source);
        }

        @Override
        public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
            return format.open(source, request);
        }
    }
}
