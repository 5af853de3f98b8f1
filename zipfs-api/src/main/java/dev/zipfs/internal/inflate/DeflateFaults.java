package dev.zipfs.internal.inflate;

import dev.zipfs.ArchiveFormatException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the errors of a damaged deflate stream. Its methods say that they return an IOException, so that classes which only might
 * throw one are verified without loading the one they would throw.
 */
final class DeflateFaults {
    private static final String RECORD = "deflate stream";

    private DeflateFaults() {}

    /** A fault at the input's current bit. */
    static IOException at(BitInput input, String problem, String section) {
        return ArchiveFormatException.of(problem + ", bit " + input.bitOffset() + " of the stream")
                .record(RECORD)
                .offset(input.archiveOffset())
                .section(section)
                .build();
    }

    /** A fault that was found by Inflater, who only knows the byte. */
    static IOException near(long archiveOffset, String problem, @Nullable Throwable cause) {
        return ArchiveFormatException.of(problem)
                .record(RECORD)
                .offset(archiveOffset)
                .section("RFC 1951 §3.2")
                .cause(cause)
                .build();
    }

    /** Bytes that are not what they were when they were decoded before. */
    static IOException changed(long from, long to) {
        return ArchiveFormatException.of("plain bytes " + from + " to " + to
                        + " are not those that were decoded before: the archive has changed")
                .record(RECORD)
                .build();
    }
}
