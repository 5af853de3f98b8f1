/**
 * Encoders for the compression methods that the JDK has none for, so that tests can make entries of every method. Start with
 * {@link dev.zipfs.testkit.codec.Codecs}. They compress as much as tests need, which is little.
 *
 * <p>Everything here is immutable and thread-safe.
 */
@NullMarked
package dev.zipfs.testkit.codec;

import org.jspecify.annotations.NullMarked;
