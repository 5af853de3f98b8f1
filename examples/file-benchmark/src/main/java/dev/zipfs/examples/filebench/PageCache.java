package dev.zipfs.examples.filebench;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/** What the system keeps of files in memory, and how to make it let go. */
public interface PageCache {
    /**
     * Drops what is kept of a file, as far as that can be done. What cannot be done is said once and is no failure.
     *
     * @param file the file
     */
    void drop(Path file);

    /**
     * What is done, for the head of the results.
     *
     * @return some words
     */
    String method();

    /**
     * The way of this system.
     *
     * @param warn is told, once, why something cannot be done
     * @return the page cache
     */
    static PageCache ofThisSystem(Consumer<String> warn) {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("linux")) {
            return new GuardedPageCache(LinuxPageCache::new, warn);
        }
        if (system.startsWith("windows")) {
            return new GuardedPageCache(WindowsStandbyList::new, warn);
        }
        return new GuardedPageCache(
                () -> {
                    throw new CannotDropException("this system has no way to drop it");
                },
                warn);
    }

    /**
     * Leaves everything as it is.
     *
     * @return the page cache
     */
    static PageCache untouched() {
        return new PageCache() {
            @Override
            public void drop(Path file) {
                // As was asked for.
            }

            @Override
            public String method() {
                return "left as it is";
            }
        };
    }
}
