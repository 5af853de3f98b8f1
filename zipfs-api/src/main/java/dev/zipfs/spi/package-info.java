/**
 * What extends zipfs: archive formats ({@link dev.zipfs.spi.ArchiveFormat}), places archives come from
 * ({@link dev.zipfs.spi.ArchiveSource}) and drivers ({@link dev.zipfs.spi.DriveBackend}). Formats and backends are found
 * through {@link java.util.ServiceLoader}; each type says who calls it and from which threads.
 *
 * <p>Data flows one way: source, format, index, view, backend.
 */
@NullMarked
package dev.zipfs.spi;

import org.jspecify.annotations.NullMarked;
