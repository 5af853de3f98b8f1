package dev.zipfs.internal.zip;

/** The numbers and names of compression methods (APPNOTE 6.3.10 §4.4.5). */
final class CompressionMethod {
    static final int STORED = 0;
    static final int SHRUNK = 1;
    static final int IMPLODED = 6;
    static final int DEFLATED = 8;
    static final int DEFLATE64 = 9;
    static final int BZIP2 = 12;
    static final int LZMA = 14;
    static final int ZSTANDARD_OLD = 20;
    static final int ZSTANDARD = 93;
    static final int XZ = 95;
    static final int PPMD = 98;

    /** Not a method: the real one is in the extra field 0x9901. */
    static final int WINZIP_AES = 99;

    private CompressionMethod() {}

    static String name(int method) {
        return switch (method) {
            case STORED -> "stored";
            case SHRUNK -> "shrunk";
            case 2, 3, 4, 5 -> "reduced";
            case IMPLODED -> "imploded";
            case 7 -> "tokenized";
            case DEFLATED -> "deflated";
            case DEFLATE64 -> "deflate64";
            case 10 -> "pkware-implode";
            case BZIP2 -> "bzip2";
            case LZMA -> "lzma";
            case 16 -> "cmpsc";
            case 18 -> "terse";
            case 19 -> "lz77";
            case ZSTANDARD_OLD, ZSTANDARD -> "zstandard";
            case 94 -> "mp3";
            case XZ -> "xz";
            case 96 -> "jpeg";
            case 97 -> "wavpack";
            case PPMD -> "ppmd";
            case WINZIP_AES -> "winzip-aes";
            default -> "method " + method;
        };
    }

    /** For messages: the number, and the name where there is one. */
    static String describe(int method) {
        String name = name(method);
        return "compression method " + method + (name.startsWith("method") ? "" : " (" + name + ")");
    }
}
