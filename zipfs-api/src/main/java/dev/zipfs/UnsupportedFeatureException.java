package dev.zipfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The archive is sound but uses something this version, or this set of jars, cannot read: a compression method, strong
 * encryption, an encrypted central directory. Where it is one entry, the rest of the archive stays readable.
 *
 * @since 0.1.0
 */
public final class UnsupportedFeatureException extends ZipDriveException {
    private static final long serialVersionUID = 1L;

    private final String feature;
    private final @Nullable String entry;

    /**
     * Makes an exception.
     *
     * @param feature what is not supported, for example {@code "compression method 98 (PPMd)"}
     * @param entry the path of the entry that needs it, or {@code null} where the whole archive does
     * @param advice what the user can do, or an empty string
     */
    public UnsupportedFeatureException(String feature, @Nullable String entry, String advice) {
        super((entry == null ? "" : "entry '" + entry + "': ")
                + feature
                + " is not supported"
                + (advice.isEmpty() ? "" : "; " + advice));
        this.feature = feature;
        this.entry = entry;
    }

    /**
     * What is not supported.
     *
     * @return the method's number and name, or the feature's name
     */
    public String feature() {
        return feature;
    }

    /**
     * Which entry needs it.
     *
     * @return its path inside the archive, or empty where the whole archive does
     */
    public Optional<String> entry() {
        return Optional.ofNullable(entry);
    }
}
