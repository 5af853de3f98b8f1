package dev.zipfs.examples.filebench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BenchmarkTest {
    private static final Benchmark.Progress UNSEEN = (run, work, subject) -> {};

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 4097, 5_000_001})
    void everyTestIsDoneInEveryRunWhateverTheSize(int size) throws IOException {
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(size));
        Series series = Benchmark.run(List.of(subject), 2, UNSEEN).get(0);
        for (Work work : Work.values()) {
            int once = work == Work.RANDOM ? 1024 : work == Work.REOPEN ? 128 : 1;
            assertThat(series.samples(work).orElseThrow().count())
                    .as("%s", work)
                    .isEqualTo(2 * once);
        }
        Xxh3 hash = new Xxh3();
        hash.update(ByteBuffer.wrap(subject.content));
        assertThat(series.hash()).isEqualTo(hash.hex());
        assertThat(series.unbuffered()).isFalse();
        assertThat(subject.open).hasValue(0);
        assertThat(subject.forgotten).hasValue(2 * 5);
    }

    @Test
    void subjectsTakeTurnsAndTheNextRunIsInReverse() throws IOException {
        List<String> raw = new ArrayList<>();
        Benchmark.run(
                List.of(new MemorySubject("a", new byte[9]), new MemorySubject("b", new byte[9])),
                3,
                (run, work, subject) -> {
                    if (work == Work.RAW) {
                        raw.add(run + subject);
                    }
                });
        assertThat(raw).containsExactly("1a", "1b", "2b", "2a", "3a", "3b");
    }

    @Test
    void shortReadsAreNoFailure() throws IOException {
        byte[] content = Pattern.bytes(100_000);
        Subject tripping = new MemorySubject("a", content) {
            @Override
            int read(long position, ByteBuffer into) throws IOException {
                ByteBuffer part = into.duplicate().limit(Math.min(into.limit(), into.position() + 1777));
                int count = super.read(position, part);
                into.position(part.position());
                return count;
            }
        };
        List<Series> both = Benchmark.run(List.of(tripping, new MemorySubject("b", content)), 1, UNSEEN);
        assertThat(both.get(0).sameContent(both.get(1))).isTrue();
    }

    @Test
    void anEndThatComesTooEarlyIsAnErrorThatNamesIt() {
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(100_000));
        subject.content = Pattern.bytes(99_999);
        assertThatThrownBy(() -> Benchmark.run(List.of(subject), 1, UNSEEN))
                .isInstanceOf(IOException.class)
                .hasMessage("memory/a: it ends at byte 99999, where 100000 should be there");
        assertThat(subject.open).hasValue(0);
    }

    @Test
    void contentThatChangesBetweenRunsIsAnError() {
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(1000));
        assertThatThrownBy(
                        () -> Benchmark.run(List.of(subject), 2, (run, work, label) -> subject.content[7] = (byte) run))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("memory/a: it changed while it was measured");
    }

    @Test
    void aFailureOfOneOfManyReadersIsTheirs() {
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(1000)) {
            @Override
            int read(long position, ByteBuffer into) throws IOException {
                if (Thread.currentThread().getName().equals("reader")) {
                    throw new IOException("the cable is out");
                }
                return super.read(position, into);
            }
        };
        assertThatThrownBy(() -> Benchmark.run(List.of(subject), 1, UNSEEN))
                .isInstanceOf(IOException.class)
                .hasMessage("memory/a: the cable is out");
    }

    @Test
    void whatCannotBeReadUnbufferedAfterAllIsReadBuffered() throws IOException {
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(10_000)) {
            @Override
            public Reading openUnbuffered() {
                return new Aligned(this, 512) {
                    @Override
                    public int read(long position, ByteBuffer into) throws IOException {
                        throw new IOException("Invalid argument");
                    }
                };
            }
        };
        assertThat(Benchmark.run(List.of(subject), 1, UNSEEN).get(0).unbuffered())
                .isFalse();
        assertThat(subject.open).hasValue(0);
    }

    @Test
    void anUnbufferedReadGoesOnAtABlockWhereverTheLastOneStopped() throws IOException {
        List<Long> positions = new ArrayList<>();
        MemorySubject subject = new MemorySubject("a", Pattern.bytes(10_000)) {
            @Override
            public Reading openUnbuffered() {
                return new Aligned(this, 512) {
                    @Override
                    public int read(long position, ByteBuffer into) throws IOException {
                        positions.add(position);
                        assertThat(into.alignmentOffset(into.position(), 512)).isZero();
                        assertThat(into.remaining() % 512).isZero();
                        into.limit(Math.min(into.limit(), 3000));
                        return super.read(position, into);
                    }
                };
            }
        };
        assertThat(Benchmark.run(List.of(subject), 1, UNSEEN).get(0).unbuffered())
                .isTrue();
        assertThat(positions).startsWith(0L, 2560L, 5120L).allMatch(position -> position % 512 == 0);
    }

    /** A reading of a subject that says it is unbuffered. */
    private static class Aligned implements Reading {
        private final MemorySubject subject;
        private final int alignment;

        Aligned(MemorySubject subject, int alignment) {
            this.subject = subject;
            this.alignment = alignment;
            subject.open.incrementAndGet();
        }

        @Override
        public int read(long position, ByteBuffer into) throws IOException {
            return subject.read(position, into);
        }

        @Override
        public int alignment() {
            return alignment;
        }

        @Override
        public boolean unbuffered() {
            return true;
        }

        @Override
        public void close() {
            subject.open.decrementAndGet();
        }
    }
}
