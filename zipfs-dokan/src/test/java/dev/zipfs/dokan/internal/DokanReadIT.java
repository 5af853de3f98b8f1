package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.zipfs.testkit.fake.MemoryView;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What programs see of a drive, through the kernel and the double. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanReadIT {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private static byte[] random(int seed, int size) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void shellToolsListCompareAndCopy() throws Exception {
        byte[] big = random(2, 700_000);
        Files.write(temp.resolve("big.bin"), big);
        Path point = temp.resolve("m");
        drives.mount(
                MemoryView.windows()
                        .file("a/b/deep.txt", "deep\n")
                        .file("a/big.bin", big)
                        .folder("empty"),
                point);

        assertThat(TestDrives.shell("cd \"$1\" && find . -printf '%y %s %p\\n' | sort", point)
                        .output())
                .isEqualTo("d 0 .\nd 0 ./a\nd 0 ./a/b\nd 0 ./empty\nf 5 ./a/b/deep.txt\nf 700000 ./a/big.bin\n");
        assertThat(TestDrives.shell("cmp \"$1/a/big.bin\" \"$2\"", point, temp.resolve("big.bin"))
                        .exit())
                .isZero();
        assertThat(TestDrives.shell("cp -r \"$1\" \"$2\" && diff -r \"$1\" \"$2\"", point, temp.resolve("copy")))
                .isEqualTo(new TestDrives.Ran(0, ""));
        assertThat(TestDrives.shell("ls \"$1/nothing\"", point).output()).contains("No such file");
        assertThat(TestDrives.shell("cat \"$1/a\"", point).output()).contains("Is a directory");
        assertThat(TestDrives.shell("cat \"$1/a/big.bin/x\"", point).output()).contains("Not a directory");
    }

    @Test
    void attributesAreThoseOfTheView() throws Exception {
        Path point = temp.resolve("m");
        drives.mount(MemoryView.windows().file("f", "12345").file("big", new byte[4097]), point);

        assertThat(TestDrives.shell("cd \"$1\" && stat -c '%n %s %h %F' f big .", point)
                        .output())
                .isEqualTo("f 5 1 regular file\nbig 4097 1 regular file\n. 0 1 directory\n");
        assertThat(Files.getLastModifiedTime(point.resolve("f")))
                .isEqualTo(
                        FileTime.from(Instant.ofEpochSecond(MemoryView.MODIFIED_SECONDS, MemoryView.MODIFIED_NANOS)));
        assertThat(Files.isWritable(point.resolve("f")))
                .isTrue(); // root, and the double leaves that to the file system
        assertThat(Files.getFileStore(point).getTotalSpace()).isEqualTo(2 * 4096);
        assertThat(Files.getFileStore(point).getUsableSpace()).isZero();
        assertThat(Files.getFileStore(point).getUnallocatedSpace()).isZero();
    }

    @Test
    void namesAreFoundWhateverTheirCase() throws Exception {
        Path point = temp.resolve("m");
        drives.mount(MemoryView.windows().file("Dir/ÄPFEL und Birnen.TXT", "fruit"), point);

        assertThat(point.resolve("DIR/äpfel UND birnen.txt")).hasContent("fruit");
        assertThat(TestDrives.shell("ls \"$1/dIR\"", point).output()).isEqualTo("ÄPFEL und Birnen.TXT\n");
        // The first opener's spelling is what later ones come with as long as it is open.
        try (FileChannel open = FileChannel.open(point.resolve("dir/äpfel und birnen.txt"))) {
            assertThat(point.resolve("DIR/ÄPFEL UND BIRNEN.TXT")).hasContent("fruit");
            assertThat(open.size()).isEqualTo(5);
        }
    }

    @Test
    void namesOfAllLengthsAndCharactersWork() throws Exception {
        String name = "n\u00fcr-\u6f22\u5b57-\ud83d\ude80-e\u0301.txt";
        String longest = "n".repeat(255);
        String deep = "d/".repeat(200) + "leaf";
        Path point = temp.resolve("m");
        drives.mount(
                MemoryView.windows().file(name, "named").file(longest, "long").file(deep, "deep"), point);

        assertThat(point.resolve(name)).hasContent("named");
        assertThat(point.resolve(longest)).hasContent("long");
        assertThat(point.resolve(deep)).hasContent("deep");
        assertThat(TestDrives.shell("ls \"$1\"", point).output().lines()).containsExactlyInAnyOrder("d", name, longest);
    }

    @Test
    void eightThreadsReadAtOnce() throws Exception {
        drives.set("workers", 8);
        drives.set("cache_ms", 0);
        MemoryView view = MemoryView.windows();
        for (int i = 0; i < 200; i++) {
            view.file("d" + i % 7 + "/f" + i, random(i, 1000 * i));
        }
        Path point = temp.resolve("m");
        drives.mount(view, point);

        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int first = t * 25;
                all.add(threads.submit(() -> {
                    for (int k = 0; k < 200; k++) {
                        int i = (first + k) % 200;
                        assertThat(Files.readAllBytes(point.resolve("d" + i % 7 + "/f" + i)))
                                .as("file %s", i)
                                .isEqualTo(random(i, 1000 * i));
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        TestDrives.await("all files are closed", () -> view.openFiles() == 0);
        assertThat(view.openings()).isGreaterThanOrEqualTo(8 * 200);
    }

    @Test
    void aFolderOfTwentyThousandFilesListsWhole() throws Exception {
        MemoryView view = MemoryView.windows();
        for (int i = 0; i < 20_000; i++) {
            view.file("many/some rather ordinary file name " + i, "");
        }
        Path point = temp.resolve("m");
        drives.mount(view, point);

        assertThat(TestDrives.shell("find \"$1\" -type f | wc -l", point).output())
                .isEqualTo("20000\n");
        assertThat(TestDrives.shell("ls -U \"$1/many\" | sort | uniq | wc -l", point)
                        .output())
                .isEqualTo("20000\n");
        assertThat(TestDrives.shell("ls -l \"$1/many\" | wc -l", point).output())
                .isEqualTo("20001\n");
    }

    @Test
    void readingMakesNoGarbage() throws Exception {
        byte[] big = random(4, 64 << 20);
        Path point = temp.resolve("m");
        drives.mount(MemoryView.windows().file("big", big), point);
        ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
        Random random = new Random(5);
        int reads = 10_000;
        long before = 0;
        long allocated = 0;
        try (FileChannel channel = FileChannel.open(point.resolve("big"))) {
            for (int round = 0; round < 2; round++) {
                // The first round is for warming up: threads attach and remember their buffers.
                before = DokanDouble.count("reads");
                allocated = allocatedByCallbacks();
                for (int i = 0; i < reads; i++) {
                    long position = random.nextInt(big.length / 4096) * 4096L;
                    channel.read(buffer.clear(), position);
                }
                allocated = allocatedByCallbacks() - allocated;
                before = DokanDouble.count("reads") - before;
            }
        }
        assertThat(before).isGreaterThan(reads / 4);
        assertThat((double) allocated / before).as("bytes allocated a read").isLessThan(8);
    }

    private static long allocatedByCallbacks() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().equals("zipfs-dokan-callback")) {
                sum += threads.getThreadAllocatedBytes(info.getThreadId());
            }
        }
        return sum;
    }
}
