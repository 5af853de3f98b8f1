package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What was measured of one {@link Subject}. Filled by {@link Benchmark} alone. */
public final class Series {
    private final String label;
    private final String name;
    private final long size;
    private final Map<Work, Samples> samples = new EnumMap<>(Work.class);
    private final Map<Work, String> hashes = new EnumMap<>(Work.class);
    private boolean unbuffered;

    Series(Subject subject) {
        this.label = subject.label();
        this.name = subject.name();
        this.size = subject.size();
    }

    /** What heads its column. */
    public String label() {
        return label;
    }

    /** What it is, for people. */
    public String name() {
        return name;
    }

    /** How many bytes it has. */
    public long size() {
        return size;
    }

    /** Whether {@link Work#RAW} read past the system's cache. */
    public boolean unbuffered() {
        return unbuffered;
    }

    /**
     * The times of one test.
     *
     * @param work the test
     * @return the times, or nothing if it was not done
     */
    public Optional<Samples> samples(Work work) {
        return Optional.ofNullable(samples.get(work));
    }

    /** The XXH3-128 of the whole content, 32 hexadecimal digits as {@code xxhsum -H2} prints them. */
    public String hash() {
        return hashes.getOrDefault(Work.HASH, "");
    }

    /** Whether both have shown the same bytes, read in order and here and there. */
    boolean sameContent(Series other) {
        return size == other.size && hashes.equals(other.hashes);
    }

    void add(Work work, Samples more) {
        samples.merge(work, more, Samples::and);
    }

    void hash(Work work, String hash) throws IOException {
        String before = hashes.putIfAbsent(work, hash);
        if (before != null && !before.equals(hash)) {
            throw new IOException("it changed while it was measured: XXH3-128 was " + before + ", now it is " + hash);
        }
    }

    void unbuffered(boolean isUnbuffered) {
        this.unbuffered = isUnbuffered;
    }
}
