/**
 * Archives that made other programs fail, each with its recipe and with what a drive must show of it. Start with
 * {@link dev.zipfs.testkit.corpus.Corpus}.
 *
 * <p>Everything here is immutable and thread-safe.
 */
@NullMarked
package dev.zipfs.testkit.corpus;

import org.jspecify.annotations.NullMarked;
