/**
 * Shows an archive as a read-only drive. Start with the package {@code dev.zipfs}; {@code dev.zipfs.cache} is for who tunes,
 * {@code dev.zipfs.spi} for who adds archive formats or drivers.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
module dev.zipfs {
    requires org.slf4j;
    requires static jdk.jfr;
    requires org.tukaani.xz;
    // Optional at run time, each needed for the methods that it decodes; the second one brings java.desktop along.
    requires static com.github.luben.zstd_jni;
    requires static org.apache.commons.compress;
    requires static transitive org.jspecify;

    exports dev.zipfs;
    exports dev.zipfs.cache;
    exports dev.zipfs.spi;

    uses dev.zipfs.spi.ArchiveFormat;
    uses dev.zipfs.spi.DriveBackend;

    provides dev.zipfs.spi.ArchiveFormat with
            dev.zipfs.internal.zip.ZipFormat;
}
