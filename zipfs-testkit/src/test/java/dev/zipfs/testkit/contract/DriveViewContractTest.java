package dev.zipfs.testkit.contract;

import static dev.zipfs.testkit.contract.Answers.changed;

import dev.zipfs.EntryType;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

class DriveViewContractTest extends ContractMutants<UnaryOperator<DriveView>> {
    private static volatile UnaryOperator<DriveView> change = UnaryOperator.identity();

    private static MemoryView tree(NameRules rules) {
        MemoryView view = new MemoryView(rules)
                .file("d/e/f.bin", Content.bytes(Content.noise(100_000, 1).toBytes()))
                .file("d/one", "1")
                .file("none", "")
                .folder("empty");
        return rules == NameRules.WINDOWS ? view : view.link("d/link", "e/f.bin");
    }

    /** What the library shows of an archive. */
    private abstract static class OfAnArchive extends DriveViewContract {
        private static final ArchiveModel MODEL = ArchiveModel.of(
                EntryModel.file("d/e/deflated.bin", Content.noise(200_000, 1))
                        .deflated()
                        .build(),
                EntryModel.file("d/stored.bin", Content.offsets(70_001)).build(),
                EntryModel.file("a:b/CON", "con").build(),
                EntryModel.file("twin", "1").build(),
                EntryModel.file("Twin", "2").build(),
                EntryModel.file("\u00fc/\u6f22\u5b57", "text").build(),
                EntryModel.directory("empty/").build(),
                EntryModel.symlink("d/link", "e/deflated.bin").build(),
                EntryModel.symlink("d/out", "../../etc/passwd").build());

        private final NameRules rules;
        private MountedDrive drive;

        OfAnArchive(NameRules rules) {
            this.rules = rules;
        }

        @Override
        protected DriveView view() throws IOException {
            drive = ZipDrive.builder(InMemoryArchive.of(MODEL))
                    .nameRules(rules)
                    .backend("fake")
                    .mount();
            return FakeBackend.mountOf(drive).view();
        }

        @AfterEach
        void close() {
            drive.close();
        }
    }

    @Nested
    class OfAnArchiveUnderPosixRules extends OfAnArchive {
        OfAnArchiveUnderPosixRules() {
            super(NameRules.POSIX);
        }
    }

    @Nested
    class OfAnArchiveUnderWindowsRules extends OfAnArchive {
        OfAnArchiveUnderWindowsRules() {
            super(NameRules.WINDOWS);
        }
    }

    @Nested
    class InMemory extends DriveViewContract {
        @Override
        protected DriveView view() {
            return tree(NameRules.WINDOWS);
        }
    }

    static class Subject extends DriveViewContract {
        @Override
        protected DriveView view() {
            return change.apply(tree(NameRules.POSIX));
        }
    }

    DriveViewContractTest() {
        super(Subject.class);
    }

    @Override
    UnaryOperator<DriveView> sound() {
        return UnaryOperator.identity();
    }

    @Override
    void use(UnaryOperator<DriveView> wanted) {
        change = wanted;
    }

    /** A view of which one answer is another. */
    private static UnaryOperator<DriveView> answering(String question, Answers.Answer answer) {
        return view -> changed(DriveView.class, view, question, answer);
    }

    /** A view whose handles are others. */
    private static UnaryOperator<DriveView> opening(UnaryOperator<OpenFile> handles) {
        return answering("open", (sound, arguments) -> handles.apply((OpenFile) sound.ask()));
    }

    @Override
    List<Mutant<UnaryOperator<DriveView>>> mutants() {
        AtomicInteger shift = new AtomicInteger();
        return List.of(
                Mutant.of(
                        "lets files be written",
                        answering("permissions", (sound, arguments) -> (int) sound.ask() | 0200),
                        "theTreeIsSound"),
                Mutant.of(
                        "shuffles children",
                        view -> changed(
                                DriveView.class,
                                changed(DriveView.class, view, "child", (sound, arguments) -> {
                                    int count = view.childCount((int) arguments[0]);
                                    int index = (int) arguments[1];
                                    return index < 0 || index >= count
                                            ? sound.ask()
                                            : view.child((int) arguments[0], (index + shift.get()) % count);
                                }),
                                "childCount",
                                (sound, arguments) -> {
                                    shift.incrementAndGet();
                                    return sound.ask();
                                }),
                        "childrenKeepTheirOrder"),
                Mutant.of(
                        "forgets a byte in the sum",
                        answering("totalSize", (sound, arguments) -> (long) sound.ask() - 1),
                        "theSumOfSizesIsThatOfTheFiles"),
                Mutant.of(
                        "knows the folder itself as a dot",
                        view -> changed(
                                DriveView.class,
                                view,
                                "lookup",
                                (sound, arguments) ->
                                        arguments[0] instanceof String && ((String) arguments[0]).equals("d/.")
                                                ? view.lookup("d")
                                                : sound.ask()),
                        "whatIsNotThereIsNotFound"),
                Mutant.of(
                        "takes two slashes for a name between them",
                        answering(
                                "lookup",
                                (sound, arguments) ->
                                        arguments[0] instanceof String && ((String) arguments[0]).contains("//")
                                                ? DriveView.NONE
                                                : sound.ask()),
                        "doubledSlashesAreOne"),
                Mutant.of(
                        "reads nothing at the end, and does not say that it is",
                        opening(file -> new Rig.Handle(file) {
                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                return Math.max(0, super.read(position, dst));
                            }
                        }),
                        "handlesReadWhatTheFileHolds"),
                Mutant.of(
                        "serves the thread that came first",
                        opening(file -> new Rig.Handle(file) {
                            @Override
                            public synchronized int read(long position, ByteBuffer dst) throws IOException {
                                if (Thread.currentThread().getName().startsWith("reader ")) {
                                    throw new IOException("another thread has opened it");
                                }
                                return super.read(position, dst);
                            }
                        }),
                        "oneHandleServesManyThreads"),
                Mutant.of(
                        "is closed once",
                        opening(file -> new Rig.Handle(file) {
                            private int closings;

                            @Override
                            public void close() {
                                if (++closings == 2) {
                                    throw new IllegalStateException("is closed");
                                }
                                super.close();
                            }
                        }),
                        "closingAHandleTwiceIsAsClosingOnce"),
                Mutant.of(
                        "makes targets absolute",
                        answering("linkTarget", (sound, arguments) -> "/" + sound.ask()),
                        "linksHaveATargetOfTheirSize"),
                Mutant.of(
                        "takes what is no node for a file",
                        answering("type", (sound, arguments) -> {
                            try {
                                return sound.ask();
                            } catch (IndexOutOfBoundsException none) {
                                return EntryType.FILE;
                            }
                        }),
                        "numbersThatAreNoNodeAreRefused"),
                Mutant.of(
                        "opens folders as empty files",
                        answering("open", (sound, arguments) -> {
                            try {
                                return sound.ask();
                            } catch (IllegalArgumentException folder) {
                                return new MemoryView.Bytes(new byte[0]);
                            }
                        }),
                        "onlyFilesAreOpened"));
    }
}
