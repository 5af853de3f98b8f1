/**
 * Decides which blocks of an archive's plain bytes are kept, and where.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.cache;
