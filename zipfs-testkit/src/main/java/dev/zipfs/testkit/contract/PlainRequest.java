package dev.zipfs.testkit.contract;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.PasswordProvider;
import dev.zipfs.spi.OpenRequest;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** A request without any wish. */
class PlainRequest implements OpenRequest {
    @Override
    public Optional<Charset> charset() {
        return Optional.empty();
    }

    @Override
    public ZoneId zone() {
        return ZoneOffset.UTC;
    }

    @Override
    public PasswordProvider passwords() {
        return PasswordProvider.none();
    }

    @Override
    public ArchiveLimits limits() {
        return ArchiveLimits.defaults();
    }

    @Override
    public void warn(ArchiveWarning warning) {}
}
