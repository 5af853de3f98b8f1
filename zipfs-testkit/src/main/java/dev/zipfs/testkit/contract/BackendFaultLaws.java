package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.ErrorKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What goes wrong behind a request is an error to the program that made it, and to nobody else. */
abstract class BackendFaultLaws extends BackendReadingLaws {
    private static final int SIZE = 1 << 20;

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asAny(Throwable failure) throws T {
        throw (T) failure;
    }

    private static List<Throwable> failures() {
        return List.of(
                new IOException("damaged"),
                new IllegalStateException("a mistake"),
                new OutOfMemoryError("pretended"),
                new StackOverflowError(),
                new NoClassDefFoundError("gone"),
                new Exception("not declared"));
    }

    private static OpenFile failing(Throwable failure) {
        return new MemoryView.Bytes(new byte[SIZE]) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                throw BackendFaultLaws.<IOException>asAny(failure);
            }
        };
    }

    private static void assertFails(String what, ErrorKind kind, ThrowingCallable attempt) {
        assertThatThrownBy(attempt, what)
                .isInstanceOfSatisfying(
                        IOException.class,
                        failure -> assertThat(kind.matches(failure))
                                .as("%s is an error of the kind %s", failure, kind)
                                .isTrue());
    }

    @Test
    void failuresOfReadsAreErrors() throws Exception {
        MemoryView view = tree().file("fine", "fine");
        for (Throwable failure : failures()) {
            view.file(failure.getClass().getSimpleName(), SIZE, () -> failing(failure));
        }
        DriveAccess drive = show(view);

        for (Throwable failure : failures()) {
            assertThatThrownBy(() -> readAll(drive, failure.getClass().getSimpleName()), "%s", failure)
                    .isInstanceOf(IOException.class);
        }
        assertThat(text(drive, "fine")).isEqualTo("fine");
        view.awaitAllClosed();
    }

    @Test
    void aFailureFurtherOnIsAnErrorThereAndNoShortFile() throws Exception {
        Content content = Content.offsets(SIZE);
        OpenFile half = new MemoryView.Bytes(content.toBytes()) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                if (position + dst.remaining() > SIZE / 2) {
                    throw new IOException("damaged from here on");
                }
                return super.read(position, dst);
            }
        };
        DriveAccess drive = show(tree().file("half", SIZE, () -> half));

        try (OpenFile file = drive.open("half")) {
            assertThatThrownBy(() -> file.read(SIZE / 2 + 4096, ByteBuffer.allocate(10)))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> readAll(drive, "half")).isInstanceOf(IOException.class);
    }

    @Test
    void failuresToOpenSayWhy() throws Exception {
        MemoryView view = tree().file("locked", SIZE, () -> {
                    throw new PasswordException(PasswordException.Reason.MISSING, "locked");
                })
                .file("strange", SIZE, () -> {
                    throw new UnsupportedFeatureException("method 99", "strange", "");
                })
                .file("broken", SIZE, () -> {
                    throw new StackOverflowError();
                })
                .file("fine", "fine");
        DriveAccess drive = show(view);

        assertFails("locked", ErrorKind.PASSWORD, () -> readAll(drive, "locked"));
        assertFails("strange", ErrorKind.UNSUPPORTED, () -> readAll(drive, "strange"));
        assertThatThrownBy(() -> readAll(drive, "broken")).isInstanceOf(IOException.class);
        assertThat(drive.size("locked")).isEqualTo(SIZE);
        assertThat(text(drive, "fine")).isEqualTo("fine");
    }

    @Test
    void aFolderThatCannotBeListedIsAnErrorNotEmpty() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        MemoryView view = new MemoryView(rules()) {
            @Override
            public int child(int directory, int index) {
                if (broken.get() && index == 50) {
                    throw new IndexOutOfBoundsException("a mistake");
                }
                return super.child(directory, index);
            }
        };
        for (int i = 0; i < 100; i++) {
            view.file("d/" + i, "");
        }
        view.file("e/fine", "fine");
        DriveAccess drive = show(view);
        broken.set(true);

        assertThatThrownBy(() -> drive.list("d")).isInstanceOf(IOException.class);
        assertThat(drive.list("e")).containsExactly("fine");
    }

    @Test
    void attributesThatCannotBeGivenAreAnError() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        MemoryView view = new MemoryView(rules()) {
            @Override
            public long size(int node) {
                if (broken.get() && name(node).equals("odd")) {
                    throw new IllegalStateException("a mistake");
                }
                return super.size(node);
            }
        };
        view.file("d/odd", "x").file("e/fine", "fine");
        DriveAccess drive = show(view);
        broken.set(true);

        assertThatThrownBy(() -> drive.size("d/odd")).isInstanceOf(IOException.class);
        assertThat(drive.size("e/fine")).isEqualTo(4);
    }

    @Test
    void aReadThatWaitsHoldsUpNobodyElse() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        MemoryView view = tree().file("fine", "fine")
                .file("slow", 4, () -> new MemoryView.Bytes("slow".getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public int read(long position, ByteBuffer dst) throws IOException {
                        reading.countDown();
                        try {
                            mayGoOn.await();
                        } catch (InterruptedException stop) {
                            throw new InterruptedIOException();
                        }
                        return super.read(position, dst);
                    }
                });
        DriveAccess drive = show(view);
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> {
            try {
                return text(drive, "slow");
            } catch (IOException failure) {
                return failure.toString();
            }
        });
        try {
            reading.await();
            assertThat(text(drive, "fine")).isEqualTo("fine");
            assertThat(drive.list("")).containsExactlyInAnyOrder("fine", "slow");
            assertThat(slow).isNotDone();
        } finally {
            mayGoOn.countDown();
        }
        assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("slow");
    }
}
