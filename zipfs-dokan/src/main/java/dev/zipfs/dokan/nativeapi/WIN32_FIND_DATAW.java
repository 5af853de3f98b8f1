package dev.zipfs.dokan.nativeapi;

/** {@code WIN32_FIND_DATAW} of minwinbase.h: one line of a listing. The library copies it at once. */
public final class WIN32_FIND_DATAW {
    public static final int SIZE = 592;
    public static final int DW_FILE_ATTRIBUTES = 0;
    public static final int FT_CREATION_TIME = 4;
    public static final int FT_LAST_ACCESS_TIME = 12;
    public static final int FT_LAST_WRITE_TIME = 20;
    public static final int N_FILE_SIZE_HIGH = 28;
    public static final int N_FILE_SIZE_LOW = 32;
    public static final int C_FILE_NAME = 44;
    public static final int C_ALTERNATE_FILE_NAME = 564;

    /** Room for a name, its zero included. */
    public static final int NAME_UNITS = 260;

    private WIN32_FIND_DATAW() {}

    public static void attributes(long entry, int attributes) {
        NativeMemory.putInt(entry + DW_FILE_ATTRIBUTES, attributes);
    }

    /** All three times of an archive's entry are the one that the archive has. */
    public static void times(long entry, long ticks) {
        FILETIME.put(entry + FT_CREATION_TIME, ticks);
        FILETIME.put(entry + FT_LAST_ACCESS_TIME, ticks);
        FILETIME.put(entry + FT_LAST_WRITE_TIME, ticks);
    }

    public static void fileSize(long entry, long bytes) {
        NativeMemory.putInt(entry + N_FILE_SIZE_HIGH, (int) (bytes >>> 32));
        NativeMemory.putInt(entry + N_FILE_SIZE_LOW, (int) bytes);
    }

    public static void fileName(long entry, String name) {
        NativeMemory.putText(entry + C_FILE_NAME, name, NAME_UNITS);
    }
}
