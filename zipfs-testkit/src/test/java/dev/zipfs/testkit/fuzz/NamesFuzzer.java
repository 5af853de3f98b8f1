package dev.zipfs.testkit.fuzz;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Any names in a sound archive: it opens, every law of a view holds, and each file is shown. The first byte chooses options; then
 * comes, for each entry, a byte of choices, the length of the name and the name.
 */
public final class NamesFuzzer {
    static final int WINDOWS = 1;
    static final int SHIFT_JIS = 2;

    static final int UTF8 = 1;
    static final int FAT = 2;
    static final int FOLDER = 4;
    static final int LINK = 8;
    static final int UNICODE_PATH = 16;

    private static final int UTF8_FLAG = 0x800;
    private static final int DOS_FOLDER = 0x10;
    private static final int LINK_MODE = 0120777;
    private static final Charset JAPANESE = Charset.forName("Shift_JIS");

    private NamesFuzzer() {}

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        ArchiveModel.Builder model = ArchiveModel.builder();
        for (int at = 1; at + 2 < input.length; ) {
            int end = Math.min(input.length, at + 2 + (input[at + 1] & 0xFF));
            model.add(entry(input[at], Arrays.copyOfRange(input, at + 2, end)));
            at = end;
        }
        NameRules rules = (input[0] & WINDOWS) != 0 ? NameRules.WINDOWS : NameRules.POSIX;
        Charset charset = (input[0] & SHIFT_JIS) != 0 ? JAPANESE : null;
        byte[] archive = model.build().toBytes();
        try (FuzzedView opened = FuzzedView.open(archive, rules, charset, ArchiveLimits.defaults())) {
            opened.check();
        }
    }

    private static EntryModel entry(int choices, byte[] name) {
        EntryBuilder entry;
        if ((choices & LINK) != 0) {
            // Links that lead to places their own names speak of: loops and dangling ones come by themselves.
            entry = EntryModel.file(name, Content.bytes(Arrays.copyOf(name, name.length / 2)))
                    .unixMode(LINK_MODE);
        } else {
            entry = EntryModel.file(name, Content.empty());
        }
        if ((choices & FAT) != 0) {
            entry.madeBy(0, 20);
        }
        if ((choices & FOLDER) != 0) {
            entry.externalAttributes(DOS_FOLDER);
        }
        if ((choices & UNICODE_PATH) != 0) {
            entry.centralExtra(ExtraField.unicodePath(name, new String(name, StandardCharsets.ISO_8859_1)));
        }
        return entry.flags((choices & UTF8) != 0 ? UTF8_FLAG : 0).build();
    }
}
