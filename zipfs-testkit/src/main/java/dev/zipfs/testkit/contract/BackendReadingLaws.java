package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.assertion.MappedFile;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What programs see of a drive. */
abstract class BackendReadingLaws extends BackendBench {
    private static final Content BIG = Content.bytes(Content.offsets(3_000_001).toBytes());

    @Test
    void mountedMeansThatItAnswers() throws Exception {
        DriveMount mount = mount(tree().file("a/b.txt", "hello").folder("empty"));
        DriveAccess drive = look(mount);

        assertThat(drive.list("")).containsExactlyInAnyOrder("a", "empty");
        assertThat(text(drive, "a/b.txt")).isEqualTo("hello");
        assertThat(mount.root()).isAbsolute();
        assertThat(mount.version()).isNotEmpty();
        assertThat(mount.ended().toCompletableFuture()).isNotDone();
    }

    @Test
    void filesReadBackAsTheyAre() throws Exception {
        MemoryView view = tree().file("big", BIG);
        int[] sizes = {0, 1, 4095, 4096, 4097, 131_071, 131_072, 131_073, 1_048_577};
        for (int size : sizes) {
            view.file("d/" + size, Content.random(size, size));
        }
        DriveAccess drive = show(view);

        for (int size : sizes) {
            assertThat(readAll(drive, "d/" + size))
                    .as("%s bytes", size)
                    .isEqualTo(Content.random(size, size).toBytes());
        }
        assertThat(readAll(drive, "big")).isEqualTo(BIG.toBytes());
    }

    @Test
    void readsAtAnyPositionGiveTheBytesThere() throws Exception {
        try (OpenFile file = show(tree().file("big", BIG)).open("big")) {
            ReadConsistency.check(file::read, BIG, reads(1, 40));
        }
    }

    /** Positions within, around block borders, at the end and past it, in no order. */
    private static List<Read> reads(int seed, int count) {
        long size = BIG.size();
        SplittableRandom random = new SplittableRandom(seed);
        List<Read> reads = new ArrayList<>();
        for (long at : new long[] {size - 1, size, size + 1, size / 2 + (1L << 32), 0, 1, 4095, 131_071, size - 4097}) {
            reads.add(new Read(at, 70_000, random.nextBoolean()));
        }
        for (int i = 0; i < count; i++) {
            reads.add(new Read(random.nextLong(size), random.nextInt(0, 200_000), random.nextBoolean()));
        }
        return reads;
    }

    @Test
    void manyHandlesReadAtOnce() throws Exception {
        MemoryView view = tree();
        for (int i = 0; i < 40; i++) {
            view.file("d" + i % 7 + "/f" + i, Content.random(4_000L * i, i));
        }
        DriveAccess drive = show(view);

        inParallel(8, thread -> {
            for (int k = 0; k < 40; k++) {
                int i = (5 * thread + k) % 40;
                assertThat(readAll(drive, "d" + i % 7 + "/f" + i))
                        .as("file %s", i)
                        .isEqualTo(Content.random(4_000L * i, i).toBytes());
            }
        });
        view.awaitAllClosed();
    }

    @Test
    void oneHandleServesManyThreads() throws Exception {
        try (OpenFile file = show(tree().file("big", BIG)).open("big")) {
            List<List<Read>> schedules = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                schedules.add(reads(thread, 12));
            }
            ReadConsistency.checkTogether(file::read, BIG, schedules);
        }
    }

    @Test
    void foldersListWhole() throws Exception {
        MemoryView view = tree().folder("empty");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            names.add("some rather ordinary file name " + i);
            view.file("many/" + names.get(i), "");
        }
        DriveAccess drive = show(view);

        assertThat(drive.list("many")).containsExactlyInAnyOrderElementsOf(names);
        assertThat(drive.list("empty")).isEmpty();
    }

    @Test
    void namesOfAllLengthsAndCharactersWork() throws Exception {
        String named = "n\u00fcr-\u6f22\u5b57-\ud83d\ude80.txt";
        String longest = "n".repeat(255);
        String deep = "d/".repeat(60) + "leaf";
        DriveAccess drive =
                show(tree().file(named, "named").file(longest, "long").file(deep, "deep"));

        assertThat(drive.list("")).containsExactlyInAnyOrder("d", longest, named);
        assertThat(text(drive, named)).isEqualTo("named");
        assertThat(text(drive, longest)).isEqualTo("long");
        assertThat(text(drive, deep)).isEqualTo("deep");
    }

    @Test
    void attributesAreThoseOfTheView() throws Exception {
        DriveAccess drive = show(tree().file("d/f", "12345").file("d/big", 5_000_000_000L, () -> {
            throw new IOException("not to be opened");
        }));

        assertThat(drive.type("d")).isEqualTo(EntryType.DIRECTORY);
        assertThat(drive.type("d/f")).isEqualTo(EntryType.FILE);
        assertThat(drive.size("d/f")).isEqualTo(5);
        assertThat(drive.size("d/big")).isEqualTo(5_000_000_000L);
        assertThat(drive.modified("d/f"))
                .isEqualTo(Instant.ofEpochSecond(MemoryView.MODIFIED_SECONDS, MemoryView.MODIFIED_NANOS));
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        DriveAccess drive = show(tree().file("d/f", "x"));

        for (String path : new String[] {"none", "d/none", "none/none"}) {
            assertThatThrownBy(() -> drive.type(path), path).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> drive.open(path), path).isInstanceOf(NoSuchFileException.class);
        }
        assertThatThrownBy(() -> drive.open("d/f/below")).isInstanceOf(FileSystemException.class);
    }

    @Test
    void foldersCannotBeRead() throws Exception {
        DriveAccess drive = show(tree().file("d/f", "x"));

        // Some systems let a folder be opened, but none lets it be read.
        assertThatThrownBy(() -> readAll(drive, "d")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> drive.list("d/f")).isInstanceOf(IOException.class);
    }

    @Test
    void caseIsIgnoredWhereTheViewIgnoresIt() throws Exception {
        DriveAccess drive = show(MemoryView.windows().file("Dir/\u00c4PFEL und Birnen.TXT", "fruit"));

        assertThat(text(drive, "DIR/\u00e4pfel UND birnen.txt")).isEqualTo("fruit");
        assertThat(drive.list("dIR")).containsExactly("\u00c4PFEL und Birnen.TXT");
    }

    @Test
    void caseCountsWhereTheViewSaysSo() throws Exception {
        Assumptions.assumeFalse(isWindows(), "programs on Windows do not ask for case");
        DriveAccess drive = show(MemoryView.posix().file("a", "small").file("A", "large"));

        assertThat(drive.list("")).containsExactlyInAnyOrder("a", "A");
        assertThat(text(drive, "a")).isEqualTo("small");
        assertThat(text(drive, "A")).isEqualTo("large");
    }

    /** Where a driver knows no links, a link is a file that holds its target. */
    @Test
    void linksSayWhereTheyPoint() throws Exception {
        DriveAccess drive = show(MemoryView.posix().file("d/f", "x").link("d/link", "f"));

        assertThat(drive.list("d")).containsExactlyInAnyOrder("f", "link");
        boolean link = drive.type("d/link") == EntryType.SYMLINK;
        assertThat(link ? drive.linkTarget("d/link") : text(drive, "d/link")).isEqualTo("f");
    }

    @Test
    void nothingCanBeChanged() throws Exception {
        DriveAccess drive = show(tree().file("d/f", "kept").folder("e"));

        for (DriveAccess.Change change : DriveAccess.Change.values()) {
            boolean making = change == DriveAccess.Change.CREATE || change == DriveAccess.Change.CREATE_FOLDER;
            assertThatThrownBy(() -> drive.change(change, making ? "d/new" : "d/f"), "%s", change)
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> drive.change(DriveAccess.Change.DELETE, "e")).isInstanceOf(IOException.class);
        assertThat(text(drive, "d/f")).isEqualTo("kept");
        assertThat(drive.list("d")).containsExactly("f");
        assertThat(drive.list("")).containsExactlyInAnyOrder("d", "e");
    }

    @Test
    void otherProgramsMapFiles() throws Exception {
        DriveMount mount = mount(tree().file("big.bin", BIG));
        Path file = rootForPrograms(mount).resolve("big.bin");

        assertThat(MappedFile.crc32(file)).isEqualTo(BIG.crc32());
    }

    @Test
    void programsRunFromTheDrive() throws Exception {
        Path echo = Path.of("/bin/echo");
        Assumptions.assumeTrue(Files.isExecutable(echo), "there is no /bin/echo to copy");
        DriveMount mount = mount(tree().executable("bin/echo", Files.readAllBytes(echo)));
        Path root = rootForPrograms(mount);

        assertThat(run(root.resolve("bin/echo").toString(), "it", "runs")).isEqualTo("0: it runs\n");
    }

    @Test
    void copiesEqualTheOriginal() throws Exception {
        Assumptions.assumeFalse(isWindows(), "needs cp and diff");
        MemoryView view =
                tree().file("a/b/deep.txt", "deep\n").file("a/big", BIG).folder("empty");
        Path root = rootForPrograms(mount(view));
        String copy = temp.resolve("copy").toString();

        assertThat(run("cp", "-r", root.toString(), copy)).isEqualTo("0: ");
        assertThat(run("diff", "-r", root.toString(), copy)).isEqualTo("0: ");
        assertThat(temp.resolve("copy/a/b/deep.txt")).hasContent("deep\n");
        assertThat(temp.resolve("copy/empty")).isEmptyDirectory();
    }

    /** Runs a program. Gives its exit code and all it said. */
    static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running: " + String.join(" ", command));
        }
        return process.exitValue() + ": " + said;
    }

    @Test
    void twoDrivesServeSideBySideAndEndAlone() throws Exception {
        DriveView first = tree().file("f", "one");
        DriveMount one = mount(first, "1");
        DriveMount two = mount(tree().file("f", "two"), "2");
        assertThat(text(look(one), "f")).isEqualTo("one");
        assertThat(text(look(two), "f")).isEqualTo("two");

        one.unmountForcibly();

        assertThat(two.ended().toCompletableFuture()).isNotDone();
        assertThat(text(look(two), "f")).isEqualTo("two");
    }
}
