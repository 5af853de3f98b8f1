package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.MountException;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Drives that show something else than their view. */
final class WrongReading {
    private WrongReading() {}

    /** A rig whose drives are seen in another way. */
    static Rig seen(Function<DriveAccess, DriveAccess> change) {
        return new Rig() {
            @Override
            DriveAccess access(Path root) {
                return change.apply(super.access(root));
            }
        };
    }

    /** A rig whose files are read in another way. */
    static Rig read(String path, Function<OpenFile, OpenFile> change) {
        return seen(drive -> new Rig.Access(drive) {
            @Override
            public OpenFile open(String asked) throws IOException {
                OpenFile file = super.open(asked);
                return path.isEmpty() || path.equals(asked) ? change.apply(file) : file;
            }
        });
    }

    private static OpenFile withLastByteChanged(OpenFile file) {
        return new Rig.Handle(file) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                int count = super.read(position, dst);
                if (count > 0 && position + count == size()) {
                    dst.put(dst.position() - 1, (byte) ~dst.get(dst.position() - 1));
                }
                return count;
            }
        };
    }

    static List<Mutant<Rig>> mutants() {
        return List.of(
                Mutant.of(
                        "does not say which version serves",
                        new Rig() {
                            @Override
                            DriveMount mount(DriveView view, MountRequest request) throws MountException {
                                return new Rig.Mount(super.mount(view, request)) {
                                    @Override
                                    public String version() {
                                        return "";
                                    }
                                };
                            }
                        },
                        "mountedMeansThatItAnswers"),
                Mutant.of(
                        "gets the last byte before a block's border wrong",
                        read("d/4096", WrongReading::withLastByteChanged),
                        "filesReadBackAsTheyAre"),
                Mutant.of(
                        "counts positions in 32 bits",
                        read("", file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return super.read((int) position & Integer.MAX_VALUE, dst);
                            }
                        }),
                        "readsAtAnyPositionGiveTheBytesThere",
                        "oneHandleServesManyThreads"),
                Mutant.of(
                        "serves only the thread that came first right",
                        read("", file -> new Rig.Handle(file) {
                            private @Nullable Thread first;

                            @Override
                            public synchronized int read(long position, ByteBuffer dst) throws IOException {
                                first = first == null ? Thread.currentThread() : first;
                                return super.read(first == Thread.currentThread() ? position : position + 1, dst);
                            }
                        }),
                        "oneHandleServesManyThreads"),
                Mutant.of(
                        "never frees its table of handles",
                        new Rig() {
                            private final AtomicInteger handles = new AtomicInteger();

                            @Override
                            DriveMount mount(DriveView view, MountRequest request) throws MountException {
                                handles.set(0);
                                return super.mount(view, request);
                            }

                            @Override
                            DriveAccess access(Path root) {
                                return new Rig.Access(super.access(root)) {
                                    @Override
                                    public OpenFile open(String path) throws IOException {
                                        if (handles.incrementAndGet() > 100) {
                                            throw new IOException("too many open files");
                                        }
                                        return super.open(path);
                                    }
                                };
                            }
                        },
                        "manyHandlesReadAtOnce"),
                Mutant.of(
                        "lists only what fits into one answer",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public List<String> list(String folder) throws IOException {
                                List<String> names = super.list(folder);
                                return names.subList(0, Math.min(names.size(), 1000));
                            }
                        }),
                        "foldersListWhole"),
                Mutant.of(
                        "has room for 250 characters of a name",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public OpenFile open(String path) throws IOException {
                                if (path.length() > 250) {
                                    throw new NoSuchFileException(path);
                                }
                                return super.open(path);
                            }
                        }),
                        "namesOfAllLengthsAndCharactersWork"),
                Mutant.of(
                        "gives sizes in 32 bits",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public long size(String path) throws IOException {
                                return (int) super.size(path);
                            }
                        }),
                        "attributesAreThoseOfTheView"),
                Mutant.of(
                        "gives an error for what is not there",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public EntryType type(String path) throws IOException {
                                try {
                                    return super.type(path);
                                } catch (NoSuchFileException absent) {
                                    throw new IOException(absent);
                                }
                            }
                        }),
                        "whatIsNotThereIsNotFound"),
                Mutant.of(
                        "shows folders as empty files",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public OpenFile open(String path) throws IOException {
                                return isFolder(path) ? new MemoryView.Bytes(new byte[0]) : super.open(path);
                            }

                            private boolean isFolder(String path) {
                                try {
                                    return type(path) == EntryType.DIRECTORY;
                                } catch (IOException absent) {
                                    return false;
                                }
                            }
                        }),
                        "foldersCannotBeRead"),
                Mutant.of(
                        "looks names up as they are typed",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public OpenFile open(String path) throws IOException {
                                if (path.contains("\u00e4pfel")) {
                                    throw new NoSuchFileException(path);
                                }
                                return super.open(path);
                            }
                        }),
                        "caseIsIgnoredWhereTheViewIgnoresIt"),
                Mutant.of(
                        "prefers lower case",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public OpenFile open(String path) throws IOException {
                                try {
                                    return super.open(path.toLowerCase(Locale.ROOT));
                                } catch (NoSuchFileException absent) {
                                    return super.open(path);
                                }
                            }
                        }),
                        "caseCountsWhereTheViewSaysSo"),
                Mutant.of(
                        "gives links without a target",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public String linkTarget(String path) {
                                return "";
                            }
                        }),
                        "linksSayWhereTheyPoint"),
                Mutant.of(
                        "pretends that a file was renamed",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public void change(Change change, String path) throws IOException {
                                if (change != Change.RENAME) {
                                    super.change(change, path);
                                }
                            }
                        }),
                        "nothingCanBeChanged"),
                Mutant.of(
                        "shows an archive's file with wrong bytes",
                        read("game/data.bin", WrongReading::withLastByteChanged),
                        "anArchiveIsShownAsItWasPacked"));
    }
}
