package dev.zipfs.winfsp.internal;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Which drive letters are free. Letters that this process is about to mount count as taken. Thread-safe. */
final class DriveLetters {
    /** M to Q first: high enough that no hardware gets them, and below those that networks are given. */
    private static final String ORDER = "MNOPQRSTUVWXYZLKJIHGFEDCBA";

    private final Supplier<Set<Character>> taken;
    private final Set<Character> claimed = new HashSet<>();

    DriveLetters(Supplier<Set<Character>> taken) {
        this.taken = taken;
    }

    /** Those of this machine, in the order in which they are tried. */
    static DriveLetters ofThisMachine() {
        return new DriveLetters(DriveLetters::roots);
    }

    private static Set<Character> roots() {
        Set<Character> letters = new HashSet<>();
        for (Path root : FileSystems.getDefault().getRootDirectories()) {
            letters.add(Character.toUpperCase(root.toString().charAt(0)));
        }
        return letters;
    }

    /** The letters that are free now, the best one first. */
    synchronized List<Character> free() {
        Set<Character> inUse = taken.get();
        List<Character> free = new ArrayList<>();
        for (char letter : ORDER.toCharArray()) {
            if (!inUse.contains(letter) && !claimed.contains(letter)) {
                free.add(letter);
            }
        }
        return free;
    }

    /** Takes a letter if it is free. */
    synchronized boolean claim(char letter) {
        return !taken.get().contains(letter) && claimed.add(letter);
    }

    synchronized void release(char letter) {
        claimed.remove(letter);
    }
}
