package dev.zipfs.testkit.fuzz;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.HeaderLies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Any extra fields of one entry in a sound archive: the archive opens, the laws of a view hold, and the entry beside it reads. The
 * first byte chooses what the header says besides.
 */
public final class ExtraFieldsFuzzer {
    static final int WINDOWS = 1;
    static final int ZIP64 = 2;
    static final int AES = 4;
    static final int LOCAL = 8;

    private static final int LONGEST = 0xFFFF;
    private static final long IN_EXTRA_FIELD = 0xFFFF_FFFFL;
    private static final int AES_METHOD = 99;
    private static final int ENCRYPTED = 1;
    private static final byte[] OK = "ok\n".getBytes(StandardCharsets.US_ASCII);

    private ExtraFieldsFuzzer() {}

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        int choices = input[0];
        ExtraField extra = ExtraField.raw(Arrays.copyOfRange(input, 1, Math.min(input.length, LONGEST)));
        EntryBuilder entry = (choices & AES) != 0
                ? EntryModel.file("odd.txt", "odd\n")
                        .raw(AES_METHOD, new byte[40])
                        .flags(ENCRYPTED)
                : EntryModel.file("odd.txt", "odd\n");
        entry.centralExtra(extra);
        if ((choices & LOCAL) != 0) {
            entry.localExtra(extra);
        }
        if ((choices & ZIP64) != 0) {
            entry.centralLies(HeaderLies.none()
                    .size(IN_EXTRA_FIELD)
                    .compressedSize(IN_EXTRA_FIELD)
                    .offset(IN_EXTRA_FIELD));
        }
        byte[] archive = ArchiveModel.of(
                        entry.build(), EntryModel.file("ok.txt", "ok\n").build())
                .toBytes();
        NameRules rules = (choices & WINDOWS) != 0 ? NameRules.WINDOWS : NameRules.POSIX;
        try (FuzzedView opened = FuzzedView.open(archive, rules, null, ArchiveLimits.defaults())) {
            opened.check();
            opened.readSome(1);
            FuzzedView.require(Arrays.equals(opened.content(1), OK), "the entry beside is another");
        }
    }
}
