/**
 * Mounts drives through Dokany 2 on Windows.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.dokan;
