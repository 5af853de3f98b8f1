/**
 * Mounts drives through Dokany 2 on Windows. Provides a {@link dev.zipfs.spi.DriveBackend}.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
module dev.zipfs.dokan {
    requires com.sun.jna;
    requires transitive dev.zipfs;
    requires org.slf4j;
    requires static org.jspecify;

    exports dev.zipfs.dokan;

    // JNA looks its callbacks and functions up by reflection.
    opens dev.zipfs.dokan.nativeapi to
            com.sun.jna;

    provides dev.zipfs.spi.DriveBackend with
            dev.zipfs.dokan.DokanBackend;
}
