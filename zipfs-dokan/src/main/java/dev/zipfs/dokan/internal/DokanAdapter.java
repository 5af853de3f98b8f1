package dev.zipfs.dokan.internal;

import com.sun.jna.Callback;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.zipfs.dokan.internal.Requests.Request;
import dev.zipfs.dokan.nativeapi.BY_HANDLE_FILE_INFORMATION;
import dev.zipfs.dokan.nativeapi.DOKAN_FILE_INFO;
import dev.zipfs.dokan.nativeapi.DOKAN_OPERATIONS;
import dev.zipfs.dokan.nativeapi.DOKAN_OPERATIONS.Slot;
import dev.zipfs.dokan.nativeapi.FunctionPointers;
import dev.zipfs.dokan.nativeapi.NativeMemory;
import dev.zipfs.dokan.nativeapi.WIN32_FIND_DATAW;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The edge between native callbacks and a {@link DokanVolume}: addresses become paths and buffers here, answers become fields
 * of structs, and every Throwable a status. Holds the operations' memory and all callbacks strongly; it must stay reachable
 * until {@code DokanCloseHandle} has returned.
 */
final class DokanAdapter {
    /** A request with its path fits 32 KiB, so no path of the driver is longer. */
    private static final int LONGEST_PATH = 16384;

    private final DokanVolume volume;
    private final Requests requests;
    private final FailureLog failures;
    private final Consumer<String> mounted;
    private final Runnable unmounted;
    private final Memory operations = new Memory(DOKAN_OPERATIONS.SIZE);
    private final List<Callback> callbacks = new ArrayList<>();

    /** What answers one request; {@link #answer} turns whatever it throws into a status. */
    private interface Body {
        int run() throws IOException;
    }

    /**
     * Makes all callbacks.
     *
     * @param mounted takes the mount point that the drive really got, while it is being mounted
     * @param unmounted runs when the drive is gone, while others may still be in callbacks; must not block
     */
    DokanAdapter(
            DokanVolume volume, Requests requests, FailureLog failures, Consumer<String> mounted, Runnable unmounted) {
        this.volume = volume;
        this.requests = requests;
        this.failures = failures;
        this.mounted = mounted;
        this.unmounted = unmounted;
        operations.clear();
        addReading();
        addVolume();
        addRefusals();
    }

    /** Where the struct DOKAN_OPERATIONS lies. */
    long operations() {
        return Pointer.nativeValue(operations);
    }

    private void put(Slot slot, Callback callback) {
        callbacks.add(callback);
        DOKAN_OPERATIONS.put(operations(), slot, FunctionPointers.of(callback));
    }

    private void addReading() {
        DOKAN_OPERATIONS.ZwCreateFile create =
                (name, security, access, attributes, share, disposition, options, info) ->
                        answer("ZwCreateFile", info, () -> create(name, access, disposition, options, info));
        DOKAN_OPERATIONS.Close cleanup = (name, info) -> answer("Cleanup", info, () -> {
            volume.cleanUp(DOKAN_FILE_INFO.context(info));
            return NtStatus.STATUS_SUCCESS;
        });
        DOKAN_OPERATIONS.Close close = (name, info) -> answer("CloseFile", info, () -> {
            volume.close(DOKAN_FILE_INFO.context(info));
            return NtStatus.STATUS_SUCCESS;
        });
        DOKAN_OPERATIONS.GetFileInformation inform =
                (name, buffer, info) -> answer("GetFileInformation", info, () -> inform(name, buffer, info));
        DOKAN_OPERATIONS.FindFiles find =
                (name, fill, info) -> answer("FindFiles", info, () -> find(name, "*", fill, info));
        DOKAN_OPERATIONS.FindFilesWithPattern findPattern = (name, pattern, fill, info) ->
                answer("FindFilesWithPattern", info, () -> find(name, text(pattern), fill, info));
        put(Slot.ZW_CREATE_FILE, create);
        put(Slot.CLEANUP, cleanup);
        put(Slot.CLOSE_FILE, close);
        put(Slot.READ_FILE, (DOKAN_OPERATIONS.ReadFile) this::read);
        put(Slot.GET_FILE_INFORMATION, inform);
        put(Slot.FIND_FILES, find);
        put(Slot.FIND_FILES_WITH_PATTERN, findPattern);
    }

    private void addVolume() {
        DOKAN_OPERATIONS.GetDiskFreeSpace space =
                (available, total, free, info) -> answer("GetDiskFreeSpace", info, () -> {
                    putLong(available, 0);
                    putLong(total, volume.totalBytes());
                    putLong(free, 0);
                    return NtStatus.STATUS_SUCCESS;
                });
        DOKAN_OPERATIONS.GetVolumeInformation describe =
                (label, labelUnits, serial, component, flags, system, systemUnits, info) ->
                        answer("GetVolumeInformation", info, () -> {
                            putText(label, volume.label(), labelUnits);
                            putInt(serial, volume.serialNumber());
                            putInt(component, DokanVolume.LONGEST_COMPONENT);
                            putInt(flags, volume.fileSystemFlags());
                            putText(system, DokanVolume.FILE_SYSTEM, systemUnits);
                            return NtStatus.STATUS_SUCCESS;
                        });
        DOKAN_OPERATIONS.Mounted told = (mountPoint, info) -> answer("Mounted", info, () -> {
            mounted.accept(text(mountPoint));
            return NtStatus.STATUS_SUCCESS;
        });
        DOKAN_OPERATIONS.Unmounted gone = info -> answer("Unmounted", info, () -> {
            unmounted.run();
            return NtStatus.STATUS_SUCCESS;
        });
        put(Slot.GET_DISK_FREE_SPACE, space);
        put(Slot.GET_VOLUME_INFORMATION, describe);
        put(Slot.MOUNTED, told);
        put(Slot.UNMOUNTED, gone);
    }

    /**
     * The driver refuses all these by itself on a write-protected volume. An empty slot would say that they are not
     * implemented, which programs understand less well.
     */
    private void addRefusals() {
        int refused = NtStatus.STATUS_MEDIA_WRITE_PROTECTED;
        DOKAN_OPERATIONS.Delete delete = (name, info) -> refused;
        DOKAN_OPERATIONS.SetSize setSize = (name, size, info) -> refused;
        put(Slot.WRITE_FILE, (DOKAN_OPERATIONS.WriteFile) (name, buffer, length, written, offset, info) -> refused);
        put(Slot.SET_FILE_ATTRIBUTES, (DOKAN_OPERATIONS.SetFileAttributes) (name, attributes, info) -> refused);
        put(Slot.SET_FILE_TIME, (DOKAN_OPERATIONS.SetFileTime) (name, made, read, written, info) -> refused);
        put(Slot.DELETE_FILE, delete);
        put(Slot.DELETE_DIRECTORY, delete);
        put(Slot.MOVE_FILE, (DOKAN_OPERATIONS.MoveFile) (name, newName, replace, info) -> refused);
        put(Slot.SET_END_OF_FILE, setSize);
        put(Slot.SET_ALLOCATION_SIZE, setSize);
        put(Slot.SET_FILE_SECURITY, (DOKAN_OPERATIONS.SetFileSecurity)
                (name, what, descriptor, length, info) -> refused);
    }

    private int answer(String callback, long info, Body body) {
        Request request = null;
        try {
            request = requests.begin(info);
            return body.run();
        } catch (Throwable failure) {
            return failures.failed(callback, failure);
        } finally {
            if (request != null) {
                requests.end(request);
            }
        }
    }

    /** As {@link #answer}, written out: reads are many, and this makes no object for one. */
    private int read(long name, long buffer, int length, long readLength, long offset, long info) {
        Request request = null;
        try {
            request = requests.begin(info);
            NativeMemory.putInt(readLength, 0);
            if (length < 0) {
                return NtStatus.STATUS_INVALID_PARAMETER;
            }
            ByteBuffer dst = ReadViews.of(buffer, length);
            OpenNode handle = volume.handle(DOKAN_FILE_INFO.context(info));
            int count = handle != null ? volume.read(handle, offset, dst) : volume.read(text(name), offset, dst);
            NativeMemory.putInt(readLength, count);
            return count == 0 && length > 0 ? NtStatus.STATUS_END_OF_FILE : NtStatus.STATUS_SUCCESS;
        } catch (Throwable failure) {
            return failures.failed("ReadFile", failure);
        } finally {
            if (request != null) {
                requests.end(request);
            }
        }
    }

    private int create(long name, int access, int disposition, int options, long info) throws IOException {
        boolean directoryWanted = DOKAN_FILE_INFO.isDirectory(info) != 0;
        DokanVolume.Opened opened = volume.open(text(name), access, disposition, options, directoryWanted);
        if (opened.context() != 0) {
            DOKAN_FILE_INFO.context(info, opened.context());
            if (opened.directory()) {
                DOKAN_FILE_INFO.isDirectory(info, (byte) 1);
            }
        }
        return opened.status();
    }

    private int inform(long name, long buffer, long info) throws IOException {
        OpenNode handle = volume.handle(DOKAN_FILE_INFO.context(info));
        int node = volume.node(handle, handle != null ? "" : text(name));
        BY_HANDLE_FILE_INFORMATION.attributes(buffer, volume.attributes(node));
        BY_HANDLE_FILE_INFORMATION.times(buffer, volume.time(node));
        BY_HANDLE_FILE_INFORMATION.volumeSerialNumber(buffer, volume.serialNumber());
        BY_HANDLE_FILE_INFORMATION.fileSize(buffer, volume.size(node));
        BY_HANDLE_FILE_INFORMATION.numberOfLinks(buffer, 1);
        BY_HANDLE_FILE_INFORMATION.fileIndex(buffer, volume.index(node));
        return NtStatus.STATUS_SUCCESS;
    }

    private int find(long name, String pattern, long fill, long info) throws IOException {
        OpenNode handle = volume.handle(DOKAN_FILE_INFO.context(info));
        int directory = volume.node(handle, handle != null ? "" : text(name));
        Function fillFindData = Function.getFunction(new Pointer(fill));
        try (Memory entry = new Memory(WIN32_FIND_DATAW.SIZE)) {
            // One struct for the whole listing: the library copies it at once, and names are written with their end.
            entry.clear();
            Object[] arguments = {entry, new Pointer(info)};
            volume.find(directory, pattern, node -> {
                fill(Pointer.nativeValue(entry), node);
                fillFindData.invokeInt(arguments);
            });
        }
        return NtStatus.STATUS_SUCCESS;
    }

    private void fill(long entry, int node) {
        DriveView view = volume.view();
        WIN32_FIND_DATAW.attributes(entry, volume.attributes(node));
        WIN32_FIND_DATAW.times(entry, volume.time(node));
        WIN32_FIND_DATAW.fileSize(entry, volume.size(node));
        WIN32_FIND_DATAW.fileName(entry, view.name(node));
    }

    private static String text(long address) throws StatusException {
        String text = NativeMemory.getText(address, LONGEST_PATH);
        if (text == null) {
            throw new StatusException(NtStatus.STATUS_OBJECT_NAME_INVALID);
        }
        return text;
    }

    private static void putInt(long address, int value) {
        if (address != 0) {
            NativeMemory.putInt(address, value);
        }
    }

    private static void putLong(long address, long value) {
        if (address != 0) {
            NativeMemory.putLong(address, value);
        }
    }

    private static void putText(long address, String text, int capacity) {
        if (address != 0 && capacity > 0) {
            NativeMemory.putText(address, text, capacity);
        }
    }
}
