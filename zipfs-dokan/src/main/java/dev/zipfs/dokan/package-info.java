/**
 * Mounts drives through Dokany 2 on Windows. Its one type, {@link dev.zipfs.dokan.DokanBackend}, is found by itself once this
 * module is on the class path or module path; its users talk to {@link dev.zipfs.ZipDrive}.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.dokan;
