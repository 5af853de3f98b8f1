package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong behind a request is an error to the program that made it, and to nobody else. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LibfuseFaultIT {
    private static final int SIZE = 1 << 20;

    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

    private interface Reading {
        int read(long position, ByteBuffer dst) throws IOException;
    }

    private static MemoryView.Opener reading(Reading reading) {
        return () -> new OpenFile() {
            @Override
            public long size() {
                return SIZE;
            }

            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                return reading.read(position, dst);
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void viewsThatGiveTooLittleAreErrors() throws Exception {
        Path point = temp.resolve("m");
        MemoryView view = MemoryView.posix()
                .file("nothing", SIZE, reading((position, dst) -> 0))
                .file("short", SIZE, reading((position, dst) -> -1))
                .file("late", SIZE, reading((position, dst) -> {
                    if (position > 0) {
                        throw new IOException("damaged further on");
                    }
                    dst.put(new byte[100]);
                    return 100;
                }))
                .file("fine", "fine");
        mounts.mount(view, point);

        for (String name : new String[] {"nothing", "short", "late"}) {
            assertThat(TestMounts.shell("cat $1 | wc -c", point.resolve(name)).output())
                    .as(name)
                    .contains("Input/output error")
                    .endsWith("\n0\n");
        }
        assertThat(point.resolve("fine")).hasContent("fine");
        view.awaitAllClosed();
    }

    @Test
    void failuresToOpenSayWhy() throws Exception {
        Path point = temp.resolve("m");
        MemoryView view = MemoryView.posix()
                .file("locked", SIZE, () -> {
                    throw new PasswordException(PasswordException.Reason.MISSING, "locked");
                })
                .file("strange", SIZE, () -> {
                    throw new UnsupportedFeatureException("method 99", "strange", "");
                })
                .file("broken", SIZE, () -> {
                    throw new StackOverflowError();
                });
        mounts.mount(view, point);

        assertThatThrownBy(() -> Files.readAllBytes(point.resolve("locked"))).isInstanceOf(AccessDeniedException.class);
        assertThat(TestMounts.shell("cat $1/locked", point).output()).contains("Permission denied");
        assertThat(TestMounts.shell("cat $1/strange", point).output()).contains("Operation not supported");
        assertThat(TestMounts.shell("cat $1/broken", point).output()).contains("Input/output error");
    }

    @Test
    void manyReadersThatWaitForOneFileHoldUpNobodyElse() throws Exception {
        int readers = 40;
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(readers);
        MemoryView view = MemoryView.posix()
                .file("d/fine", "fine")
                .file("slow", (long) readers * SIZE, () -> new OpenFile() {
                    @Override
                    public long size() {
                        return (long) readers * SIZE;
                    }

                    @Override
                    public int read(long position, ByteBuffer dst) throws IOException {
                        waiting.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new InterruptedIOException();
                        }
                        int n = dst.remaining();
                        dst.put(new byte[n]);
                        return n;
                    }

                    @Override
                    public void close() {}
                });
        Path point = temp.resolve("m");
        mounts.mount(view, point);
        ExecutorService pool = Executors.newFixedThreadPool(readers + 1);
        try {
            List<Future<Integer>> reads = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                long at = (long) i * SIZE;
                reads.add(pool.submit(() -> {
                    try (FileChannel channel = FileChannel.open(point.resolve("slow"))) {
                        return channel.read(ByteBuffer.allocate(10), at);
                    }
                }));
            }
            Future<String> other = pool.submit(() -> {
                waiting.await();
                String names = String.join(" ", point.resolve("d").toFile().list());
                return names + " " + Files.readString(point.resolve("d/fine"));
            });

            assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("fine fine");
            assertThat(reads).noneMatch(Future::isDone);
            go.countDown();
            for (Future<Integer> read : reads) {
                assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo(10);
            }
        } finally {
            go.countDown();
            pool.shutdownNow();
        }
    }
}
