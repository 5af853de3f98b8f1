package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.PasswordProvider;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;

/** A ZIP archive of one entry, {@code a}: 4 KiB of zeros, deflated. It is also what is needed to open it. */
final class MadeUpArchive implements ArchiveSource, OpenRequest {
    /** One byte in each character. Making it here would load what reading does not need. */
    private static final String BYTES =
            "PK\3\4\24\0\0\0\10\0\0\0!\0\21\0\34\307\24\0\0\0\0\20\0\0\1\0\0\0a\355\301\1\15\0\0\0\302\240\367Om"
                    + "\17\7\24\0\0\0\360nPK\1\2\24\3\24\0\0\0\10\0\0\0!\0\21\0\34\307\24\0\0\0\0\20\0\0\1\0\0\0\0\0\0\0\0"
                    + "\0\0\0\200\1\0\0\0\0aPK\5\6\0\0\0\0\1\0\1\0/\0\0\0003\0\0\0\0\0";

    private final byte[] bytes = BYTES.getBytes(StandardCharsets.ISO_8859_1);

    @Override
    public String name() {
        return "rehearsal";
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int read(long position, ByteBuffer dst) {
        if (position >= bytes.length) {
            return -1;
        }
        int length = (int) Math.min(dst.remaining(), bytes.length - position);
        dst.put(bytes, (int) position, length);
        return length;
    }

    @Override
    public String fingerprint() {
        return "";
    }

    @Override
    public void close() {}

    @Override
    public Optional<Charset> charset() {
        return Optional.empty();
    }

    @Override
    public ZoneId zone() {
        return ZoneId.systemDefault();
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
