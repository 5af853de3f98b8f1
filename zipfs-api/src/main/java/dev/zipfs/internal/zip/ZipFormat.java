package dev.zipfs.internal.zip;

import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** ZIP, as PKWARE's APPNOTE 6.3.10 describes it and as the tools of thirty years write it. */
public final class ZipFormat implements ArchiveFormat {
    /** For {@link java.util.ServiceLoader}. */
    public ZipFormat() {}

    @Override
    public String id() {
        return "zip";
    }

    @Override
    public Recognition recognize(ArchiveSource source) throws IOException {
        String reason = DirectoryLocator.recognize(source);
        return reason.isEmpty() ? Recognition.yes() : Recognition.no(reason);
    }

    @Override
    public List<Path> volumes(Path file, ArchiveSource source) throws IOException {
        return ZipVolumes.of(file, source);
    }

    @Override
    public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
        DirectoryLocation location = DirectoryLocator.locate(source);
        ZipNames names = new ZipNames(request.charset().orElse(null));
        CentralDirectoryReader reader = new CentralDirectoryReader(source, request, location, names);
        CentralDirectory directory = reader.read();
        return new ZipIndex(
                directory,
                new EntryAccess(source, request, location.bias(), reader.checksum(), reader.guess()),
                request,
                names.text(location.comment(), reader.guess()),
                new ZipDetails(directory, location, source, reader.unmarkedNames(), reader.guess()),
                reader.searchable());
    }
}
