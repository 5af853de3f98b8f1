package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the format of an archive among those that are installed. */
final class FormatRegistry {
    private final Providers<ArchiveFormat> providers;

    private FormatRegistry(Providers<ArchiveFormat> providers) {
        this.providers = providers;
    }

    static FormatRegistry installed() {
        return new FormatRegistry(Providers.of(
                ServiceLoader.load(ArchiveFormat.class),
                ServiceLoader.load(ArchiveFormat.class, FormatRegistry.class.getClassLoader())));
    }

    /** The formats in the order in which they are asked. */
    List<ArchiveFormat> inOrder() {
        List<ArchiveFormat> formats = new ArrayList<>(providers.loaded());
        formats.sort(Comparator.comparingInt(ArchiveFormat::priority).reversed().thenComparing(ArchiveFormat::id));
        return formats;
    }

    /**
     * The first format, by priority and then id, that takes the archive.
     *
     * @throws ArchiveFormatException with every format's reason if none does
     */
    ArchiveFormat formatOf(ArchiveSource source) throws IOException {
        List<String> reasons = new ArrayList<>();
        for (ArchiveFormat format : inOrder()) {
            Recognition answer = format.recognize(source);
            if (answer.recognized()) {
                return format;
            }
            reasons.add("not " + format.id() + ": " + answer.reason());
        }
        providers.broken().forEach((name, reason) -> reasons.add(name + " could not be loaded: " + reason));
        String known = reasons.isEmpty() ? "no archive format is installed" : String.join("; ", reasons);
        throw ArchiveFormatException.of(source.name() + " is no archive that can be read: " + known)
                .build();
    }
}
