package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FuseOperationsTest {
    private static final String LONG_NAME = "n".repeat(2000);

    private final MemoryView view = MemoryView.posix()
            .file("a/b", "0123456789")
            .link("l", "a/b")
            .folder("many/x")
            .folder("many/y")
            .file("many/" + LONG_NAME, "");
    private final FuseOperations operations = new FuseOperations(view, Errnos.LINUX, ".probe-1A");

    private int lookup(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        return operations.lookup(bytes, bytes.length);
    }

    private long open(String path, int flags) throws IOException {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        return operations.open(bytes, bytes.length, flags);
    }

    @Test
    void lookingUpGivesNodesOrNoEntry() {
        assertThat(lookup("/")).isZero();
        assertThat(lookup("/a/b")).isEqualTo(view.lookup("a/b"));
        assertThat(lookup("/a/c")).isEqualTo(-2);
    }

    @Test
    void onlyTheProbeTellsThatTheKernelHasAsked() {
        assertThat(lookup("/.probe-1B")).isEqualTo(-2);
        assertThat(operations.probed().getCount()).isEqualTo(1);

        assertThat(lookup("/.PROBE-1a")).isEqualTo(-2);
        assertThat(operations.probed().getCount()).isZero();
    }

    @Test
    void modesHoldTypeAndPermissions() {
        assertThat(operations.mode(lookup("/a"))).isEqualTo(0040555);
        assertThat(operations.mode(lookup("/a/b"))).isEqualTo(0100444);
        assertThat(operations.mode(lookup("/l"))).isEqualTo(0120555);
    }

    @Test
    void openingToWriteIsRefused() throws IOException {
        assertThat(open("/a/b", 1)).isEqualTo(-30);
        assertThat(open("/a/b", 2)).isEqualTo(-30);
        assertThat(open("/a/b", 0)).isPositive();
        assertThat(view.openFiles()).isEqualTo(1);
    }

    @Test
    void onlyFilesOpen() throws IOException {
        assertThat(open("/a", 0)).isEqualTo(-21);
        assertThat(open("/l", 0)).isEqualTo(-40);
        assertThat(open("/none", 0)).isEqualTo(-2);
    }

    @Test
    void readsFillTheBufferUnlessTheFileEnds() throws IOException {
        long handle = open("/a/b", 0);
        ByteBuffer dst = ByteBuffer.allocate(4);

        assertThat(operations.read(handle, 3, dst)).isEqualTo(4);
        assertThat(new String(dst.array(), StandardCharsets.US_ASCII)).isEqualTo("3456");
        assertThat(operations.read(handle, 8, dst.clear())).isEqualTo(2);
        assertThat(operations.read(handle, 10, dst.clear())).isZero();
        assertThat(operations.read(handle, Long.MAX_VALUE, dst.clear())).isZero();
    }

    @Test
    void readsOfAByteEachAreJoined() throws IOException {
        MemoryView slow = MemoryView.posix().file("f", 10, () -> new MemoryView.Bytes("0123456789".getBytes()) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                int limit = dst.limit();
                dst.limit(dst.position() + 1);
                int n = super.read(position, dst);
                dst.limit(limit);
                return n;
            }
        });
        FuseOperations of = new FuseOperations(slow, Errnos.LINUX, "p");
        long handle = of.open("/f".getBytes(), 2, 0);
        ByteBuffer dst = ByteBuffer.allocate(20);

        assertThat(of.read(handle, 0, dst)).isEqualTo(10);
        assertThat(new String(dst.array(), 0, 10, StandardCharsets.US_ASCII)).isEqualTo("0123456789");
    }

    @Test
    void aFileThatEndsTooEarlyIsAnErrorNotZeros() throws IOException {
        MemoryView cut = MemoryView.posix().file("f", 100, () -> new MemoryView.Bytes(new byte[100]) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                return position < 50 ? super.read(position, dst.limit(50)) : -1;
            }
        });
        FuseOperations of = new FuseOperations(cut, Errnos.LINUX, "p");
        long handle = of.open("/f".getBytes(), 2, 0);

        assertThatThrownBy(() -> of.read(handle, 50, ByteBuffer.allocate(10))).isInstanceOf(IOException.class);
    }

    @Test
    void unknownHandlesAreBad() throws IOException {
        long handle = open("/a/b", 0);
        assertThat(operations.read(handle + 1, 0, ByteBuffer.allocate(1))).isEqualTo(-9);
        assertThat(operations.release(handle)).isZero();
        assertThat(operations.release(handle)).isEqualTo(-9);
        assertThat(operations.read(handle, 0, ByteBuffer.allocate(1))).isEqualTo(-9);
        assertThat(view.openFiles()).isZero();
    }

    @Test
    void aListingGoesOnWhereItStopped() {
        List<String> names = new ArrayList<>();
        long[] from = {0};
        int node = lookup("/many");
        for (int round = 0; round < 10; round++) {
            boolean[] taken = {false};
            int result = operations.readdir(node, from[0], new byte[2], (name, length, child, next) -> {
                if (taken[0]) {
                    return false; // one entry at a time
                }
                taken[0] = true;
                names.add(new String(name, 0, length, StandardCharsets.UTF_8));
                from[0] = next;
                return true;
            });
            assertThat(result).isZero();
        }
        assertThat(names).containsExactly(".", "..", "x", "y", LONG_NAME);
        assertThat(operations.readdir(lookup("/a/b"), 0, new byte[2], (name, length, child, next) -> true))
                .isEqualTo(-20);
    }

    @Test
    void afterTheEndEverythingFailsWithoutAskingTheView() throws IOException {
        long handle = open("/a/b", 0);
        operations.end();

        assertThat(lookup("/a/b")).isEqualTo(-5);
        assertThat(open("/a/b", 0)).isEqualTo(-5);
        assertThat(operations.read(handle, 0, ByteBuffer.allocate(1))).isEqualTo(-5);
        operations.closeAll();
        assertThat(view.openFiles()).isZero();
    }

    @Test
    void closingAllGoesOnAfterOneFails() throws IOException {
        List<Integer> closed = new ArrayList<>();
        MemoryView bad = MemoryView.posix();
        for (int i = 0; i < 3; i++) {
            int n = i;
            bad.file("f" + i, 1, () -> new MemoryView.Bytes(new byte[1]) {
                @Override
                public void close() {
                    closed.add(n);
                    throw new IllegalStateException("a mistake");
                }
            });
        }
        FuseOperations of = new FuseOperations(bad, Errnos.LINUX, "p");
        for (int i = 0; i < 3; i++) {
            of.open(("/f" + i).getBytes(), 3, 0);
        }

        of.closeAll();

        assertThat(closed).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void whatFailsGivesItsNegativeNumber() {
        assertThat(operations.failed("read", new IOException("x"))).isEqualTo(-5);
        assertThat(operations.failed("read", new StackOverflowError())).isEqualTo(-5);
        Throwable treacherous = new IOException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new OutOfMemoryError("pretended");
            }
        };
        assertThat(operations.failed("read", treacherous)).isEqualTo(-5);
    }

    @Test
    void filesOpenAtOnceHaveHandlesOfTheirOwn() throws IOException {
        assertThat(open("/a/b", 0)).isNotEqualTo(open("/a/b", 0));
        assertThat(operations.openFiles()).isEqualTo(2);
    }
}
