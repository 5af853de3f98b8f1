/**
 * Knows ZIP, as PKWARE's APPNOTE 6.3.10 describes it. Start with {@link dev.zipfs.internal.zip.ZipFormat}, which opens
 * an archive in three steps: {@link dev.zipfs.internal.zip.DirectoryLocator} finds the central directory, {@link
 * dev.zipfs.internal.zip.CentralDirectoryReader} walks it once, {@link dev.zipfs.internal.zip.ZipIndex} answers from
 * what was kept. Local headers are only read when an entry is opened ({@link dev.zipfs.internal.zip.EntryAccess}).
 *
 * <p>Nothing an archive says is trusted: every length, offset and count is checked before it is used.
 */
@NullMarked
package dev.zipfs.internal.zip;

import org.jspecify.annotations.NullMarked;
