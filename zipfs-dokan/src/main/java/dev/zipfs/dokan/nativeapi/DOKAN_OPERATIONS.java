package dev.zipfs.dokan.nativeapi;

import com.sun.jna.Callback;

/**
 * {@code DOKAN_OPERATIONS} of dokan.h 2.0.0 to 2.3.1: what a file system answers. The library keeps its address for the whole
 * mount. A slot that holds 0 gets the library's own answer, mostly STATUS_NOT_IMPLEMENTED.
 *
 * <p>Callbacks take addresses as {@code long}, so that JNA makes no object for them. They run on the library's threads, many
 * at once. What they throw must not leave them: JNA would log it and answer 0, which is STATUS_SUCCESS.
 */
public final class DOKAN_OPERATIONS {
    public static final int SIZE = 200;

    private DOKAN_OPERATIONS() {}

    /** The struct's 25 pointers in their order. */
    public enum Slot {
        ZW_CREATE_FILE,
        CLEANUP,
        CLOSE_FILE,
        READ_FILE,
        WRITE_FILE,
        FLUSH_FILE_BUFFERS,
        GET_FILE_INFORMATION,
        FIND_FILES,
        FIND_FILES_WITH_PATTERN,
        SET_FILE_ATTRIBUTES,
        SET_FILE_TIME,
        DELETE_FILE,
        DELETE_DIRECTORY,
        MOVE_FILE,
        SET_END_OF_FILE,
        SET_ALLOCATION_SIZE,
        LOCK_FILE,
        UNLOCK_FILE,
        GET_DISK_FREE_SPACE,
        GET_VOLUME_INFORMATION,
        MOUNTED,
        UNMOUNTED,
        GET_FILE_SECURITY,
        SET_FILE_SECURITY,
        FIND_STREAMS;

        public int offset() {
            return ordinal() * Long.BYTES;
        }
    }

    public static void put(long operations, Slot slot, long function) {
        NativeMemory.putLong(operations + slot.offset(), function);
    }

    /** Opens a file or directory; what other systems do in lookup, open and access. */
    public interface ZwCreateFile extends Callback {
        int invoke(
                long fileName,
                long securityContext,
                int desiredAccess,
                int fileAttributes,
                int shareAccess,
                int createDisposition,
                int createOptions,
                long info);
    }

    /** {@code Cleanup} (the last user handle is closed) and {@code CloseFile} (nothing more comes). */
    public interface Close extends Callback {
        void invoke(long fileName, long info);
    }

    /** {@code ReadFile}. */
    public interface ReadFile extends Callback {
        int invoke(long fileName, long buffer, int bufferLength, long readLength, long offset, long info);
    }

    /** {@code WriteFile}. */
    public interface WriteFile extends Callback {
        int invoke(long fileName, long buffer, int bytesToWrite, long bytesWritten, long offset, long info);
    }

    /** {@code GetFileInformation}. */
    public interface GetFileInformation extends Callback {
        int invoke(long fileName, long buffer, long info);
    }

    /** {@code FindFiles}. */
    public interface FindFiles extends Callback {
        int invoke(long fileName, long fillFindData, long info);
    }

    /** {@code FindFilesWithPattern}. */
    public interface FindFilesWithPattern extends Callback {
        int invoke(long pathName, long searchPattern, long fillFindData, long info);
    }

    /** {@code SetFileAttributes}. */
    public interface SetFileAttributes extends Callback {
        int invoke(long fileName, int fileAttributes, long info);
    }

    /** {@code SetFileTime}. */
    public interface SetFileTime extends Callback {
        int invoke(long fileName, long creationTime, long lastAccessTime, long lastWriteTime, long info);
    }

    /** {@code DeleteFile} and {@code DeleteDirectory}: whether it may be deleted. */
    public interface Delete extends Callback {
        int invoke(long fileName, long info);
    }

    /** {@code MoveFile}. */
    public interface MoveFile extends Callback {
        int invoke(long fileName, long newFileName, int replaceIfExisting, long info);
    }

    /** {@code SetEndOfFile} and {@code SetAllocationSize}. */
    public interface SetSize extends Callback {
        int invoke(long fileName, long size, long info);
    }

    /** {@code GetDiskFreeSpace}. */
    public interface GetDiskFreeSpace extends Callback {
        int invoke(long freeBytesAvailable, long totalNumberOfBytes, long totalNumberOfFreeBytes, long info);
    }

    /** {@code GetVolumeInformation}. */
    public interface GetVolumeInformation extends Callback {
        int invoke(
                long volumeNameBuffer,
                int volumeNameSize,
                long volumeSerialNumber,
                long maximumComponentLength,
                long fileSystemFlags,
                long fileSystemNameBuffer,
                int fileSystemNameSize,
                long info);
    }

    /** {@code Mounted}. */
    public interface Mounted extends Callback {
        int invoke(long mountPoint, long info);
    }

    /** {@code Unmounted}. */
    public interface Unmounted extends Callback {
        int invoke(long info);
    }

    /** {@code SetFileSecurity}. */
    public interface SetFileSecurity extends Callback {
        int invoke(long fileName, long securityInformation, long securityDescriptor, int bufferLength, long info);
    }
}
