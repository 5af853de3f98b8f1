package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.dokan.nativeapi.BY_HANDLE_FILE_INFORMATION;
import dev.zipfs.dokan.nativeapi.NativeMemory;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The callback sequences that Windows' requests lead to, through native code, where the kernel has no such request. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanCallbackIT {
    private static final int READ = WinNt.FILE_READ_DATA;

    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private final MemoryView view = MemoryView.windows()
            .file("Read Me.txt", "hello")
            .file("dir/inner.bin", "0123456789")
            .folder("dir/empty");
    private final DokanDouble.Functions functions = DokanDouble.functions();

    private Path point() {
        return temp.resolve("m");
    }

    private Memory where() throws IOException {
        return DokanDouble.text(point().toRealPath().toString());
    }

    private int open(String path, int access, int disposition, int options, PointerByReference out) throws IOException {
        return functions.double_open(where(), DokanDouble.text(path), access, disposition, options, out);
    }

    private Pointer opened(String path) throws IOException {
        PointerByReference out = new PointerByReference();
        assertThat(open(path, READ, WinNt.FILE_OPEN, 0, out)).isZero();
        return out.getValue();
    }

    private void close(Pointer file) {
        functions.double_cleanup(file);
        functions.double_close(file);
    }

    private String read(Pointer file, long offset, int length, boolean paging) {
        try (Memory buffer = new Memory(length)) {
            IntByReference got = new IntByReference();
            int status = functions.double_read(file, offset, buffer, length, paging ? 1 : 0, got);
            return status == 0
                    ? new String(buffer.getByteArray(0, got.getValue()), StandardCharsets.UTF_8)
                    : "0x" + Integer.toHexString(status);
        }
    }

    private List<String> find(String path, String pattern) throws IOException {
        try (Memory names = new Memory(1 << 16)) {
            IntByReference size = new IntByReference();
            int status = functions.double_find(
                    where(), DokanDouble.text(path), DokanDouble.text(pattern), names, 1 << 15, size);
            if (status != 0) {
                return List.of("0x" + Integer.toHexString(status));
            }
            List<String> found = new ArrayList<>();
            long at = Pointer.nativeValue(names);
            for (int i = 0; i < size.getValue(); i++) {
                String name = NativeMemory.getText(at, 300);
                found.add(name);
                at += 2L * (name.length() + 1);
            }
            return found;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "\\Read Me.txt, FILE_OPEN, 0, 0x0",
        "\\READ ME.txt, FILE_OPEN_IF, 0, 0x0",
        "\\none, FILE_OPEN, 0, 0xC0000034",
        "\\none\\none, FILE_OPEN, 0, 0xC000003A",
        "\\none, FILE_OPEN_IF, 0, 0xC00000A2",
        "\\none, FILE_CREATE, 0, 0xC00000A2",
        "\\dir, FILE_CREATE, 0, 0xC0000035",
        "\\Read Me.txt, FILE_OVERWRITE, 0, 0xC00000A2",
        "\\Read Me.txt, FILE_OVERWRITE_IF, 0, 0xC00000A2",
        "\\Read Me.txt, FILE_SUPERSEDE, 0, 0xC00000A2",
        "\\dir, FILE_OPEN, 0x40, 0xC00000BA",
        "\\Read Me.txt, FILE_OPEN, 0x1, 0xC0000103",
        "\\Read Me.txt, FILE_OPEN, 0x41, 0xC000000D",
        "\\a:stream, FILE_OPEN, 0, 0xC000000D",
        "\\Read Me.txt, FILE_OPEN, 0x1000, 0xC00000A2"
    })
    void opensAreAnsweredWithTheDriversProtectionAndWithoutIt(
            String path, String disposition, String options, String status) throws Exception {
        drives.mount(view, point());
        int number = WinNt.class.getDeclaredField(disposition).getInt(null);
        int expected = Long.decode(status).intValue();
        for (long driversProtection : new long[] {0, 1}) {
            drives.set("write_protect", driversProtection);
            PointerByReference out = new PointerByReference();
            int answer = open(path, READ, number, Integer.decode(options), out);
            // What the driver refuses by itself it refuses before it looks whether the file is there.
            boolean mayDiffer = driversProtection == 1 && !disposition.equals("FILE_OPEN");
            if (mayDiffer && expected != 0) {
                assertThat(answer).isIn(expected, NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
            } else {
                assertThat(answer).isEqualTo(expected);
            }
            if (answer == 0) {
                close(out.getValue());
            }
        }
    }

    @Test
    void directoriesAreToldFromFiles() throws Exception {
        drives.mount(view, point());
        Pointer directory = opened("\\dir");
        Pointer root = opened("\\");
        Pointer file = opened("\\dir\\inner.bin");

        assertThat(functions.double_is_directory(directory)).isOne();
        assertThat(functions.double_is_directory(root)).isOne();
        assertThat(functions.double_is_directory(file)).isZero();
        List.of(directory, root, file).forEach(this::close);
    }

    @Test
    void askingToDeleteIsRefusedWithoutAskingAtTheParent() throws Exception {
        drives.set("write_protect", 0);
        drives.mount(view, point());
        long before = DokanDouble.count("parent_retries");
        PointerByReference out = new PointerByReference();

        assertThat(open("\\Read Me.txt", WinNt.DELETE, WinNt.FILE_OPEN, 0, out))
                .isEqualTo(NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
        assertThat(open("\\dir", WinNt.FILE_DELETE_CHILD, WinNt.FILE_OPEN, 1, out))
                .isEqualTo(NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
        assertThat(DokanDouble.count("parent_retries")).isEqualTo(before);
    }

    @Test
    void aRenameProbeLeavesNothingOpen() throws Exception {
        DriveMount mount = drives.mount(view, point());

        assertThat(functions.double_rename_probe(where(), DokanDouble.text("\\dir\\inner.bin")))
                .isZero();
        assertThat(functions.double_rename_probe(where(), DokanDouble.text("\\Read Me.txt")))
                .isZero();
        TestDrives.await("nothing is open", () -> view.openFiles() == 0);
        mount.unmount();
    }

    @Test
    void mappedFilesAreReadAfterCleanup() throws Exception {
        drives.mount(view, point());
        Pointer file = opened("\\dir\\inner.bin");
        functions.double_cleanup(file);
        long before = DokanDouble.count("reads_after_cleanup");

        assertThat(read(file, 0, 4, true)).isEqualTo("0123");
        assertThat(read(file, 8, 4096, true)).isEqualTo("89");
        assertThat(DokanDouble.count("reads_after_cleanup")).isEqualTo(before + 2);
        functions.double_close(file);
        TestDrives.await("it is closed", () -> view.openFiles() == 0);
    }

    @Test
    void readsWithoutContextAreMadeByName() throws Exception {
        drives.mount(view, point());
        Pointer file = opened("\\dir\\inner.bin");
        drives.set("paging_no_context", 1);

        assertThat(read(file, 2, 4, true)).isEqualTo("2345");
        assertThat(read(file, 2, 4, false)).isEqualTo("2345");
        close(file);
        TestDrives.await("it is closed", () -> view.openFiles() == 0);
    }

    @Test
    void readsAtAndPastTheEndSaySo() throws Exception {
        drives.mount(view, point());
        Pointer file = opened("\\dir\\inner.bin");

        assertThat(read(file, 10, 10, false)).isEqualTo("0xc0000011");
        assertThat(read(file, 1L << 40, 10, false)).isEqualTo("0xc0000011");
        assertThat(read(file, 9, 10, false)).isEqualTo("9");
        assertThat(read(file, -1, 10, false)).isEqualTo("0xc000000d");
        close(file);
        Pointer directory = opened("\\dir");
        assertThat(read(directory, 0, 10, false)).isEqualTo("0xc0000010");
        close(directory);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 4096, 131_072, 131_073, 1_048_576, 1_048_577, 5_000_000})
    void readsOfAnySizeFillTheDriversBuffer(int length) throws Exception {
        byte[] bytes = new byte[5_000_001];
        new Random(length).nextBytes(bytes);
        drives.mount(MemoryView.windows().file("big", bytes), point());
        Pointer file = opened("\\big");
        try (Memory buffer = new Memory(length + 8)) {
            IntByReference got = new IntByReference();
            for (long offset : new long[] {0, 1, bytes.length - length}) {
                buffer.setMemory(0, buffer.size(), (byte) 0x55);
                assertThat(functions.double_read(file, offset, buffer, length, 0, got))
                        .isZero();
                assertThat(got.getValue()).isEqualTo(length);
                assertThat(buffer.getByteArray(0, length))
                        .isEqualTo(Arrays.copyOfRange(bytes, (int) offset, (int) offset + length));
                assertThat(buffer.getLong(length)).isEqualTo(0x5555555555555555L);
            }
        }
        close(file);
    }

    @Test
    void informationIsWhatTheViewSays() throws Exception {
        drives.mount(view, point());
        Pointer file = opened("\\dir\\inner.bin");
        try (Memory info = new Memory(BY_HANDLE_FILE_INFORMATION.SIZE)) {
            assertThat(functions.double_information(file, info)).isZero();
            assertThat(info.getInt(BY_HANDLE_FILE_INFORMATION.DW_FILE_ATTRIBUTES))
                    .isOne();
            assertThat(info.getInt(BY_HANDLE_FILE_INFORMATION.N_FILE_SIZE_LOW)).isEqualTo(10);
            assertThat(info.getInt(BY_HANDLE_FILE_INFORMATION.N_NUMBER_OF_LINKS))
                    .isOne();
            assertThat(info.getInt(BY_HANDLE_FILE_INFORMATION.N_FILE_INDEX_LOW))
                    .isEqualTo(view.lookup("dir/inner.bin") + 1);
            int serial = info.getInt(BY_HANDLE_FILE_INFORMATION.DW_VOLUME_SERIAL_NUMBER);
            IntByReference volumesSerial = new IntByReference();
            functions.double_volume(
                    where(),
                    new Memory(520),
                    new Memory(520),
                    new LongByReference(),
                    new LongByReference(),
                    volumesSerial,
                    new IntByReference());
            assertThat(serial).isNotZero().isEqualTo(volumesSerial.getValue());
        }
        close(file);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void listingsFollowTheirPattern(long plainFindFiles) throws Exception {
        drives.set("plain_find_files", plainFindFiles);
        drives.mount(view, point());

        assertThat(find("\\", "*")).containsExactly("Read Me.txt", "dir");
        assertThat(find("\\", "READ*")).containsExactly("Read Me.txt");
        assertThat(find("\\", "read me.txt")).containsExactly("Read Me.txt");
        assertThat(find("\\DIR", "<.bin")).containsExactly("inner.bin");
        assertThat(find("\\dir", ">>>>>")).containsExactly("empty");
        assertThat(find("\\dir", "none")).containsExactly("0xc000000f");
        assertThat(find("\\dir\\empty", "*")).containsExactly("0xc000000f");
        assertThat(find("\\none", "*")).containsExactly("0xc0000034");
        assertThat(find("\\Read Me.txt", "*")).containsExactly("0xc0000103");
    }

    @Test
    void lookUpsByPatternFindOneNameInAHugeFolder() throws Exception {
        drives.set("lookup_by_pattern", 1);
        drives.set("cache_ms", 0);
        MemoryView many = MemoryView.windows();
        for (int i = 0; i < 10_000; i++) {
            many.file("many/f" + i, "x" + i);
        }
        drives.mount(many, point());
        long start = System.nanoTime();
        for (int i = 0; i < 2000; i++) {
            assertThat(point().resolve("MANY/F" + i * 5)).isRegularFile();
        }
        // 20 million entries if each look-up walked the folder.
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(Files.exists(point().resolve("many/none"))).isFalse();
    }

    @Test
    void theVolumeDescribesItself() throws Exception {
        drives.mount(view, point());
        try (Memory label = new Memory(520);
                Memory system = new Memory(520)) {
            LongByReference total = new LongByReference();
            LongByReference available = new LongByReference();
            IntByReference flags = new IntByReference();
            assertThat(functions.double_volume(where(), label, system, total, available, new IntByReference(), flags))
                    .isZero();
            assertThat(NativeMemory.getText(Pointer.nativeValue(label), 260)).isEqualTo("test");
            assertThat(NativeMemory.getText(Pointer.nativeValue(system), 260)).isEqualTo("NTFS");
            assertThat(total.getValue()).isEqualTo(4096);
            assertThat(available.getValue()).isZero();
            assertThat(flags.getValue()).isEqualTo(0x80006);
        }
    }

    @Test
    void aLongLabelOfAnyCharactersIsCut() throws Exception {
        String longLabel = "\u00fc\u6f22\ud83d\ude80".repeat(20);
        DriveMount mount = new DokanDriver(TestHost.plain(), TestDrives.QUICK)
                .mount(
                        view,
                        MountRequest.of(
                                MountPoint.directory(point()), longLabel, "a.zip", MountOptions.Visibility.EVERYONE));
        try (Memory label = new Memory(520)) {
            functions.double_volume(
                    where(),
                    label,
                    new Memory(520),
                    new LongByReference(),
                    new LongByReference(),
                    new IntByReference(),
                    new IntByReference());
            assertThat(NativeMemory.getText(Pointer.nativeValue(label), 260)).isEqualTo(longLabel.substring(0, 32));
        } finally {
            mount.unmountForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WriteFile",
                "SetEndOfFile",
                "SetAllocationSize",
                "SetFileAttributes",
                "SetFileTime",
                "DeleteFile",
                "DeleteDirectory",
                "MoveFile",
                "SetFileSecurity"
            })
    void changesAreRefusedWithoutTheDriversHelp(String what) throws Exception {
        drives.mount(view, point());
        Pointer file = opened("\\Read Me.txt");

        assertThat(functions.double_change(file, what)).isEqualTo(NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
        assertThat(functions.double_change(file, "FlushFileBuffers")).isZero();
        close(file);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void programsThatWriteAreToldThatTheDriveIsReadOnly(long driversProtection) throws Exception {
        drives.set("write_protect", driversProtection);
        drives.mount(view, point());
        long before = DokanDouble.count("writes");
        for (String attempt : List.of(
                "touch new",
                "mkdir new",
                "rm 'Read Me.txt'",
                "rmdir dir/empty",
                "mv 'Read Me.txt' other",
                "chmod 777 'Read Me.txt'",
                "touch -d yesterday 'Read Me.txt'",
                "truncate -s 0 'Read Me.txt'",
                "sh -c 'echo x >> \"Read Me.txt\"'",
                "sh -c 'echo x > new'",
                "dd if=/dev/zero of='Read Me.txt' count=1",
                "cp 'Read Me.txt' copy")) {
            TestDrives.Ran ran = TestDrives.shell("cd \"$1\" && " + attempt, point());
            assertThat(ran.exit()).as(attempt).isNotZero();
            assertThat(ran.output()).as(attempt).contains("Read-only file system");
        }
        assertThat(point().resolve("Read Me.txt")).hasContent("hello");
        if (driversProtection == 1) {
            assertThat(DokanDouble.count("writes")).isEqualTo(before);
        }
    }

    @Test
    void windowsOwnRequestsAreAnsweredWhileTheDriveIsBeingMounted() throws Exception {
        drives.set("noise", 1);
        long before = DokanDouble.count("failed_creates");
        drives.mount(view, point());

        TestDrives.await(
                "Windows has looked for its own files", () -> DokanDouble.count("failed_creates") >= before + 4);
    }
}
