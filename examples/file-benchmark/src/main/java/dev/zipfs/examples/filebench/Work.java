package dev.zipfs.examples.filebench;

/** The tests, in the order of the table. */
public enum Work {
    /** Start to end in 4 MiB, past the system's cache where that can be done. */
    RAW("raw", "raw sequential read"),
    /** Start to end in 4 MiB, hashed. */
    HASH("hash", "read and XXH3-128"),
    /** Start to end once more, with whatever the one before left in caches. */
    AGAIN("again", "read again"),
    /** Start to end by several at once, each on its own. */
    CONCURRENT("concurrent", Benchmark.READERS + " readers at once"),
    /** Opened, and the first byte read. */
    FIRST_BYTE("firstByte", "first byte"),
    /** Opened, 4 KiB read, closed; over and over. */
    REOPEN("reopen", "open again, 4 KiB"),
    /** 4 KiB anywhere, over and over. */
    RANDOM("random", "random 4 KiB");

    private final String key;
    private final String title;

    Work(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /**
     * Its name in JSON.
     *
     * @return a key
     */
    public String key() {
        return key;
    }

    /**
     * Its name for people.
     *
     * @return some words
     */
    public String title() {
        return title;
    }

    /**
     * Whether it moves the whole content, so that bytes per second say most about it.
     *
     * @return {@code false} where the time of each read does
     */
    public boolean measuresThroughput() {
        return ordinal() <= CONCURRENT.ordinal();
    }
}
