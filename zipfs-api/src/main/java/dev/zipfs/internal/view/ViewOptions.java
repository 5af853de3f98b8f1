package dev.zipfs.internal.view;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.MountOptions;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import java.util.Locale;

/**
 * What a view needs to know of the user's choices.
 *
 * @param nameRules which names are shown, and whether look-ups ignore case
 * @param outsideLinks what becomes of links that leave the archive
 * @param limits how many nodes, name bytes and nested folders are allowed
 * @param normalization what a look-up does that finds nothing
 */
public record ViewOptions(
        NameRules nameRules, OutsideLinks outsideLinks, ArchiveLimits limits, Normalization normalization) {

    /** What a look-up does where no name has exactly the bytes asked for. */
    public enum Normalization {
        /** It finds nothing: two names that differ are two files. */
        NONE,
        /** It tries the composed and the decomposed spelling: macOS asks for either. */
        COMPOSED_OR_DECOMPOSED
    }

    /**
     * Takes what concerns a view, and the platform's way of asking for names.
     *
     * @param options the user's choices
     * @return the choices of a view
     */
    public static ViewOptions of(MountOptions options) {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return new ViewOptions(
                options.nameRules(),
                options.outsideLinks(),
                options.limits(),
                os.startsWith("mac") ? Normalization.COMPOSED_OR_DECOMPOSED : Normalization.NONE);
    }

    /**
     * Takes the platform out: no look-up by another normalization.
     *
     * @param nameRules which names are shown
     * @param outsideLinks what becomes of links that leave the archive
     * @param limits how much is allowed
     * @return the choices of a view
     */
    public static ViewOptions of(NameRules nameRules, OutsideLinks outsideLinks, ArchiveLimits limits) {
        return new ViewOptions(nameRules, outsideLinks, limits, Normalization.NONE);
    }
}
