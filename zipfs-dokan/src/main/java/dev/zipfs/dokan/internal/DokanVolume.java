package dev.zipfs.dokan.internal;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.dokan.nativeapi.FILETIME;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Answers Dokan's requests from a view, in plain Java: paths are Windows paths below the volume ({@code \a\b}), answers are
 * NTSTATUS numbers. The rules are those a read-only volume must keep under Dokan 2.x, whether or not the driver refuses
 * writes by itself. Methods may throw anything; {@link NtStatus#of} says what a program is told then. Thread-safe.
 */
final class DokanVolume {
    /** What {@code AllocationUnitSize} is set to: a power of two from 512 to 65536, else the library takes 512 for both. */
    static final int ALLOCATION_UNIT = 4096;

    static final int SECTOR = 512;
    static final int LONGEST_COMPONENT = 255;
    static final int LONGEST_LABEL = 32;

    /** Windows switches features on and off by this name. */
    static final String FILE_SYSTEM = "NTFS";

    private static final int CONTENT_ACCESS =
            WinNt.FILE_READ_DATA | WinNt.FILE_EXECUTE | WinNt.GENERIC_READ | WinNt.GENERIC_EXECUTE;

    /**
     * Attributes are not in it: programs ask for the right to set them without ever doing so. Deleting children is: the
     * library asks for that at the parent when deleting was denied, and would take a yes for an open of the child.
     */
    private static final int WRITE_ACCESS = WinNt.FILE_WRITE_DATA
            | WinNt.FILE_APPEND_DATA
            | WinNt.FILE_WRITE_EA
            | WinNt.FILE_DELETE_CHILD
            | WinNt.DELETE
            | WinNt.WRITE_DAC
            | WinNt.WRITE_OWNER
            | WinNt.GENERIC_WRITE
            | WinNt.GENERIC_ALL;

    /** Names in the top folder that the library keeps for itself. */
    private static final Set<String> LIBRARYS_OWN = Set.of("__drive_fs_keepalive", "drive_fs_notification");

    private final DriveView view;
    private final boolean ignoreCase;
    private final String label;
    private final int serialNumber;
    private final String probePath;
    private final CountDownLatch probed = new CountDownLatch(1);
    private final HandleTable handles = new HandleTable();
    private volatile boolean ended;

    /**
     * The answer to an open.
     *
     * @param status also for success not always 0
     * @param context the handle's number, 0 if nothing was opened
     * @param directory whether it is a directory
     */
    record Opened(int status, long context, boolean directory) {}

    /**
     * Prepares to answer.
     *
     * @param label the volume's label; cut to what Windows shows
     * @param source the archive's name, which the serial number is made of
     * @param probeName a name in the top folder that only who mounts knows; see {@link #probed}
     */
    DokanVolume(DriveView view, String label, String source, String probeName) {
        this.view = view;
        this.ignoreCase = view.nameRules() == NameRules.WINDOWS;
        this.label = cut(label);
        this.serialNumber = serial(source, view);
        this.probePath = "\\" + probeName;
    }

    private static String cut(String label) {
        if (label.length() <= LONGEST_LABEL) {
            return label;
        }
        boolean withinPair = Character.isHighSurrogate(label.charAt(LONGEST_LABEL - 1));
        return label.substring(0, withinPair ? LONGEST_LABEL - 1 : LONGEST_LABEL);
    }

    /** The same for each mount of an archive: file numbers are only unique together with it. */
    private static int serial(String source, DriveView view) {
        CRC32 crc = new CRC32();
        crc.update((source + '\0' + view.nodeCount() + '\0' + view.totalSize()).getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    DriveView view() {
        return view;
    }

    /** Whether names that differ only by case are one. */
    boolean ignoresCase() {
        return ignoreCase;
    }

    /** Comes down when somebody has asked for the probe's name: that request came through the driver, by this very mount. */
    CountDownLatch probed() {
        return probed;
    }

    /** From now on every request is refused, and the view is not asked any more. */
    void end() {
        ended = true;
    }

    /** Closes what was left open. Only after the last callback. */
    void closeAll(FailureLog failures) {
        for (OpenNode node : handles.all()) {
            try {
                handles.remove(node.context());
                node.close();
            } catch (RuntimeException | Error failure) {
                failures.failed("close", failure);
            }
        }
    }

    /** The files that programs hold open, as paths on the drive. */
    List<String> filesInUse() {
        return handles.all().stream()
                .filter(node -> node.isInUse() && !node.isDirectory())
                .map(node -> view.path(node.node()))
                .distinct()
                .toList();
    }

    /** Answers {@code ZwCreateFile}. */
    Opened open(String path, int desiredAccess, int disposition, int options, boolean directoryWanted)
            throws IOException {
        requireLive();
        int node = lookup(path);
        if (node == DriveView.NONE) {
            return refusal(missing(path, disposition));
        }
        boolean directory = view.type(node) == EntryType.DIRECTORY;
        if (directory && (options & WinNt.FILE_NON_DIRECTORY_FILE) != 0) {
            return refusal(NtStatus.STATUS_FILE_IS_A_DIRECTORY);
        }
        if (!directory && (directoryWanted || (options & WinNt.FILE_DIRECTORY_FILE) != 0)) {
            return refusal(NtStatus.STATUS_NOT_A_DIRECTORY);
        }
        if (disposition == WinNt.FILE_CREATE) {
            return refusal(NtStatus.STATUS_OBJECT_NAME_COLLISION);
        }
        boolean opens = disposition == WinNt.FILE_OPEN || disposition == WinNt.FILE_OPEN_IF;
        boolean deletes = (options & WinNt.FILE_DELETE_ON_CLOSE) != 0;
        if (!opens || deletes || (desiredAccess & WRITE_ACCESS) != 0) {
            return refusal(NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
        }
        OpenNode opened = new OpenNode(view, node);
        if (!directory && (desiredAccess & CONTENT_ACCESS) != 0) {
            opened.content();
        }
        long context = handles.add(opened);
        // Whoever would have made it, had it been missing, is told so by an error code that is none.
        int status =
                disposition == WinNt.FILE_OPEN_IF ? NtStatus.STATUS_OBJECT_NAME_COLLISION : NtStatus.STATUS_SUCCESS;
        return new Opened(status, context, directory);
    }

    private static Opened refusal(int status) {
        return new Opened(status, 0, false);
    }

    private int missing(String path, int disposition) {
        noticeProbe(path);
        int parent = lookup(path.substring(0, Math.max(0, path.lastIndexOf('\\'))));
        if (parent == DriveView.NONE || view.type(parent) != EntryType.DIRECTORY) {
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        }
        return disposition == WinNt.FILE_OPEN || disposition == WinNt.FILE_OVERWRITE
                ? NtStatus.STATUS_OBJECT_NAME_NOT_FOUND
                : NtStatus.STATUS_MEDIA_WRITE_PROTECTED;
    }

    /** Windows may hand names down in another case, and ask for them in either way. */
    private void noticeProbe(String path) {
        if (probed.getCount() != 0 && path.equalsIgnoreCase(probePath)) {
            probed.countDown();
        }
    }

    private int lookup(String path) {
        return view.lookup(path.replace('\\', '/'));
    }

    /** Answers {@code Cleanup}: the handle's number stays good, since a mapped file is still read. */
    void cleanUp(long context) {
        OpenNode node = handles.get(context);
        if (node != null) {
            node.cleanUp();
        }
    }

    /** Answers {@code CloseFile}. */
    void close(long context) {
        OpenNode node = handles.remove(context);
        if (node != null) {
            node.close();
        }
    }

    /** The handle that a number stands for, if it is one of ours that is not closed. */
    @Nullable
    OpenNode handle(long context) {
        return handles.get(context);
    }

    /** The node of a request whose number means nothing: listings and paging reads may come without. */
    int node(@Nullable OpenNode handle, String path) throws StatusException {
        requireLive();
        int node = handle != null ? handle.node() : lookup(path);
        if (node == DriveView.NONE) {
            throw new StatusException(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND);
        }
        return node;
    }

    /**
     * Answers {@code ReadFile}.
     *
     * @return how many bytes were put into the buffer; 0 only at or past the end
     */
    int read(OpenNode handle, long position, ByteBuffer dst) throws IOException {
        requireLive();
        if (handle.isDirectory()) {
            throw new StatusException(NtStatus.STATUS_INVALID_DEVICE_REQUEST);
        }
        if (position < 0) {
            throw new StatusException(NtStatus.STATUS_INVALID_PARAMETER);
        }
        int start = dst.position();
        while (dst.hasRemaining()) {
            int before = dst.position();
            if (handle.content().read(position + (before - start), dst) < 0) {
                break;
            }
            if (dst.position() <= before) {
                throw new IllegalStateException("a read gave no bytes before the end of the file");
            }
        }
        // The buffer, not what was returned, says how much was written: the driver would send old memory for the rest.
        return dst.position() - start;
    }

    /** Answers a {@code ReadFile} without a handle. */
    int read(String path, long position, ByteBuffer dst) throws IOException {
        OpenNode passing = new OpenNode(view, node(null, path));
        try {
            return read(passing, position, dst);
        } finally {
            passing.close();
        }
    }

    int attributes(int node) {
        // A directory is never shown as read-only: to Windows that means that its look is customised.
        return view.type(node) == EntryType.DIRECTORY ? WinNt.FILE_ATTRIBUTE_DIRECTORY : WinNt.FILE_ATTRIBUTE_READONLY;
    }

    long size(int node) {
        return view.type(node) == EntryType.DIRECTORY ? 0 : view.size(node);
    }

    long time(int node) {
        return FILETIME.of(view.modifiedSeconds(node), view.modifiedNanos(node));
    }

    /** A file's number; never 0, which some programs take for "none". */
    long index(int node) {
        return node + 1L;
    }

    /**
     * Answers {@code FindFiles} and {@code FindFilesWithPattern}. Nothing is filtered by the library then.
     *
     * @param pattern what is looked for; {@code *} or nothing for all
     * @param sink takes each node that matches
     */
    void find(int directory, String pattern, IntConsumer sink) throws StatusException {
        requireLive();
        if (view.type(directory) != EntryType.DIRECTORY) {
            throw new StatusException(NtStatus.STATUS_NOT_A_DIRECTORY);
        }
        NamePattern wanted = new NamePattern(pattern.isEmpty() ? "*" : pattern, ignoreCase);
        if (wanted.isLiteral()) {
            findOne(directory, pattern, sink);
            return;
        }
        int count = view.childCount(directory);
        for (int i = 0; i < count; i++) {
            int child = view.child(directory, i);
            String name = view.name(child);
            if (wanted.matches(name) && !isLibrarys(directory, name)) {
                sink.accept(child);
            }
        }
    }

    /** Looking for one name must not cost a walk through a huge folder. */
    private void findOne(int directory, String name, IntConsumer sink) {
        int node = view.lookup(view.path(directory) + "/" + name);
        if (node != DriveView.NONE
                && node != DriveView.ROOT
                && view.parent(node) == directory
                && !isLibrarys(directory, name)) {
            sink.accept(node);
        } else if (directory == DriveView.ROOT) {
            noticeProbe("\\" + name);
        }
    }

    private static boolean isLibrarys(int directory, String name) {
        return directory == DriveView.ROOT && LIBRARYS_OWN.contains(name.toLowerCase(Locale.ROOT));
    }

    String label() {
        return label;
    }

    int serialNumber() {
        return serialNumber;
    }

    int fileSystemFlags() {
        return WinNt.FILE_CASE_PRESERVED_NAMES
                | WinNt.FILE_UNICODE_ON_DISK
                | WinNt.FILE_READ_ONLY_VOLUME
                | (ignoreCase ? 0 : WinNt.FILE_CASE_SENSITIVE_SEARCH);
    }

    /** The size of the full disc that the drive shows, rounded up here because the library rounds down. */
    long totalBytes() {
        long total = view.totalSize();
        long rest = total % ALLOCATION_UNIT;
        if (rest == 0) {
            return total;
        }
        return total > Long.MAX_VALUE - ALLOCATION_UNIT ? total - rest : total - rest + ALLOCATION_UNIT;
    }

    private void requireLive() throws StatusException {
        if (ended) {
            throw new StatusException(NtStatus.STATUS_VOLUME_DISMOUNTED);
        }
    }
}
