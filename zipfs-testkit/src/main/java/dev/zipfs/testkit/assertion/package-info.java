/**
 * Assertions about what a drive shows, the same for a mounted drive, an archive opened in this process, and a bare view.
 * Start with {@link dev.zipfs.testkit.assertion.DriveAssertions}.
 *
 * <p>An assertion belongs to one thread, as AssertJ's do.
 */
@NullMarked
package dev.zipfs.testkit.assertion;

import org.jspecify.annotations.NullMarked;
