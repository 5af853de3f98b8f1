/**
 * Reads the bytes of an archive file. Start with {@link dev.zipfs.internal.io.FileSource}. Everything here is
 * thread-safe.
 */
@NullMarked
package dev.zipfs.internal.io;

import org.jspecify.annotations.NullMarked;
