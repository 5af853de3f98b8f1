package dev.zipfs.internal.zip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.internal.BytesSource;
import dev.zipfs.spi.ArchiveIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of entries before all are known holds afterwards. */
class EarlyEntriesTest {
    private static final class Listening extends CollectingRequest implements EarlyEntries {
        final List<Integer> known = new ArrayList<>();
        final List<String> paths = new ArrayList<>();

        @Override
        public void known(ArchiveIndex soFar, int count, int expected, boolean plain) {
            known.add(count);
            assertThat(expected).isGreaterThanOrEqualTo(count);
            while (paths.size() < count) {
                paths.add(described(soFar, paths.size()));
            }
        }
    }

    private static String described(ArchiveIndex index, int entry) {
        byte[] path = new byte[index.pathLength(entry)];
        index.copyPath(entry, path, 0);
        return new String(path, StandardCharsets.UTF_8) + " " + index.type(entry);
    }

    private static void assertHolds(Listening early, ArchiveIndex all) {
        for (int entry = 0; entry < early.paths.size(); entry++) {
            assertThat(described(all, entry)).isEqualTo(early.paths.get(entry));
        }
    }

    @Test
    void entriesAreToldPieceByPiece() throws Exception {
        TinyZip zip = new TinyZip();
        for (int i = 0; i < 9000; i++) {
            zip.add(i % 7 == 0 ? "folder" + i + "/" : "some/folder/with/a/file/of/number-" + i, "");
        }
        Listening early = new Listening();
        try (ArchiveIndex index = new ZipFormat().open(new BytesSource(zip.build()), early)) {
            assertThat(early.known).hasSizeGreaterThan(2).isSorted().last().isEqualTo(9000);
            assertHolds(early, index);
        }
    }

    @Test
    void namesThatAreSettledTogetherAreNotToldBefore() throws Exception {
        TinyZip zip = new TinyZip();
        zip.add("plain", "");
        zip.add("folder/", "");
        zip.add("p\u00e4r", "").flags(CentralHeader.FLAG_UTF8);
        zip.add("p\u00e4r", "");
        zip.add("later", "");
        Listening early = new Listening();
        try (ArchiveIndex index = new ZipFormat().open(new BytesSource(zip.build()), early)) {
            assertThat(early.known).containsExactly(3);
            assertHolds(early, index);
        }
    }
}
