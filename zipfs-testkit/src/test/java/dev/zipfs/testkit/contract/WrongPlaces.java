package dev.zipfs.testkit.contract;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.fake.FakeBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Drives in the wrong places, and places that are not as they were. */
final class WrongPlaces {
    private WrongPlaces() {}

    /** Mounts in its own way at a directory. */
    private interface Mounting {
        DriveMount mount(Sound sound, DriveView view, Path directory) throws MountException;
    }

    /** What a rig does of itself. */
    private interface Sound {
        DriveMount mount(DriveView view, MountPoint point) throws MountException;
    }

    private static Rig at(Mounting mounting) {
        return new Rig() {
            @Override
            DriveMount mount(DriveView view, MountRequest request) throws MountException {
                Sound sound = (shown, point) -> super.mount(
                        shown, MountRequest.of(point, request.label(), request.source(), request.visibility()));
                return request.mountPoint() instanceof MountPoint.Directory
                        ? mounting.mount(sound, view, ((MountPoint.Directory) request.mountPoint()).path())
                        : super.mount(view, request);
            }
        };
    }

    /** Mounts, and does something when the drive has ended. */
    private static Rig thatDoesAfterwards(boolean where, Restoring afterwards) {
        return at((sound, view, directory) -> {
            boolean existed = Files.exists(directory);
            DriveMount mount = sound.mount(view, MountPoint.directory(directory));
            if (existed != where) {
                return mount;
            }
            return new Rig.Mount(mount) {
                @Override
                public void unmountForcibly() {
                    super.unmountForcibly();
                    try {
                        afterwards.restore(directory);
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                }
            };
        });
    }

    private interface Restoring {
        void restore(Path directory) throws IOException;
    }

    private static MountException instead(MountException refusal, Reason reason) {
        return new MountException(reason, refusal.getMessage(), refusal);
    }

    static List<Mutant<Rig>> mutants() {
        return List.of(
                Mutant.of(
                        "does not remove what it has made",
                        thatDoesAfterwards(false, Files::createDirectories),
                        "aMissingDirectoryIsMadeAndRemoved",
                        "afterAForcedEndReadsOfOpenFilesFail",
                        "anInterruptedThreadStillEndsTheDriveWhole",
                        "manyMayEndADriveAtOnce"),
                Mutant.of(
                        "removes what was there before",
                        thatDoesAfterwards(true, Files::deleteIfExists),
                        "anEmptyDirectoryIsUsedAndLeftAsItWas"),
                Mutant.of(
                        "goes elsewhere where something is in the way",
                        at((sound, view, directory) -> {
                            try {
                                return sound.mount(view, MountPoint.directory(directory));
                            } catch (MountException refusal) {
                                if (refusal.reason() == Reason.MOUNT_POINT_NOT_EMPTY) {
                                    return sound.mount(view, MountPoint.auto());
                                }
                                throw refusal;
                            }
                        }),
                        "aDirectoryWithSomethingInItIsRefused"),
                Mutant.of(
                        "puts a directory in a file's place",
                        at((sound, view, directory) -> {
                            try {
                                if (Files.isRegularFile(directory)) {
                                    Files.delete(directory);
                                }
                            } catch (IOException failure) {
                                throw new MountException(Reason.MOUNT_POINT_INVALID, "in the way", failure);
                            }
                            return sound.mount(view, MountPoint.directory(directory));
                        }),
                        "aFileIsRefused"),
                Mutant.of(
                        "makes parents",
                        at((sound, view, directory) -> {
                            try {
                                Files.createDirectories(directory.getParent());
                            } catch (IOException failure) {
                                throw new MountException(Reason.MOUNT_POINT_INVALID, "no parents", failure);
                            }
                            return sound.mount(view, MountPoint.directory(directory));
                        }),
                        "aMissingParentIsRefused"),
                Mutant.of(
                        "takes the place of the drive that was there",
                        at((sound, view, directory) -> {
                            try {
                                return sound.mount(view, MountPoint.directory(directory));
                            } catch (MountException refusal) {
                                if (refusal.reason() != Reason.MOUNT_POINT_IN_USE
                                        || Thread.currentThread().getName().startsWith("pool-")) {
                                    throw refusal;
                                }
                                FakeBackend.mountAt(directory).unmountForcibly();
                                return sound.mount(view, MountPoint.directory(directory));
                            }
                        }),
                        "aLiveDriveIsNotTouched"),
                Mutant.of(
                        "does not know what it has lost against",
                        at((sound, view, directory) -> {
                            try {
                                return sound.mount(view, MountPoint.directory(directory));
                            } catch (MountException refusal) {
                                boolean raced = Thread.currentThread().getName().startsWith("pool-");
                                throw raced ? instead(refusal, Reason.DRIVER_FAILED) : refusal;
                            }
                        }),
                        "ofSeveralAtOnceOneWins"),
                Mutant.of(
                        "has one place for all",
                        new Rig() {
                            @Override
                            DriveMount mount(DriveView view, MountRequest request) throws MountException {
                                if (!(request.mountPoint() instanceof MountPoint.Automatic)) {
                                    return super.mount(view, request);
                                }
                                Path place = Path.of(
                                        System.getProperty("java.io.tmpdir"),
                                        "zipfs-contract-"
                                                + ProcessHandle.current().pid());
                                return super.mount(
                                        view,
                                        MountRequest.of(
                                                MountPoint.directory(place),
                                                request.label(),
                                                request.source(),
                                                request.visibility()));
                            }
                        },
                        "automaticPlacesDifferAndGo"),
                Mutant.of(
                        "has a name with blanks",
                        new Rig() {
                            @Override
                            String id() {
                                return "My Backend";
                            }
                        },
                        "itIsFoundByItsId"));
    }
}
