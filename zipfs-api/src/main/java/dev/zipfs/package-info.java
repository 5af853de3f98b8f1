/**
 * Opens archives and mounts them as read-only drives.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs;
