/**
 * The decoder of "reduced" data, methods 2 to 5. Start with {@link dev.zipfs.internal.reduce.ReduceDecoder}. Decoders are used by
 * one thread at a time.
 */
@NullMarked
package dev.zipfs.internal.reduce;

import org.jspecify.annotations.NullMarked;
