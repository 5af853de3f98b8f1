package dev.zipfs.internal.cache;

/** Tells the JDK's flight recorder what the cache does, where there is one: its module is optional. */
interface CacheEvents {
    /** A block was decoded; {@code started} is what {@link #start} gave. */
    void decoded(Object started, String path, long position, int bytes);

    /** Called before a block is decoded; gives what {@link #decoded} wants. */
    Object start();

    /** A reader's block has to be decoded. */
    void missed(String path, long position);

    /** A block was dropped to stay within a budget. */
    void evicted(String path, long position, int bytes);

    /** The recorder's, or one that does nothing. */
    static CacheEvents create() {
        try {
            Class.forName("jdk.jfr.Event", false, CacheEvents.class.getClassLoader());
            return new FlightRecorderEvents();
        } catch (ClassNotFoundException | LinkageError absent) {
            return new NoEvents();
        }
    }

    /** What stands in where there is no recorder. */
    final class NoEvents implements CacheEvents {
        @Override
        public Object start() {
            return this;
        }

        @Override
        public void decoded(Object started, String path, long position, int bytes) {}

        @Override
        public void missed(String path, long position) {}

        @Override
        public void evicted(String path, long position, int bytes) {}
    }
}
