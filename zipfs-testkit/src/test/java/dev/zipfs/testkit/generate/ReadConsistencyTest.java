package dev.zipfs.testkit.generate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReadConsistencyTest {
    private static final Content CONTENT = Content.noise(1000, 1);
    private static final List<Read> READS =
            List.of(new Read(0, 10, true), new Read(995, 10, false), new Read(1000, 10, false), new Read(5, 0, true));

    @Test
    void rightReaderPasses() throws Exception {
        ReadConsistency.check(CONTENT::read, CONTENT, READS);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("says 0 at the end", (position, dst) -> Math.max(0, CONTENT.read(position, dst))),
                wrong("other bytes", (position, dst) -> Content.noise(1000, 2).read(position, dst)),
                wrong("one byte further", (position, dst) -> CONTENT.read(position + 1, dst)),
                wrong("a short read", (position, dst) -> {
                    ByteBuffer half = dst.slice();
                    half.limit(half.limit() / 2);
                    int count = CONTENT.read(position, half);
                    dst.position(dst.position() + Math.max(0, count));
                    return count;
                }),
                wrong("buffer left where it was", (position, dst) -> CONTENT.read(position, dst.duplicate())),
                wrong("writes before the position", (position, dst) -> {
                    dst.put(dst.position() - 1, (byte) 0);
                    return CONTENT.read(position, dst);
                }),
                wrong("moves the limit", (position, dst) -> {
                    int count = CONTENT.read(position, dst);
                    dst.limit(dst.position());
                    return count;
                }));
    }

    private static Arguments wrong(String what, PositionalReader reader) {
        return Arguments.of(what, reader);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void wrongReaderIsFound(String what, PositionalReader reader) {
        assertThatThrownBy(() -> ReadConsistency.check(reader, CONTENT, READS)).isInstanceOf(AssertionError.class);
    }

    @Test
    void rightReaderPassesByItself() throws Exception {
        ReadConsistency.check(CONTENT::read, CONTENT);
        ReadConsistency.check(Content.text("")::read, Content.text(""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void wrongReaderIsFoundByItself(String what, PositionalReader reader) {
        assertThatThrownBy(() -> ReadConsistency.check(reader, CONTENT)).isInstanceOf(AssertionError.class);
    }

    /** The classic: two readers move each other's file position. */
    @Test
    void aReaderThatIsWrongOnlyBetweenThreadsIsFound() {
        CyclicBarrier met = new CyclicBarrier(2);
        AtomicLong shared = new AtomicLong();
        PositionalReader seeking = (position, dst) -> {
            shared.set(position);
            try {
                met.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            return CONTENT.read(shared.get(), dst);
        };
        assertThatThrownBy(() -> ReadConsistency.checkTogether(
                        seeking, CONTENT, List.of(List.of(new Read(0, 10, false)), List.of(new Read(500, 10, false)))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aFailedReadOfOneThreadIsReported() {
        PositionalReader failing = (position, dst) -> {
            if (position == 500) {
                throw new IOException("no such sector");
            }
            return CONTENT.read(position, dst);
        };
        assertThatThrownBy(() -> ReadConsistency.checkTogether(
                        failing, CONTENT, List.of(List.of(new Read(0, 10, false)), List.of(new Read(500, 10, false)))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such sector");
    }
}
