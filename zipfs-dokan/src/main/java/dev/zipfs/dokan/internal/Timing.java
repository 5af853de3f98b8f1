package dev.zipfs.dokan.internal;

import java.time.Duration;

/**
 * How long things may take. Tests shorten it.
 *
 * @param requestLimit what the driver gives a request unless its limit is moved; 15 s to 5 min
 * @param patience how long a request runs before its limit is moved
 * @param look how often running requests, and the driver itself, are looked at
 * @param probe how long a drive may take to answer after it was mounted
 * @param grace how long running requests may finish when a drive is ended by force
 * @param cutOff how long they may take after they were interrupted
 * @param retryPause how long to wait before mounting again after a transient failure; doubled each time
 */
record Timing(
        Duration requestLimit,
        Duration patience,
        Duration look,
        Duration probe,
        Duration grace,
        Duration cutOff,
        Duration retryPause) {
    /** How often mounting is tried where it fails for a reason that may pass. */
    static final int TRIES = 4;

    static final Timing DEFAULT = new Timing(
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(20),
            Duration.ofMillis(100));
}
