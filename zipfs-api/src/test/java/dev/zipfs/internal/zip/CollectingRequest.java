package dev.zipfs.internal.zip;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.PasswordProvider;
import dev.zipfs.spi.OpenRequest;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A request to open an archive that collects its warnings. */
class CollectingRequest implements OpenRequest {
    Optional<Charset> charset = Optional.empty();
    ZoneId zone = ZoneOffset.UTC;
    PasswordProvider passwords = PasswordProvider.none();
    ArchiveLimits limits = ArchiveLimits.defaults();
    final List<ArchiveWarning> warnings = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Optional<Charset> charset() {
        return charset;
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public PasswordProvider passwords() {
        return passwords;
    }

    @Override
    public ArchiveLimits limits() {
        return limits;
    }

    @Override
    public void warn(ArchiveWarning warning) {
        warnings.add(warning);
    }
}
