/**
 * Archives described as values, and a writer that turns them into bytes. Start with
 * {@link dev.zipfs.testkit.model.ArchiveModel}. The writer shares no code with the reader it tests: every structure is put
 * together here byte by byte, right or wrong on purpose.
 *
 * <p>Models and contents are immutable and thread-safe, builders and {@link dev.zipfs.testkit.model.ZipWriter} are not.
 */
@NullMarked
package dev.zipfs.testkit.model;

import org.jspecify.annotations.NullMarked;
