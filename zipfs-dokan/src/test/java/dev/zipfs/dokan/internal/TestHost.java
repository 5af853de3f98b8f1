package dev.zipfs.dokan.internal;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** A machine of the test's making. As it comes: Linux, with the double and, below a directory, drive letters. */
final class TestHost implements Host {
    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    final Set<Character> lettersInUse = new ConcurrentSkipListSet<>();
    boolean windows;
    String architecture = System.getProperty("os.arch");
    private final @Nullable Path letters;

    private TestHost(@Nullable Path letters) {
        this.letters = letters;
    }

    /** With the double, without letters. */
    static TestHost plain() {
        TestHost host = new TestHost(null);
        host.properties.put(LibrarySearch.LIBRARY, DokanDouble.library().toString());
        return host;
    }

    /** With the double, and letters as directories. */
    static TestHost withLetters(Path letters) {
        TestHost host = new TestHost(letters);
        host.properties.put(LibrarySearch.LIBRARY, DokanDouble.library().toString());
        return host;
    }

    /** With nothing. */
    static TestHost bare() {
        return new TestHost(null);
    }

    @Override
    public boolean isWindows() {
        return windows;
    }

    @Override
    public String architecture() {
        return architecture;
    }

    @Override
    public @Nullable String property(String name) {
        return properties.get(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return environment.get(name);
    }

    @Override
    public boolean hasLetters() {
        return letters != null;
    }

    @Override
    public Set<Character> lettersInUse() {
        return Set.copyOf(lettersInUse);
    }

    @Override
    public Path rootOf(char letter) {
        if (letters == null) {
            throw new IllegalStateException("no letters");
        }
        return letters.resolve(String.valueOf(letter));
    }
}
