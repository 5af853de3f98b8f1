package dev.zipfs.spi;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Keeps restart points of entries between mounts, if the user has named a place for them. Made by the library for one
 * archive in one state: what was saved for another archive, or before this one was changed, is not found. Thread-safe. Never
 * throws: what cannot be kept is decoded again.
 *
 * @since 0.1.0
 */
public interface RestartStore {
    /**
     * Finds what was saved.
     *
     * @param key names an entry and all that its restart points depend on: where it lies, its sizes, its checksum
     * @return what was saved last under that key, undamaged; or empty. The caller checks whether it makes sense
     */
    Optional<ByteBuffer> load(String key);

    /**
     * Saves. May write to disk.
     *
     * @param key as for {@link #load}
     * @param content what to save; left as it is
     */
    void save(String key, ByteBuffer content);

    /**
     * A store that keeps nothing.
     *
     * @return the store
     */
    static RestartStore none() {
        return new RestartStore() {
            @Override
            public Optional<ByteBuffer> load(String key) {
                return Optional.empty();
            }

            @Override
            public void save(String key, ByteBuffer content) {
                // Nothing is kept.
            }
        };
    }
}
