package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.MountOptions;
import dev.zipfs.PasswordProvider;
import dev.zipfs.internal.io.RestartFiles;
import dev.zipfs.internal.view.EarlyTree;
import dev.zipfs.internal.zip.EarlyEntries;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.RestartStore;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;

/** What a format may know of the options. */
final class Opening implements OpenRequest, EarlyEntries {
    private final MountOptions options;
    private final WarningLog warnings;
    private final RestartStore restarts;
    private final EarlyTree tree;
    private final boolean treeMayBeLate;

    /**
     * Prepares to open an archive.
     *
     * @param tree is begun while the archive is opened
     * @param treeMayBeLate unless nothing about the archive makes it needed
     */
    Opening(ArchiveSource source, MountOptions options, WarningLog warnings, EarlyTree tree, boolean treeMayBeLate) {
        this.options = options;
        Path directory = options.indexCache().orElse(null);
        this.restarts = directory == null ? RestartStore.none() : RestartFiles.in(directory, source);
        this.warnings = warnings;
        this.tree = tree;
        this.treeMayBeLate = treeMayBeLate;
    }

    @Override
    public Optional<Charset> charset() {
        return options.charset();
    }

    @Override
    public ZoneId zone() {
        return options.zone();
    }

    @Override
    public PasswordProvider passwords() {
        return options.passwords();
    }

    @Override
    public ArchiveLimits limits() {
        return options.limits();
    }

    @Override
    public RestartStore restarts() {
        return restarts;
    }

    @Override
    public void known(ArchiveIndex soFar, int known, int expected, boolean plain) {
        if (!(plain && treeMayBeLate)) {
            tree.known(soFar, known, expected);
        }
    }

    @Override
    public void warn(ArchiveWarning warning) {
        warnings.accept(warning);
    }
}
