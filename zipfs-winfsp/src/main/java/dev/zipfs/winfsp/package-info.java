/**
 * Mounts drives through WinFsp on Windows and libfuse elsewhere.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.winfsp;
