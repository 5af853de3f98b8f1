package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.MountTable;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What programs see of a drive, through the kernel. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LibfuseReadIT {
    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

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
        mounts.mount(
                MemoryView.posix()
                        .file("a/b/deep.txt", "deep\n")
                        .file("a/big.bin", big)
                        .folder("empty")
                        .link("a/link", "b/deep.txt"),
                point);

        assertThat(TestMounts.shell("cd \"$1\" && find . -printf '%y %s %p\\n' | sort", point)
                        .output())
                .isEqualTo("d 0 .\nd 0 ./a\nd 0 ./a/b\nd 0 ./empty\nf 5 ./a/b/deep.txt\nf 700000 ./a/big.bin\n"
                        + "l 10 ./a/link\n");
        assertThat(TestMounts.shell("cat \"$1/a/link\"", point)).isEqualTo(new TestMounts.Ran(0, "deep\n"));
        assertThat(TestMounts.shell("readlink \"$1/a/link\"", point).output()).isEqualTo("b/deep.txt\n");
        assertThat(TestMounts.shell("cmp \"$1/a/big.bin\" \"$2\"", point, temp.resolve("big.bin"))
                        .exit())
                .isZero();
        assertThat(TestMounts.shell("cp -r \"$1\" \"$2\" && diff -r \"$1\" \"$2\"", point, temp.resolve("copy")))
                .isEqualTo(new TestMounts.Ran(0, ""));
        assertThat(TestMounts.shell("ls \"$1/nothing\"", point).output()).contains("No such file");
        assertThat(TestMounts.shell("cat \"$1/a\"", point).output()).contains("Is a directory");
    }

    @Test
    void attributesAreThoseOfTheView() throws Exception {
        Path point = temp.resolve("m");
        mounts.mount(MemoryView.posix().file("f", "12345").executable("x", new byte[4097]), point);

        assertThat(TestMounts.shell("cd \"$1\" && stat -c '%n %s %a %h %b %F' f x .", point)
                        .output())
                .isEqualTo("f 5 444 1 1 regular file\nx 4097 555 1 9 regular file\n. 0 555 1 0 directory\n");
        assertThat(Files.getLastModifiedTime(point.resolve("f")))
                .isEqualTo(
                        FileTime.from(Instant.ofEpochSecond(MemoryView.MODIFIED_SECONDS, MemoryView.MODIFIED_NANOS)));
        assertThat(Files.getAttribute(point.resolve("f"), "unix:uid")).isEqualTo(Files.getAttribute(temp, "unix:uid"));
        assertThat(Files.getFileStore(point).getTotalSpace()).isEqualTo(2 * 4096);
        assertThat(Files.getFileStore(point).getUsableSpace()).isZero();
    }

    @Test
    void theMountTableNamesTheArchive() throws Exception {
        Path point = temp.resolve("m");
        mounts.mount(MemoryView.posix(), point);

        assertThat(MountTable.at(point.toRealPath())).singleElement().satisfies(entry -> {
            assertThat(entry.type()).isEqualTo("fuse.zipfs");
            assertThat(entry.source()).isEqualTo("/a/test, of a\\b.zip");
        });
    }

    @Test
    void scriptsRunFromTheDrive() throws Exception {
        Path point = temp.resolve("m");
        mounts.mount(MemoryView.posix().executable("run.sh", "#!/bin/sh\necho script $1\n".getBytes()), point);

        assertThat(TestMounts.shell("\"$1/run.sh\" too", point)).isEqualTo(new TestMounts.Ran(0, "script too\n"));
    }

    @Test
    void aFolderOfAHundredThousandFilesListsWhole() throws Exception {
        MemoryView view = MemoryView.posix();
        for (int i = 0; i < 100_000; i++) {
            view.file("many/some rather ordinary file name " + i, "");
        }
        Path point = temp.resolve("m");
        mounts.mount(view, point);

        assertThat(TestMounts.shell("find \"$1\" -type f | wc -l", point).output())
                .isEqualTo("100000\n");
        assertThat(TestMounts.shell("ls -U \"$1/many\" | sort | uniq | wc -l", point)
                        .output())
                .isEqualTo("100000\n");
        try (Stream<Path> names = Files.list(point.resolve("many"))) {
            assertThat(names.map(path -> path.getFileName().toString()).skip(99_999))
                    .containsExactly("some rather ordinary file name 99999");
        }
    }

    /** Reads that wait for a decode must not take every thread: folders and other files answer meanwhile. */
    @Test
    void waitingReadsDoNotHoldUpTheRest() throws Exception {
        CountDownLatch decoded = new CountDownLatch(1);
        int readers = 24;
        Path point = temp.resolve("m");
        mounts.mount(
                MemoryView.posix()
                        .file("slow", readers * 4096L, () -> new OpenFile() {
                            @Override
                            public long size() {
                                return readers * 4096L;
                            }

                            @Override
                            public int read(long position, ByteBuffer dst) throws IOException {
                                try {
                                    decoded.await();
                                } catch (InterruptedException e) {
                                    throw new InterruptedIOException();
                                }
                                int n = dst.remaining();
                                dst.position(dst.limit());
                                return n;
                            }

                            @Override
                            public void close() {}
                        })
                        .file("quick", "quick"),
                point);
        ExecutorService pool = Executors.newFixedThreadPool(readers);
        try {
            List<Future<byte[]>> waiting = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                waiting.add(pool.submit(() -> Files.readAllBytes(point.resolve("slow"))));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(point.resolve("nothing" + i)).doesNotExist();
                assertThat(point.resolve("quick")).hasContent("quick");
            }
            assertThat(waiting).noneMatch(Future::isDone);
            decoded.countDown();
            for (Future<byte[]> each : waiting) {
                assertThat(each.get(60, TimeUnit.SECONDS)).hasSize(readers * 4096);
            }
        } finally {
            decoded.countDown();
            pool.shutdownNow();
        }
    }
}
