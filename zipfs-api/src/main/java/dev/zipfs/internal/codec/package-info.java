/**
 * Turns the compressed bytes of one entry into its plain bytes, whatever the archive format around them. Start with
 * {@link dev.zipfs.internal.codec.CompressedBytes}, which every reader takes, and {@link
 * dev.zipfs.internal.codec.ForwardReader}, which serves every method but two through decoders that only go forward. Readers
 * are thread-safe.
 */
@NullMarked
package dev.zipfs.internal.codec;

import org.jspecify.annotations.NullMarked;
