/**
 * The bzip2 decoder. Start with {@link dev.zipfs.internal.bzip2.Bzip2Decoders}. Decoders are used by one thread at a time.
 */
@NullMarked
package dev.zipfs.internal.bzip2;

import org.jspecify.annotations.NullMarked;
