package dev.zipfs.internal.zip;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Guesses the encoding of those names of an archive that carry no mark of theirs and are no UTF-8, from all of them
 * together. The specification says CP437, and so it stays unless another encoding is a thousand times likelier.
 *
 * <p>The host that made the entries says which code page to expect of two that a machine has: tools on DOS and Windows
 * write the console's, Unix machines and those that say NTFS the other one.
 */
final class UnmarkedNames {
    /** More do not make a guess better. */
    private static final int MOST_SAMPLES = 2000;

    private static final int LONGEST_SAMPLE = 300;

    /** By how much the logarithm of the likelihood must exceed that of CP437. */
    private static final double SURE = Math.log(1000);

    /** The same for Latin-1's successor where the entries were not made on DOS or Windows. */
    private static final double SURE_ON_UNIX = Math.log(30);

    /** And by how much that of the next best. */
    private static final double AHEAD = Math.log(8);

    /** Which part of the characters may be unusual. */
    private static final double MOST_STRANGE = 0.15;

    /** What was decided. */
    record Guess(Charset charset, String reason) {}

    /** Path components, each byte a character; distinct, so that a folder of many files counts once. */
    private final Set<String> samples = new LinkedHashSet<>();

    private int count;
    private boolean consoleHost;

    /** Takes a name. */
    void add(byte[] b, int from, int length, boolean madeOnDosOrWindows) {
        count++;
        consoleHost |= madeOnDosOrWindows;
        int start = from;
        int end = from + length;
        // No encoding that is tried has a '/' within a character.
        for (int i = from; i <= end && samples.size() < MOST_SAMPLES; i++) {
            if (i == end || b[i] == '/') {
                int sample = Math.min(i - start, LONGEST_SAMPLE);
                if (!Utf8.isAscii(b, start, i - start) && sample == i - start) {
                    samples.add(new String(b, start, sample, StandardCharsets.ISO_8859_1));
                }
                start = i + 1;
            }
        }
    }

    /** How many names there are. */
    int count() {
        return count;
    }

    /** The encoding that is far likelier than CP437, or {@code null} where there is none. */
    @Nullable
    Guess decide() {
        if (samples.isEmpty()) {
            return null;
        }
        double usual = score(Models.CP437);
        CharsetModel best = null;
        double bestScore = CharsetModel.IMPOSSIBLE;
        double second = usual;
        for (CharsetModel model : Models.OTHERS) {
            double score = model.charset() == null ? CharsetModel.IMPOSSIBLE : score(model);
            if (score > bestScore) {
                second = Math.max(second, bestScore);
                best = model;
                bestScore = score;
            } else {
                second = Math.max(second, score);
            }
        }
        Charset charset = best == null ? null : best.charset();
        if (best == null || charset == null) {
            return null;
        }
        double sure = best == Models.WESTERN && !consoleHost ? SURE_ON_UNIX : SURE;
        if (bestScore - usual < sure || bestScore - second < AHEAD || !plausible(best)) {
            return null;
        }
        return new Guess(
                charset,
                count + (count == 1 ? " name carries" : " names carry")
                        + " no mark of an encoding; taken as " + charset.name() + ", "
                        + "which is by far the likeliest; set the charset if they are something else");
    }

    /** The best of all may be no good. */
    private boolean plausible(CharsetModel model) {
        int strange = 0;
        int all = 0;
        for (String sample : samples) {
            byte[] name = sample.getBytes(StandardCharsets.ISO_8859_1);
            strange += model.strange(name);
            for (byte b : name) {
                all += b < 0 ? 1 : 0;
            }
        }
        return strange <= all * MOST_STRANGE;
    }

    private double score(CharsetModel model) {
        double sum = 0;
        for (String sample : samples) {
            sum += model.score(sample.getBytes(StandardCharsets.ISO_8859_1));
            if (sum == CharsetModel.IMPOSSIBLE) {
                return sum;
            }
        }
        return sum;
    }

    /** Made when the first archive needs them: few do. */
    private static final class Models {
        static final CharsetModel CP437 = SingleByteModel.cp437();
        static final CharsetModel WESTERN = SingleByteModel.latin("windows-1252");
        static final List<CharsetModel> OTHERS = List.of(
                WESTERN,
                SingleByteModel.cyrillic("IBM866"),
                SingleByteModel.cyrillic("windows-1251"),
                DoubleByteModel.japanese(),
                DoubleByteModel.simplifiedChinese(),
                DoubleByteModel.korean(),
                DoubleByteModel.traditionalChinese());
    }
}
