package dev.zipfs.examples.filebench;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Turns whatever keeps a page cache from being dropped into one warning, after which everything is measured warm. */
final class GuardedPageCache implements PageCache {
    private final Consumer<String> warn;
    private Optional<PageCache> cache = Optional.empty();

    GuardedPageCache(Supplier<PageCache> opening, Consumer<String> warn) {
        this.warn = warn;
        try {
            cache = Optional.of(opening.get());
        } catch (CannotDropException | LinkageError e) {
            giveUp(e);
        }
    }

    @Override
    public void drop(Path file) {
        try {
            cache.ifPresent(way -> way.drop(file));
        } catch (CannotDropException | LinkageError e) {
            giveUp(e);
        }
    }

    @Override
    public String method() {
        return cache.map(PageCache::method).orElse("warm: it could not be dropped");
    }

    private void giveUp(Throwable reason) {
        cache = Optional.empty();
        // A missing native library explains itself over many lines; the first one says enough.
        String message = String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
        warn.accept("the page cache is not dropped, so what was read before is read from memory: " + message);
    }
}
