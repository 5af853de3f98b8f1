package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link ArchiveSource} holds: the bytes are those that are there, at any position, for any number of threads, and
 * one thread's interrupt is nobody else's trouble. A test of one's own extends this class and opens a source over given bytes.
 *
 * @since 0.1.0
 */
@Timeout(60)
public abstract class ArchiveSourceContract {
    private static final Content CONTENT =
            Content.bytes(Content.random(300_007, 1).toBytes());

    private final List<ArchiveSource> opened = new ArrayList<>();

    /** For who tests a source. */
    protected ArchiveSourceContract() {}

    /**
     * Opens a source. Closed by the test.
     *
     * @param bytes all it is to hold, one at least
     * @return an open source
     * @throws IOException if that fails
     */
    protected abstract ArchiveSource open(byte[] bytes) throws IOException;

    private ArchiveSource source(Content content) throws IOException {
        ArchiveSource source = open(content.toBytes());
        opened.add(source);
        return source;
    }

    private ArchiveSource source() throws IOException {
        return source(CONTENT);
    }

    @AfterEach
    void closeAll() throws IOException {
        for (ArchiveSource source : opened) {
            source.close();
        }
    }

    @Test
    void sizeIsHowManyBytesThereAre() throws IOException {
        for (int size : new int[] {1, 4096, 300_007}) {
            assertThat(source(Content.random(size, 1)).size()).isEqualTo(size);
        }
    }

    @Test
    void itHasAName() throws IOException {
        assertThat(source().name()).isNotBlank();
    }

    @Test
    void readsGiveTheBytesAtTheirPosition() throws IOException {
        Positions.readAnywhere(source()::read, CONTENT, 1);
        Positions.readAnywhere(source(Content.random(1, 1))::read, Content.random(1, 1), 1);
    }

    @Test
    void atTheEndAndPastItNothingIsRead() throws IOException {
        Positions.readPastTheEnd(source()::read, CONTENT);
        Positions.readPastTheEnd(source(Content.random(1, 1))::read, Content.random(1, 1));
    }

    @Test
    void negativePositionsAreRefused() throws IOException {
        ArchiveSource source = source();
        for (long position : new long[] {-1, Long.MIN_VALUE}) {
            ByteBuffer dst = ByteBuffer.allocate(10);
            assertThatThrownBy(() -> source.read(position, dst), "position %s", position)
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(dst.position()).isZero();
        }
    }

    @Test
    void threadsReadAtOnce() throws Exception {
        Positions.readTogether(source()::read, CONTENT);
    }

    @Test
    void anInterruptedReaderClosesNothing() throws Exception {
        ArchiveSource source = source();
        Thread reader = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                source.read(0, ByteBuffer.allocate(1000));
            } catch (IOException mayFailItself) {
                assertThat(mayFailItself).isNotNull();
            }
        });
        reader.start();
        reader.join();

        Positions.readAnywhere(source::read, CONTENT, 2);
    }

    @Test
    void fingerprintsTellArchivesApart() throws IOException {
        ArchiveSource source = source();
        String fingerprint = source.fingerprint();
        assertThat(source.fingerprint()).isEqualTo(fingerprint);

        String other = source(Content.random(300_008, 1)).fingerprint();
        if (!fingerprint.isEmpty()) {
            assertThat(other).as("the fingerprint of other bytes").isNotEqualTo(fingerprint);
        }
    }

    @Test
    void closingTwiceIsAsClosingOnce() throws IOException {
        ArchiveSource source = source();
        source.close();
        assertThatCode(source::close).doesNotThrowAnyException();
    }

    @Test
    void aClosedSourceGivesNoBytes() throws IOException {
        ArchiveSource source = source();
        source.close();
        ByteBuffer dst = ByteBuffer.allocate(10);
        assertThatThrownBy(() -> source.read(0, dst)).isInstanceOfAny(IOException.class, IllegalStateException.class);
        assertThat(dst.position()).isZero();
    }
}
