/** Counts what a drive does. Start with {@link dev.zipfs.internal.metrics.DriveCounters}. */
@NullMarked
package dev.zipfs.internal.metrics;

import org.jspecify.annotations.NullMarked;
