package dev.zipfs.internal.zip;

import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.bzip2.Bzip2Decoders;
import dev.zipfs.internal.codec.BridgedDecoders;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.Decoder;
import dev.zipfs.internal.codec.EntryData;
import dev.zipfs.internal.codec.ForwardReader;
import dev.zipfs.internal.codec.LzmaDecoders;
import dev.zipfs.internal.codec.MissingJar;
import dev.zipfs.internal.codec.ZstdDecoders;
import dev.zipfs.internal.deflate64.Deflate64Decoders;
import dev.zipfs.internal.ppmd.PpmdDecoder;
import dev.zipfs.internal.reduce.ReduceDecoder;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;

/** Puts the right reader over data of the methods beside stored and deflated. */
final class MethodReaders {
    private MethodReaders() {}

    /**
     * Opens an entry.
     *
     * @param flags the entry's general purpose bits
     * @throws UnsupportedFeatureException if the method is not known here, or needs a jar that is not there
     */
    static EntryReader open(int method, int flags, CompressedBytes bytes, EntryData data) throws IOException {
        return new ForwardReader(data, bytes, decoders(method, flags, bytes, data));
    }

    private static Decoder.Factory decoders(int method, int flags, CompressedBytes bytes, EntryData data)
            throws IOException {
        return switch (method) {
            case CompressionMethod.SHRUNK -> bridged(BridgedDecoders.Method.SHRINK, flags, bytes, data);
            case 2, 3, 4, 5 -> from -> new ReduceDecoder(method - 1, bytes, data);
            case CompressionMethod.IMPLODED -> bridged(BridgedDecoders.Method.IMPLODE, flags, bytes, data);
            case CompressionMethod.DEFLATE64 -> new Deflate64Decoders(bytes, data);
            case CompressionMethod.BZIP2 -> new Bzip2Decoders(bytes, data);
            case CompressionMethod.LZMA ->
                optional("lzma", "org.tukaani:xz", data, () -> LzmaDecoders.lzma(flags, bytes, data));
            case CompressionMethod.XZ -> optional("xz", "org.tukaani:xz", data, () -> LzmaDecoders.xz(bytes, data));
            case CompressionMethod.ZSTANDARD_OLD, CompressionMethod.ZSTANDARD ->
                optional("zstandard", "com.github.luben:zstd-jni", data, () -> ZstdDecoders.of(bytes, data));
            case CompressionMethod.PPMD -> from -> new PpmdDecoder(bytes, data);
            default ->
                throw new UnsupportedFeatureException(
                        CompressionMethod.describe(method), data.entry(), "unpack it with another program");
        };
    }

    private static Decoder.Factory bridged(
            BridgedDecoders.Method method, int flags, CompressedBytes bytes, EntryData data) throws IOException {
        return optional(
                method.label(),
                "org.apache.commons:commons-compress",
                data,
                () -> BridgedDecoders.of(method, flags, bytes, data));
    }

    /** Without the jar not even the class that names it may be loadable. */
    private static Decoder.Factory optional(String label, String jar, EntryData data, Preparation preparation)
            throws IOException {
        try {
            return preparation.run();
        } catch (LinkageError e) {
            throw MissingJar.of("compression method " + label, jar, data);
        }
    }

    @FunctionalInterface
    private interface Preparation {
        Decoder.Factory run() throws IOException;
    }
}
