package dev.zipfs.internal.view;

import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Gives files whose name another node has a free one: {@code dup.txt} becomes {@code dup (1).txt}, the next
 * {@code dup (2).txt}, in the order in which they stand in the archive. A number that is taken by an entry which is
 * really called so is passed over.
 *
 * <p>Runs after all entries have been placed, so no name that an entry really has is ever given away. What numbers are used
 * up is remembered for what stands around the number, not for the name: names that are cut to make room for the number
 * share it, and each taken name is met at most once. So a million twins take linear time.
 */
final class Collisions {
    /** Room for the longest suffix, a space and a number of ten digits in parentheses. */
    private static final int SUFFIX = 13;

    private final NodeTable nodes;
    private final NameSlots slots;
    private final ViewWarnings warnings;
    private final IntUnaryOperator units;
    private final Map<String, Integer> nextNumbers = new HashMap<>();

    Collisions(NodeTable nodes, NameSlots slots, ViewWarnings warnings, NameRules rules) {
        this.nodes = nodes;
        this.slots = slots;
        this.warnings = warnings;
        this.units = rules == NameRules.WINDOWS ? WindowsNames::units : PosixNames::units;
    }

    void settle(BitSet displaced) throws LimitExceededException {
        for (int node = displaced.nextSetBit(0); node >= 0; node = displaced.nextSetBit(node + 1)) {
            settle(node);
            int entry = nodes.entries[node];
            warnings.of(Kind.DUPLICATE, entry, "another entry has this name; shown as '" + nodes.path(node) + "'");
        }
    }

    private void settle(int node) throws LimitExceededException {
        String name = new String(nodes.name(node), StandardCharsets.UTF_8);
        int dot = ShortNames.extensionAt(name);
        String extension = name.substring(dot);
        String stem = name.substring(0, dot);
        int room = ShortNames.LIMIT - SUFFIX - ShortNames.units(extension, units);
        if (ShortNames.units(stem, units) > room) {
            stem = ShortNames.prefix(stem, room, units);
        }
        int parent = nodes.parent(node);
        String around = parent + "/" + stem + "/" + extension;
        if (nodes.ignoresCase()) {
            around = CaseFolding.upper(around);
        }
        int number = nextNumbers.getOrDefault(around, 1);
        while (true) {
            byte[] candidate = (stem + " (" + number + ")" + extension).getBytes(StandardCharsets.UTF_8);
            number++;
            int hash = nodes.hash(parent, candidate, 0, candidate.length);
            if (slots.find(hash, parent, candidate, 0, candidate.length) == DriveView.ROOT) {
                nodes.rename(node, candidate, hash);
                slots.put(hash, node);
                nextNumbers.put(around, number);
                return;
            }
        }
    }
}
