package dev.zipfs.internal.zip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    private static final int LONGEST = 0xFFFF;

    private static byte[] header(String name) {
        TinyZip zip = new TinyZip();
        zip.add(name, "");
        byte[] archive = zip.build();
        // Of the archive the local header, which has no content, comes before the directory.
        int start = LocalHeader.LENGTH + name.length();
        byte[] header = new byte[CentralHeader.LENGTH + name.length()];
        System.arraycopy(archive, start, header, 0, header.length);
        return header;
    }

    /** What the first headers are mostly made of is not kept; those behind them must not get chunks of a record each for that. */
    @Test
    void longCommentsBeforeLongNamesTakeFewChunks() throws Exception {
        byte[] first = header("a");
        byte[] later = header("b".repeat(20_000));
        int commented = 8000;
        int named = 300;
        long left = (long) commented * (first.length + LONGEST) + (long) named * later.length;
        RecordWriter writer = new RecordWriter(left);
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < commented; i++) {
            positions.add(writer.keep(first, 0, 1, 0, true, 0, left));
            left -= first.length + LONGEST;
        }
        for (int i = 0; i < named; i++) {
            positions.add(writer.keep(later, 0, 20_000, 0, true, 0, left));
            left -= later.length;
        }
        List<byte[]> chunks = writer.finish();
        assertThat(chunks).hasSizeLessThan(40);
        int last = positions.get(positions.size() - 1);
        assertThat(EntryRecord.name(
                        chunks.get(last >>> CentralDirectory.CHUNK_BITS), last & CentralDirectory.CHUNK_MASK))
                .hasSize(20_000)
                .containsOnly('b');
    }
}
