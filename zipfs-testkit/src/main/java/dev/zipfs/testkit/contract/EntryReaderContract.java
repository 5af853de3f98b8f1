package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link EntryReader} holds: plain bytes at any position in any order, for any number of threads; a cost that is true
 * and never gets worse; and, where there is a checksum, no last byte before it was right. A test of one's own extends this class
 * and opens a reader over given content.
 *
 * @since 0.1.0
 */
@Timeout(60)
public abstract class EntryReaderContract {
    private final List<EntryReader> opened = new ArrayList<>();

    /** For who tests a reader. */
    protected EntryReaderContract() {}

    /**
     * Opens a reader. Closed by the test.
     *
     * @param content what the entry holds, up to {@link #largest()} bytes
     * @return an open reader
     * @throws IOException if that fails
     */
    protected abstract EntryReader open(Content content) throws IOException;

    /**
     * Opens a reader of an entry whose checksum is wrong, for a format that has any. Closed by the test.
     *
     * @param content what the entry holds
     * @return an open reader, or {@code null} if there is no checksum; by default so
     * @throws IOException if that fails, as it may where the checksum is looked at so early
     */
    protected @Nullable EntryReader openWithWrongChecksum(Content content) throws IOException {
        return null;
    }

    /**
     * How much content can be made for a test.
     *
     * @return bytes; 300,000 by default
     */
    protected int largest() {
        return 300_000;
    }

    private Content content() {
        return Content.bytes(Content.noise(largest(), 1).toBytes());
    }

    private EntryReader reader(Content content) throws IOException {
        EntryReader reader = open(content);
        opened.add(reader);
        return reader;
    }

    @AfterEach
    void closeAll() throws IOException {
        for (EntryReader reader : opened) {
            reader.close();
        }
    }

    @Test
    void sizeIsThatOfTheContent() throws IOException {
        for (int size : new int[] {0, 1, largest()}) {
            assertThat(reader(Content.noise(size, 1)).size()).isEqualTo(size);
        }
    }

    @Test
    void readsGiveTheBytesAtTheirPosition() throws IOException {
        for (int size : new int[] {0, 1, 1000, largest()}) {
            Content content = Content.noise(size, size);
            Positions.readAnywhere(reader(content)::read, content, size);
        }
    }

    @Test
    void atTheEndAndPastItNothingIsRead() throws IOException {
        Positions.readPastTheEnd(reader(content())::read, content());
        Positions.readPastTheEnd(reader(Content.empty())::read, Content.empty());
    }

    @Test
    void negativePositionsAreRefused() throws IOException {
        EntryReader reader = reader(content());
        ByteBuffer dst = ByteBuffer.allocate(10);
        assertThatThrownBy(() -> reader.read(-1, dst)).isInstanceOf(IllegalArgumentException.class);
        assertThat(dst.position()).isZero();
    }

    @Test
    void threadsReadAtOnce() throws Exception {
        Positions.readTogether(reader(content())::read, content());
    }

    @Test
    void theCostNeverGetsWorse() throws IOException {
        EntryReader reader = reader(content());
        AccessCost cost = reader.accessCost();
        for (long position = 0; position < reader.size(); position += largest() / 10) {
            reader.read(position, ByteBuffer.allocate(largest() / 10));
            assertThat(reader.accessCost())
                    .as("the cost after %s bytes, at first %s", position, cost)
                    .isLessThanOrEqualTo(cost);
            cost = reader.accessCost();
        }
    }

    @Test
    void decodingStartsNoLaterThanItsTarget() throws IOException {
        EntryReader reader = reader(content());
        for (int pass = 0; pass < 2; pass++) {
            for (long position = 0; position < reader.size(); position += largest() / 7) {
                long start = reader.restartPoint(position);
                assertThat(start).as("where decoding starts for %s", position).isBetween(0L, position);
                if (reader.accessCost() == AccessCost.DIRECT) {
                    assertThat(start).as("where a direct reader starts").isEqualTo(position);
                }
            }
            reader.read(0, ByteBuffer.allocate(largest()));
        }
    }

    @Test
    void whatIsCountedOnlyGrows() throws IOException {
        EntryReader reader = reader(content());
        long decoded = 0;
        for (int i = 0; i < 5; i++) {
            reader.read(largest() / 5L * i, ByteBuffer.allocate(100));
            assertThat(reader.decodedBytes()).as("bytes decoded so far").isGreaterThanOrEqualTo(decoded);
            assertThat(reader.restartPoints()).isNotNegative();
            assertThat(reader.restartPointBytes()).isNotNegative();
            decoded = reader.decodedBytes();
        }
    }

    @Test
    void aWrongChecksumIsToldBeforeTheLastByte() throws IOException {
        Content content = content();
        EntryReader wrong;
        try {
            wrong = openWithWrongChecksum(content);
        } catch (IOException toldAtOnce) {
            return;
        }
        Assumptions.assumeTrue(wrong != null, "there is no checksum");
        EntryReader reader = Objects.requireNonNull(wrong);
        opened.add(reader);

        assertThatThrownBy(
                        () -> {
                            for (long position = 0; position < content.size(); ) {
                                position += reader.read(position, ByteBuffer.allocate(10_000));
                            }
                        },
                        "a whole pass over an entry with a wrong checksum")
                .isInstanceOf(IOException.class);
        assertThatThrownBy(
                        () -> reader.read(content.size() - 1, ByteBuffer.allocate(1)),
                        "the last byte, once the checksum was found to be wrong")
                .isInstanceOf(IOException.class);
    }
}
