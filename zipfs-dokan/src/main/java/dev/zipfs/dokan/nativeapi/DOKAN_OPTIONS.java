package dev.zipfs.dokan.nativeapi;

/** {@code DOKAN_OPTIONS} of dokan.h 2.0.0 to 2.3.1: how to mount. The library keeps its address for the whole mount. */
public final class DOKAN_OPTIONS {
    public static final int SIZE = 16432;
    public static final int VERSION = 0;
    public static final int OPTIONS = 4;
    public static final int MOUNT_POINT = 16;
    public static final int TIMEOUT = 32;
    public static final int ALLOCATION_UNIT_SIZE = 36;
    public static final int SECTOR_SIZE = 40;

    public static final int DOKAN_OPTION_WRITE_PROTECT = 8;
    public static final int DOKAN_OPTION_MOUNT_MANAGER = 64;
    public static final int DOKAN_OPTION_CURRENT_SESSION = 128;
    public static final int DOKAN_OPTION_CASE_SENSITIVE = 512;

    /** What every 2.x library accepts as {@code Version}; it is only compared with this minimum. */
    public static final short DOKAN_MINIMUM_COMPATIBLE_VERSION = 200;

    /** The mount point is copied into a buffer of this many units by a call that ends the process if it does not fit. */
    public static final int MAX_PATH = 260;

    private DOKAN_OPTIONS() {}

    public static void version(long options, short version) {
        NativeMemory.putShort(options + VERSION, version);
    }

    public static void options(long options, int flags) {
        NativeMemory.putInt(options + OPTIONS, flags);
    }

    public static void mountPoint(long options, long text) {
        NativeMemory.putLong(options + MOUNT_POINT, text);
    }

    public static void timeout(long options, int milliseconds) {
        NativeMemory.putInt(options + TIMEOUT, milliseconds);
    }

    public static void allocationUnitSize(long options, int bytes) {
        NativeMemory.putInt(options + ALLOCATION_UNIT_SIZE, bytes);
    }

    public static void sectorSize(long options, int bytes) {
        NativeMemory.putInt(options + SECTOR_SIZE, bytes);
    }
}
