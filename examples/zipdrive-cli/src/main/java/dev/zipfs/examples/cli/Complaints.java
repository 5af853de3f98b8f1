package dev.zipfs.examples.cli;

import dev.zipfs.DriveListener;
import dev.zipfs.examples.console.Streams;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says on standard error why an entry cannot be read: who reads it on the drive sees no more than "permission denied" or
 * "input/output error".
 */
final class Complaints implements DriveListener {
    /** No archive can make us remember, or fill a terminal with, more entries than about this. */
    private static final int MOST_ENTRIES = 100;

    private final Streams streams;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    Complaints(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void failed(String path, IOException cause) {
        if (told.size() < MOST_ENTRIES && told.add(path)) {
            streams.complain(Explanation.of(cause));
        }
    }
}
