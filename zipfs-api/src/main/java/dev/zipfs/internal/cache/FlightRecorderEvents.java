package dev.zipfs.internal.cache;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Events of the flight recorder. Loading a class of events takes the JDK tens of milliseconds, which a first read must not
 * wait for: so they are touched only once a recording was started in this process. Until then each event costs one check.
 */
final class FlightRecorderEvents implements CacheEvents {
    @Override
    public Object start() {
        if (!FlightRecorder.isInitialized()) {
            return this;
        }
        Decode event = new Decode();
        event.begin();
        return event;
    }

    @Override
    public void decoded(Object started, String path, long position, int bytes) {
        if (started == this) {
            return;
        }
        Decode event = (Decode) started;
        event.end();
        if (event.shouldCommit()) {
            event.path = path;
            event.position = position;
            event.bytes = bytes;
            event.commit();
        }
    }

    @Override
    public void missed(String path, long position) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        Miss event = new Miss();
        if (event.shouldCommit()) {
            event.path = path;
            event.position = position;
            event.commit();
        }
    }

    @Override
    public void evicted(String path, long position, int bytes) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        Evict event = new Evict();
        if (event.shouldCommit()) {
            event.path = path;
            event.position = position;
            event.bytes = bytes;
            event.commit();
        }
    }

    @Name("dev.zipfs.Decode")
    @Label("Block decoded")
    @Category("zipfs")
    @StackTrace(false)
    static final class Decode extends Event {
        @Label("Path")
        @Description("The entry's path on the drive")
        @Nullable
        String path;

        @Label("Position")
        @DataAmount
        long position;

        @Label("Bytes")
        @DataAmount
        int bytes;
    }

    @Name("dev.zipfs.CacheMiss")
    @Label("Cache miss")
    @Category("zipfs")
    @StackTrace(false)
    static final class Miss extends Event {
        @Label("Path")
        @Description("The entry's path on the drive")
        @Nullable
        String path;

        @Label("Position")
        @DataAmount
        long position;
    }

    @Name("dev.zipfs.CacheEviction")
    @Label("Cache eviction")
    @Category("zipfs")
    @StackTrace(false)
    static final class Evict extends Event {
        @Label("Path")
        @Description("The entry's path on the drive")
        @Nullable
        String path;

        @Label("Position")
        @DataAmount
        long position;

        @Label("Bytes")
        @DataAmount
        int bytes;
    }
}
