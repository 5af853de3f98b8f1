/**
 * Extension points: archive sources, archive formats and drive backends.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.spi;
