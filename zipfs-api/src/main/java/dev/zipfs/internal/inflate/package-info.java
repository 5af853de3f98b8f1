/**
 * Deflate streams (RFC 1951) that can be entered anywhere. Start with {@link dev.zipfs.internal.inflate.InflateDecoder}, whose
 * comment says why there is a decoder of our own; {@link dev.zipfs.internal.inflate.InflateStreams} is the way in for who wants
 * bytes. Knows nothing of ZIP.
 *
 * <p>Threads: a stream belongs to one thread at a time; a {@link dev.zipfs.internal.inflate.CheckpointIndex} to any number.
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.internal.inflate;
