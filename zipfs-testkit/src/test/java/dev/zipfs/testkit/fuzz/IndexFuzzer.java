package dev.zipfs.testkit.fuzz;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.NameRules;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Any bytes, taken for an archive: it is refused with an error that says why, or every law of a view holds for it, and each entry
 * gives as many bytes as it says or an error. The first byte chooses options.
 */
public final class IndexFuzzer {
    static final int WINDOWS = 1;
    static final int SHIFT_JIS = 2;
    static final int TIGHT = 4;

    private static final int ENTRIES_READ = 16;
    private static final Charset JAPANESE = Charset.forName("Shift_JIS");
    private static final ArchiveLimits FEW = ArchiveLimits.builder()
            .maxEntries(8)
            .maxDepth(3)
            .maxNameBytes(200)
            .maxIndexBytes(1000)
            .build();

    private IndexFuzzer() {}

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] archive = Arrays.copyOfRange(input, 1, input.length);
        NameRules rules = (input[0] & WINDOWS) != 0 ? NameRules.WINDOWS : NameRules.POSIX;
        Charset charset = (input[0] & SHIFT_JIS) != 0 ? JAPANESE : null;
        ArchiveLimits limits = (input[0] & TIGHT) != 0 ? FEW : ArchiveLimits.defaults();
        try (FuzzedView opened = FuzzedView.open(archive, rules, charset, limits)) {
            opened.check();
            opened.readSome(ENTRIES_READ);
        } catch (IOException refused) {
            FuzzedView.wellWorded(refused);
        }
    }
}
