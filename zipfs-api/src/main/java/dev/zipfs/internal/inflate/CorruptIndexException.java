package dev.zipfs.internal.inflate;

import java.io.IOException;

/** A saved {@link CheckpointIndex} that cannot be used. The archive is not at fault: drop the index and decode from the start. */
public final class CorruptIndexException extends IOException {
    private static final long serialVersionUID = 1L;

    CorruptIndexException(String problem) {
        super("checkpoint index: " + problem);
    }
}
