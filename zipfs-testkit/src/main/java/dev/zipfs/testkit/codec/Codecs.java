package dev.zipfs.testkit.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * The codecs there are. Those of methods that no program writes any more are made here after their specification; the others
 * come from Commons Compress and XZ for Java, which {@code zipfs-api} brings along, and from {@code com.github.luben:zstd-jni},
 * which whoever wants it adds.
 *
 * @since 0.1.0
 */
public final class Codecs {
    private static final int LZMA_END_MARK = 2;

    private Codecs() {}

    /**
     * Shrinking, method 1, without clearing of the table.
     *
     * @return the codec
     */
    public static Codec shrunk() {
        return new NamedCodec("shrunk", 1, 0, Shrinking::pack);
    }

    /**
     * Reducing, methods 2 to 5.
     *
     * @param factor 1 to 4
     * @return the codec
     * @throws IllegalArgumentException if there is no such factor
     */
    public static Codec reduced(int factor) {
        if (factor < 1 || factor > 4) {
            throw new IllegalArgumentException("factor " + factor + " is not between 1 and 4");
        }
        return new NamedCodec("reduced " + factor, 1 + factor, 0, plain -> Reducing.pack(plain, factor));
    }

    /**
     * Imploding, method 6, with three trees and a window of 8 KiB.
     *
     * @return the codec
     */
    public static Codec imploded() {
        return imploded("imploded", Imploding.BYTE_TREE | Imploding.LARGE_WINDOW);
    }

    /**
     * Imploding, method 6, with two trees and a window of 4 KiB.
     *
     * @return the codec
     */
    public static Codec implodedByTwoTrees() {
        return imploded("imploded by two trees", 0);
    }

    private static Codec imploded(String name, int flags) {
        return new NamedCodec(name, 6, flags, plain -> Imploding.pack(plain, flags));
    }

    /**
     * Deflate64, method 9, of many blocks.
     *
     * @return the codec
     */
    public static Codec deflate64() {
        return new NamedCodec("deflate64", 9, 0, Deflating64::pack);
    }

    /**
     * Bzip2, method 12.
     *
     * @param level 1 to 9: a block has as many times 100,000 bytes
     * @return the codec; it needs Commons Compress
     */
    public static Codec bzip2(int level) {
        return new NamedCodec("bzip2 -" + level, 12, 0, plain -> LibraryCodecs.bzip2(plain, level));
    }

    /**
     * LZMA, method 14, whose data ends with a mark, as flag 1 says.
     *
     * @return the codec; it needs XZ for Java
     */
    public static Codec lzma() {
        return new NamedCodec("lzma", 14, LZMA_END_MARK, plain -> LibraryCodecs.lzma(plain, true));
    }

    /**
     * LZMA, method 14, without a mark at its end.
     *
     * @return the codec; it needs XZ for Java
     */
    public static Codec lzmaWithoutEndMark() {
        return new NamedCodec("lzma without end mark", 14, 0, plain -> LibraryCodecs.lzma(plain, false));
    }

    /**
     * XZ, method 95.
     *
     * @param blockSize how many bytes of content a block has, 1 or more
     * @return the codec; it needs XZ for Java
     */
    public static Codec xz(int blockSize) {
        checkSize(blockSize);
        return new NamedCodec("xz " + blockSize, 95, 0, plain -> LibraryCodecs.xz(plain, blockSize));
    }

    /**
     * Zstandard, method 93.
     *
     * @param frameSize how many bytes of content a frame has, 1 or more
     * @return the codec; it needs zstd-jni
     */
    public static Codec zstandard(int frameSize) {
        checkSize(frameSize);
        return new NamedCodec(
                "zstandard " + frameSize, 93, 0, plain -> LibraryCodecs.zstandard(plain, frameSize, false));
    }

    /**
     * Zstandard by its former number, method 20.
     *
     * @param frameSize how many bytes of content a frame has, 1 or more
     * @return the codec; it needs zstd-jni
     */
    public static Codec zstandardByOldNumber(int frameSize) {
        checkSize(frameSize);
        return new NamedCodec(
                "old zstandard " + frameSize, 20, 0, plain -> LibraryCodecs.zstandard(plain, frameSize, false));
    }

    /**
     * Zstandard, method 93, whose frames a table at the end lists.
     *
     * @param frameSize how many bytes of content a frame has, 1 or more
     * @return the codec; it needs zstd-jni
     */
    public static Codec zstandardWithSeekTable(int frameSize) {
        checkSize(frameSize);
        return new NamedCodec(
                "seekable zstandard " + frameSize, 93, 0, plain -> LibraryCodecs.zstandard(plain, frameSize, true));
    }

    private static void checkSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("size " + size + " is not positive");
        }
    }

    /**
     * One of each kind, of small blocks and frames, without those whose library is not there.
     *
     * @return the codecs, immutable
     */
    public static List<Codec> all() {
        List<Codec> all = new ArrayList<>(List.of(
                shrunk(),
                reduced(1),
                reduced(2),
                reduced(3),
                reduced(4),
                imploded(),
                implodedByTwoTrees(),
                deflate64()));
        if (isThere("org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream")) {
            all.add(bzip2(1));
        }
        if (isThere("org.tukaani.xz.XZOutputStream")) {
            all.addAll(List.of(lzma(), lzmaWithoutEndMark(), xz(3000)));
        }
        if (isThere("com.github.luben.zstd.Zstd")) {
            all.addAll(List.of(zstandard(4000), zstandardByOldNumber(4000), zstandardWithSeekTable(2000)));
        }
        return List.copyOf(all);
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, Codecs.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
