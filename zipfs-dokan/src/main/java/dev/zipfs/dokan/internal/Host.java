package dev.zipfs.dokan.internal;

import java.io.File;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the machine says about itself. Tests on other systems put a Windows of their own in its place. */
interface Host {
    boolean isWindows();

    /** {@code os.arch} of this JVM. */
    String architecture();

    @Nullable
    String property(String name);

    @Nullable
    String environment(String name);

    /** Whether there are drive letters. */
    boolean hasLetters();

    /** The letters that name a drive now, A to Z. */
    Set<Character> lettersInUse();

    /** The top folder of a letter. */
    Path rootOf(char letter);

    /** This machine. */
    static Host system() {
        return new Host() {
            @Override
            public boolean isWindows() {
                return System.getProperty("os.name", "")
                        .toLowerCase(Locale.ROOT)
                        .startsWith("windows");
            }

            @Override
            public String architecture() {
                return System.getProperty("os.arch", "");
            }

            @Override
            public @Nullable String property(String name) {
                return System.getProperty(name);
            }

            @Override
            public @Nullable String environment(String name) {
                return System.getenv(name);
            }

            @Override
            public boolean hasLetters() {
                return isWindows();
            }

            @Override
            public Set<Character> lettersInUse() {
                Set<Character> letters = new TreeSet<>();
                File[] roots = File.listRoots();
                for (File root : roots == null ? new File[0] : roots) {
                    letters.add(Character.toUpperCase(root.getPath().charAt(0)));
                }
                return letters;
            }

            @Override
            public Path rootOf(char letter) {
                return Path.of(letter + ":\\");
            }
        };
    }
}
