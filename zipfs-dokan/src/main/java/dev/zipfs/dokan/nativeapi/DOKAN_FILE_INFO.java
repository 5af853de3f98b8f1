package dev.zipfs.dokan.nativeapi;

/**
 * {@code DOKAN_FILE_INFO} of dokan.h 2.0.0 to 2.3.1: one request. Valid until its callback returns; the library copies the
 * context in before and out after each request of a handle.
 */
public final class DOKAN_FILE_INFO {
    public static final int SIZE = 48;
    public static final int CONTEXT = 0;
    public static final int IS_DIRECTORY = 36;

    private DOKAN_FILE_INFO() {}

    public static long context(long info) {
        return NativeMemory.getLong(info + CONTEXT);
    }

    public static void context(long info, long context) {
        NativeMemory.putLong(info + CONTEXT, context);
    }

    public static byte isDirectory(long info) {
        return NativeMemory.getByte(info + IS_DIRECTORY);
    }

    public static void isDirectory(long info, byte directory) {
        NativeMemory.putByte(info + IS_DIRECTORY, directory);
    }
}
