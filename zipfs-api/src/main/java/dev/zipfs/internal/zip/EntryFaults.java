package dev.zipfs.internal.zip;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.spi.OpenRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with entries, kept until it is settled what they are called. Not thread-safe. */
final class EntryFaults {
    /** Each names an entry; an archive of nothing but faults must not cost a message for each. */
    private static final int MOST = 1000;

    private final List<Fault> kept = new ArrayList<>();
    private int count;

    private record Fault(int entry, String message) {}

    void add(int entry, String message) {
        if (++count <= MOST) {
            kept.add(new Fault(entry, message));
        }
    }

    /** How many were not kept. */
    int untold() {
        return Math.max(0, count - MOST);
    }

    void tell(CentralDirectory directory, OpenRequest request) {
        for (Fault fault : kept) {
            byte[] name = new byte[directory.nameLength(fault.entry)];
            directory.copyName(fault.entry, name, 0);
            request.warn(ArchiveWarning.of(
                    ArchiveWarning.Kind.INCONSISTENT, new String(name, StandardCharsets.UTF_8), fault.message));
        }
    }
}
