/**
 * The Deflate64 decoder. Start with {@link dev.zipfs.internal.deflate64.Deflate64Decoders}. Decoders are used by one thread at a
 * time.
 */
@NullMarked
package dev.zipfs.internal.deflate64;

import org.jspecify.annotations.NullMarked;
