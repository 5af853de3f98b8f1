package dev.zipfs.testkit.contract;

import static dev.zipfs.testkit.contract.WrongReading.read;
import static dev.zipfs.testkit.contract.WrongReading.seen;

import dev.zipfs.PasswordException;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Drives that make a success of a failure, or of one failure many. */
final class WrongFaults {
    private WrongFaults() {}

    static List<Mutant<Rig>> mutants() {
        ReentrantLock everything = new ReentrantLock();
        return List.of(
                Mutant.of(
                        "gives an empty file where the JVM is in trouble",
                        read("", file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                try {
                                    return super.read(position, dst);
                                } catch (IOException failure) {
                                    if (failure.getCause() instanceof Error) {
                                        return -1;
                                    }
                                    throw failure;
                                }
                            }
                        }),
                        "failuresOfReadsAreErrors"),
                Mutant.of(
                        "ends a file where it is damaged",
                        read("half", file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) {
                                try {
                                    return super.read(position, dst);
                                } catch (IOException failure) {
                                    return -1;
                                }
                            }
                        }),
                        "aFailureFurtherOnIsAnErrorThereAndNoShortFile"),
                Mutant.of(
                        "says that what is locked is not there",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public OpenFile open(String path) throws IOException {
                                try {
                                    return super.open(path);
                                } catch (PasswordException locked) {
                                    throw new NoSuchFileException(path);
                                }
                            }
                        }),
                        "failuresToOpenSayWhy"),
                Mutant.of(
                        "shows a folder that cannot be listed as empty",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public List<String> list(String folder) throws IOException {
                                try {
                                    return super.list(folder);
                                } catch (IOException failure) {
                                    if (failure.getCause() != null) {
                                        return List.of();
                                    }
                                    throw failure;
                                }
                            }
                        }),
                        "aFolderThatCannotBeListedIsAnErrorNotEmpty"),
                Mutant.of(
                        "gives zeros for attributes it does not get",
                        seen(drive -> new Rig.Access(drive) {
                            @Override
                            public long size(String path) {
                                try {
                                    return super.size(path);
                                } catch (IOException failure) {
                                    return 0;
                                }
                            }
                        }),
                        "attributesThatCannotBeGivenAreAnError"),
                Mutant.of(
                        "answers one read after the other",
                        read("", file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                try {
                                    if (!everything.tryLock(2, TimeUnit.SECONDS)) {
                                        throw new IOException("timed out");
                                    }
                                } catch (InterruptedException stop) {
                                    throw new IOException(stop);
                                }
                                try {
                                    return super.read(position, dst);
                                } finally {
                                    everything.unlock();
                                }
                            }
                        }),
                        "aReadThatWaitsHoldsUpNobodyElse"));
    }
}
