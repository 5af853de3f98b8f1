package dev.zipfs;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Where a drive appears: a drive letter (Windows), a directory, or a place chosen at mount.
 *
 * @since 0.1.0
 */
public sealed interface MountPoint {
    /**
     * A Windows drive letter. An explicit letter is never replaced by another.
     *
     * @param letter a letter from A to Z, any case
     * @return the mount point
     * @throws IllegalArgumentException if it is not a letter from A to Z
     */
    static MountPoint letter(char letter) {
        return new Letter(letter);
    }

    /**
     * A directory. One that is missing is made, and removed after unmounting; one that is empty is used; anything else is
     * refused.
     *
     * @param directory the directory; its parent must exist
     * @return the mount point
     */
    static MountPoint directory(Path directory) {
        return new Directory(directory);
    }

    /**
     * A free place: on Windows the first free letter from M to Q, then the rest of the alphabet; elsewhere a private
     * directory that is removed after unmounting.
     *
     * @return the mount point
     */
    static MountPoint auto() {
        return Automatic.INSTANCE;
    }

    /**
     * Reads what a user types: {@code M}, {@code M:} and {@code M:\} are letters, {@code auto} is a free place, all else is
     * a directory.
     *
     * @param text what was typed
     * @return the mount point
     * @throws IllegalArgumentException if the text is empty or no path of this platform
     */
    static MountPoint parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("mount point is empty; give a letter such as M:, a directory, or auto");
        }
        if (text.matches("[A-Za-z](:[\\\\/]?)?")) {
            return letter(text.charAt(0));
        }
        return text.equals("auto") ? auto() : directory(Path.of(text));
    }

    /**
     * A drive letter.
     *
     * @param letter an upper-case letter from A to Z
     */
    record Letter(char letter) implements MountPoint {
        /**
         * Checks the letter and makes it upper-case.
         *
         * @param letter a letter from A to Z, any case
         * @throws IllegalArgumentException if it is not a letter from A to Z
         */
        public Letter {
            if (!(letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z')) {
                throw new IllegalArgumentException("drive letter '" + letter + "' is not a letter from A to Z");
            }
            letter = String.valueOf(letter).toUpperCase(Locale.ROOT).charAt(0);
        }

        @Override
        public String toString() {
            return letter + ":";
        }
    }

    /**
     * A directory.
     *
     * @param path its absolute, normalised path
     */
    record Directory(Path path) implements MountPoint {
        /**
         * Makes the path absolute.
         *
         * @param path any path of the default file system
         */
        public Directory {
            path = path.toAbsolutePath().normalize();
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /** A place chosen at mount. */
    enum Automatic implements MountPoint {
        /** The one value. */
        INSTANCE;

        @Override
        public String toString() {
            return "auto";
        }
    }
}
