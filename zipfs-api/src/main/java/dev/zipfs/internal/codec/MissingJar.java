package dev.zipfs.internal.codec;

import dev.zipfs.UnsupportedFeatureException;
import java.util.function.Supplier;

/** What to say where a method needs a jar that is not there. */
public final class MissingJar {
    private MissingJar() {}

    /** The exception that names the jar. */
    public static UnsupportedFeatureException of(String feature, String jar, EntryData data) {
        return new UnsupportedFeatureException(
                feature, data.entry(), "add " + jar + " to the class path, or with --add-modules to the module graph");
    }

    /**
     * Looks for a class of the jar.
     *
     * @throws UnsupportedFeatureException if it is not there
     */
    static void check(String type, Supplier<UnsupportedFeatureException> missing) throws UnsupportedFeatureException {
        try {
            Class.forName(type, false, MissingJar.class.getClassLoader());
        } catch (LinkageError | ClassNotFoundException e) {
            throw missing.get();
        }
    }
}
