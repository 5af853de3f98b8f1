package dev.zipfs.internal.inflate;

import dev.zipfs.ArchiveFormatException;

/** Makes the errors of a damaged deflate stream. */
final class DeflateFaults {
    static final String RECORD = "deflate stream";

    private DeflateFaults() {}

    /** A fault at the input's current bit. */
    static ArchiveFormatException at(BitInput input, String problem, String section) {
        return ArchiveFormatException.of(problem + ", bit " + input.bitOffset() + " of the stream")
                .record(RECORD)
                .offset(input.archiveOffset())
                .section(section)
                .build();
    }
}
