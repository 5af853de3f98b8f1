package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the format of an archive among those that are installed. */
final class FormatRegistry {
    private final Providers<ArchiveFormat> providers;

    private FormatRegistry(Providers<ArchiveFormat> providers) {
        this.providers = providers;
    }

    static FormatRegistry installed() {
        return new FormatRegistry(Providers.installed(ArchiveFormat.class));
    }

    /** The formats in the order in which they are asked. */
    List<ArchiveFormat> inOrder() {
        List<ArchiveFormat> formats = new ArrayList<>(providers.loaded());
        formats.sort(new BestFirst());
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

    /** A class where lambdas would do: every drive starts here, and a fresh JVM's first lambda is slow. */
    private static final class BestFirst implements Comparator<ArchiveFormat> {
        @Override
        public int compare(ArchiveFormat a, ArchiveFormat b) {
            int byPriority = Integer.compare(b.priority(), a.priority());
            return byPriority != 0 ? byPriority : a.id().compareTo(b.id());
        }
    }
}
