package dev.zipfs.testkit.contract;

import static dev.zipfs.testkit.contract.WrongReading.read;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Drives that do not end as they should. */
final class WrongEnds {
    private static final Set<DriveMount> ALIVE = ConcurrentHashMap.newKeySet();

    private WrongEnds() {}

    /** A rig whose mounts behave in another way. */
    static Rig mounts(BiFunction<DriveMount, DriveView, DriveMount> change) {
        return new Rig() {
            @Override
            DriveMount mount(DriveView view, MountRequest request) throws MountException {
                return change.apply(super.mount(view, request), view);
            }
        };
    }

    /** Opens files of a view in its own way. */
    private interface Opening {
        OpenFile open(DriveView view, int node) throws IOException;
    }

    /** A view whose files are opened in another way. */
    private static DriveView view(DriveView view, Opening opening) {
        return (DriveView) Proxy.newProxyInstance(
                DriveView.class.getClassLoader(), new Class<?>[] {DriveView.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")) {
                        return opening.open(view, (int) arguments[0]);
                    }
                    try {
                        return method.invoke(view, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    static List<Mutant<Rig>> mutants() {
        return List.of(
                Mutant.of(
                        "cannot be unmounted twice",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            @Override
                            public void unmount() throws MountException {
                                if (ended().toCompletableFuture().isDone()) {
                                    throw new MountException(Reason.DRIVER_FAILED, "not mounted");
                                }
                                super.unmount();
                            }
                        }),
                        "unmountingEndsTheDriveOnce",
                        "anEndFromOutsideEndsTheDrive"),
                Mutant.of(
                        "is unmounted whoever uses it",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            @Override
                            public void unmount() {
                                unmountForcibly();
                            }
                        }),
                        "anOpenFileMakesItBusyUntilItIsClosed",
                        "whatIsOpenIsNamed"),
                Mutant.of(
                        "serves what is open for ever",
                        read("f", file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                try {
                                    return super.read(position, dst);
                                } catch (IOException gone) {
                                    return position > 0 ? -1 : 0;
                                }
                            }
                        }),
                        "afterAForcedEndReadsOfOpenFilesFail"),
                Mutant.of(
                        "forgets a handle that a program left open",
                        new LeakingHandles(),
                        "handlesThatProgramsLeaveOpenAreClosed"),
                Mutant.of("waits with those who wait", new Patient(), "aForcedEndWakesWhoWaits"),
                Mutant.of(
                        "refuses to be ended by a request",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            @Override
                            public void unmountForcibly() {
                                boolean inside = StackWalker.getInstance()
                                        .walk(frames -> frames.anyMatch(
                                                frame -> frame.getClassName().equals(MemoryView.class.getName())));
                                if (inside) {
                                    throw new IllegalStateException("called inside a request");
                                }
                                super.unmountForcibly();
                            }
                        }),
                        "aRequestMayEndItsOwnDrive"),
                Mutant.of(
                        "cannot be ended by many",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            private final AtomicInteger enders = new AtomicInteger();

                            @Override
                            public void unmountForcibly() {
                                super.unmountForcibly();
                                if (enders.incrementAndGet() == 3) {
                                    throw new IllegalStateException("the handle is closed");
                                }
                            }
                        }),
                        "manyMayEndADriveAtOnce"),
                Mutant.of(
                        "gives up on an interrupt",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            @Override
                            public void unmountForcibly() {
                                if (!Thread.currentThread().isInterrupted()) {
                                    super.unmountForcibly();
                                }
                            }
                        }),
                        "anInterruptedThreadStillEndsTheDriveWhole"),
                Mutant.of(
                        "takes an end from outside for a failure",
                        mounts((mount, view) -> new Rig.Mount(mount) {
                            private volatile boolean asked;

                            @Override
                            public void unmount() throws MountException {
                                asked = true;
                                super.unmount();
                            }

                            @Override
                            public void unmountForcibly() {
                                asked = true;
                                super.unmountForcibly();
                            }

                            @Override
                            public CompletionStage<Void> ended() {
                                return super.ended()
                                        .thenCompose(nothing -> asked
                                                ? CompletableFuture.<Void>completedFuture(null)
                                                : CompletableFuture.<Void>failedFuture(new IOException("ejected")));
                            }
                        }),
                        "anEndFromOutsideEndsTheDrive"),
                Mutant.of("leaks a handle with each mount", new LeakingMounts(), "mountingAgainAndAgainLeavesNothing"),
                Mutant.of(
                        "ends all drives with one",
                        mounts((mount, view) -> {
                            ALIVE.add(mount);
                            return new Rig.Mount(mount) {
                                @Override
                                public void unmountForcibly() {
                                    ALIVE.forEach(DriveMount::unmountForcibly);
                                    ALIVE.clear();
                                }
                            };
                        }),
                        "twoDrivesServeSideBySideAndEndAlone",
                        "automaticPlacesDifferAndGo"),
                Mutant.of(
                        "wants to be closed by who mounted it",
                        mounts((mount, view) -> view instanceof MemoryView ? mount : new OfOneThread(mount)),
                        "anyThreadMayCloseADriveAnyNumberOfTimes"));
    }

    private static final class OfOneThread extends Rig.Mount {
        private final Thread owner = Thread.currentThread();

        OfOneThread(DriveMount sound) {
            super(sound);
        }

        private void check() {
            if (Thread.currentThread() != owner) {
                throw new IllegalStateException("another thread has mounted it");
            }
        }

        @Override
        public void unmount() throws MountException {
            check();
            super.unmount();
        }

        @Override
        public void unmountForcibly() {
            check();
            super.unmountForcibly();
        }
    }

    /** Files called "g" are closed by programs only. */
    private static final class LeakingHandles extends Rig {
        @Override
        DriveMount mount(DriveView view, MountRequest request) throws MountException {
            return super.mount(
                    view(view, (sound, node) -> {
                        OpenFile file = sound.open(node);
                        return !sound.name(node).equals("g")
                                ? file
                                : new Rig.Handle(file) {
                                    @Override
                                    public void close() {}
                                };
                    }),
                    request);
        }
    }

    /** Opens a file that nobody closes where the place is automatic. */
    private static final class LeakingMounts extends Rig {
        @Override
        DriveMount mount(DriveView view, MountRequest request) throws MountException {
            DriveMount mount = super.mount(view, request);
            if (view instanceof MemoryView && request.mountPoint() instanceof MountPoint.Automatic) {
                try {
                    view.open(view.lookup("f"));
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            }
            return mount;
        }
    }

    /** Does not end a drive, when first asked to, while a file is being opened by another thread. */
    private static final class Patient extends Rig {
        private final Set<Thread> opening = ConcurrentHashMap.newKeySet();

        @Override
        DriveMount mount(DriveView view, MountRequest request) throws MountException {
            DriveView watched = view(view, (sound, node) -> {
                opening.add(Thread.currentThread());
                try {
                    return sound.open(node);
                } finally {
                    opening.remove(Thread.currentThread());
                }
            });
            return new Rig.Mount(super.mount(watched, request)) {
                private boolean asked;

                @Override
                public void unmountForcibly() {
                    boolean others = !opening.isEmpty() && !opening.contains(Thread.currentThread());
                    if (asked || !others) {
                        super.unmountForcibly();
                    }
                    asked = true;
                }
            };
        }
    }
}
