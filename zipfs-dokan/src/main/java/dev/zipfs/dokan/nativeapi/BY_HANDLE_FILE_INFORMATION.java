package dev.zipfs.dokan.nativeapi;

/** {@code BY_HANDLE_FILE_INFORMATION} of fileapi.h: what a file is. Arrives zeroed. */
public final class BY_HANDLE_FILE_INFORMATION {
    public static final int SIZE = 52;
    public static final int DW_FILE_ATTRIBUTES = 0;
    public static final int FT_CREATION_TIME = 4;
    public static final int FT_LAST_ACCESS_TIME = 12;
    public static final int FT_LAST_WRITE_TIME = 20;
    public static final int DW_VOLUME_SERIAL_NUMBER = 28;
    public static final int N_FILE_SIZE_HIGH = 32;
    public static final int N_FILE_SIZE_LOW = 36;
    public static final int N_NUMBER_OF_LINKS = 40;
    public static final int N_FILE_INDEX_HIGH = 44;
    public static final int N_FILE_INDEX_LOW = 48;

    private BY_HANDLE_FILE_INFORMATION() {}

    public static void attributes(long file, int attributes) {
        NativeMemory.putInt(file + DW_FILE_ATTRIBUTES, attributes);
    }

    /** All three times of an archive's entry are the one that the archive has. */
    public static void times(long file, long ticks) {
        FILETIME.put(file + FT_CREATION_TIME, ticks);
        FILETIME.put(file + FT_LAST_ACCESS_TIME, ticks);
        FILETIME.put(file + FT_LAST_WRITE_TIME, ticks);
    }

    public static void volumeSerialNumber(long file, int serial) {
        NativeMemory.putInt(file + DW_VOLUME_SERIAL_NUMBER, serial);
    }

    public static void fileSize(long file, long bytes) {
        NativeMemory.putInt(file + N_FILE_SIZE_HIGH, (int) (bytes >>> 32));
        NativeMemory.putInt(file + N_FILE_SIZE_LOW, (int) bytes);
    }

    public static void numberOfLinks(long file, int links) {
        NativeMemory.putInt(file + N_NUMBER_OF_LINKS, links);
    }

    public static void fileIndex(long file, long index) {
        NativeMemory.putInt(file + N_FILE_INDEX_HIGH, (int) (index >>> 32));
        NativeMemory.putInt(file + N_FILE_INDEX_LOW, (int) index);
    }
}
