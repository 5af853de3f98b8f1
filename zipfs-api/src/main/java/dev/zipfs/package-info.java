/**
 * Treats an archive as a read-only drive. Start with {@link dev.zipfs.ZipDrive}: it mounts an archive for every program
 * on the machine, or opens it for reading inside this process. {@link dev.zipfs.MountedDrive} and
 * {@link dev.zipfs.Archive} are the two handles it gives.
 *
 * <p>Handles may be used and closed from any thread. Values (options, mount points, statistics) are immutable.
 */
@NullMarked
package dev.zipfs;

import org.jspecify.annotations.NullMarked;
