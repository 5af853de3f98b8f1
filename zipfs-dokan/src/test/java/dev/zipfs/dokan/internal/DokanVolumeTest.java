package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.PasswordException;
import dev.zipfs.dokan.internal.DokanVolume.Opened;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DokanVolumeTest {
    private static final int READ = WinNt.FILE_READ_DATA;
    private static final int ATTRIBUTES = 0x80;

    private final MemoryView view = MemoryView.windows()
            .file("Read Me.txt", "hello")
            .file("dir/inner.bin", "0123456789")
            .file("dir/sub/deep", "deep")
            .folder("empty");
    private final DokanVolume volume = volume(view);

    private static DokanVolume volume(MemoryView view) {
        return new DokanVolume(view, "label", "a.zip", "probe");
    }

    private static int disposition(String name) throws ReflectiveOperationException {
        return WinNt.class.getDeclaredField(name).getInt(null);
    }

    @ParameterizedTest
    @CsvSource({
        "FILE_OPEN, Read Me.txt, 0x00000000",
        "FILE_OPEN, READ ME.TXT, 0x00000000",
        "FILE_OPEN, dir, 0x00000000",
        "FILE_OPEN, '', 0x00000000",
        "FILE_OPEN, none, 0xC0000034",
        "FILE_OPEN, dir\\none, 0xC0000034",
        "FILE_OPEN, none\\x, 0xC000003A",
        "FILE_OPEN, Read Me.txt\\x, 0xC000003A",
        "FILE_OPEN, dir\\sub\\deep\\x, 0xC000003A",
        // An open that would have made the file is told so by a code that is a success.
        "FILE_OPEN_IF, Read Me.txt, 0xC0000035",
        "FILE_OPEN_IF, dir, 0xC0000035",
        "FILE_OPEN_IF, none, 0xC00000A2",
        "FILE_OPEN_IF, none\\x, 0xC000003A",
        "FILE_CREATE, Read Me.txt, 0xC0000035",
        "FILE_CREATE, none, 0xC00000A2",
        "FILE_OVERWRITE, Read Me.txt, 0xC00000A2",
        "FILE_OVERWRITE, none, 0xC0000034",
        "FILE_OVERWRITE_IF, Read Me.txt, 0xC00000A2",
        "FILE_OVERWRITE_IF, none, 0xC00000A2",
        "FILE_SUPERSEDE, Read Me.txt, 0xC00000A2",
        "FILE_SUPERSEDE, none, 0xC00000A2"
    })
    void everyDispositionHasItsAnswer(String disposition, String path, String status) throws Exception {
        Opened opened = volume.open("\\" + path, READ, disposition(disposition), 0, false);

        assertThat(opened.status()).isEqualTo(Long.decode(status).intValue());
        boolean opens = opened.status() == 0 || disposition.equals("FILE_OPEN_IF") && status.endsWith("35");
        assertThat(opened.context() != 0).as("a handle is given").isEqualTo(opens);
    }

    @ParameterizedTest
    @CsvSource({
        "dir, 0x40, false, 0xC00000BA",
        "'', 0x40, false, 0xC00000BA",
        "dir, 0x1, true, 0x00000000",
        "dir, 0x0, false, 0x00000000",
        "Read Me.txt, 0x1, true, 0xC0000103",
        "Read Me.txt, 0x0, true, 0xC0000103",
        "Read Me.txt, 0x40, false, 0x00000000",
        "Read Me.txt, 0x1000, false, 0xC00000A2",
        "dir, 0x1001, true, 0xC00000A2"
    })
    void filesAndDirectoriesAreNotTakenForEachOther(String path, String options, boolean wanted, String status)
            throws Exception {
        Opened opened = volume.open("\\" + path, ATTRIBUTES, WinNt.FILE_OPEN, Integer.decode(options), wanted);

        assertThat(opened.status()).isEqualTo(Long.decode(status).intValue());
        if (opened.status() == 0) {
            assertThat(opened.directory()).isEqualTo(!path.contains("."));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x2, 0x4, 0x10, 0x40, 0x10000, 0x40000, 0x80000, 0x10000000, 0x40000000, 0x12019F})
    void accessThatWritesIsRefused(int access) throws Exception {
        for (String path : List.of("\\Read Me.txt", "\\dir", "\\")) {
            assertThat(volume.open(path, access, WinNt.FILE_OPEN, 0, false).status())
                    .as("%s, %x", path, access)
                    .isEqualTo(NtStatus.STATUS_MEDIA_WRITE_PROTECTED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x1, 0x8, 0x20, 0x80, 0x100, 0x20000, 0x100000, 0x2000000, 0x80000000, 0x120089, 0x1200A0})
    void accessThatReadsIsGiven(int access) throws Exception {
        assertThat(volume.open("\\Read Me.txt", access, WinNt.FILE_OPEN, 0, false)
                        .status())
                .isZero();
    }

    @Test
    void contentIsOpenedForThoseWhoRead() throws Exception {
        volume.open("\\Read Me.txt", ATTRIBUTES, WinNt.FILE_OPEN, 0, false);
        assertThat(view.openings()).isEqualTo(0);
        volume.open("\\Read Me.txt", READ, WinNt.FILE_OPEN, 0, false);
        assertThat(view.openings()).isEqualTo(1);
    }

    @Test
    void whatCannotBeOpenedFailsForReadersAndStillHasAttributes() throws Exception {
        DokanVolume locked = volume(MemoryView.windows().file("secret", 5, () -> {
            throw new PasswordException(PasswordException.Reason.MISSING, "secret");
        }));

        assertThatThrownBy(() -> locked.open("\\secret", READ, WinNt.FILE_OPEN, 0, false))
                .isInstanceOf(PasswordException.class);
        Opened opened = locked.open("\\secret", ATTRIBUTES, WinNt.FILE_OPEN, 0, false);
        assertThat(locked.size(locked.handle(opened.context()).node())).isEqualTo(5);
    }

    @Test
    void askingForTheProbeIsNoticed() throws Exception {
        volume.open("\\other", ATTRIBUTES, WinNt.FILE_OPEN, 0, false);
        assertThat(volume.probed().getCount()).isOne();
        assertThat(volume.open("\\PROBE", ATTRIBUTES, WinNt.FILE_OPEN, 0, false).status())
                .isEqualTo(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND);
        assertThat(volume.probed().getCount()).isZero();
    }

    @Test
    void lookingForTheProbeIsNoticed() throws Exception {
        find("", "prob?");
        find("dir", "probe");
        assertThat(volume.probed().getCount()).isOne();
        find("", "Probe");
        assertThat(volume.probed().getCount()).isZero();
    }

    private String read(long context, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        int count = volume.read(volume.handle(context), position, buffer);
        assertThat(buffer.position()).isEqualTo(count);
        return new String(buffer.array(), 0, count, StandardCharsets.UTF_8);
    }

    @Test
    void readsGiveWhatIsThere() throws Exception {
        long context =
                volume.open("\\dir\\inner.bin", READ, WinNt.FILE_OPEN, 0, false).context();

        assertThat(read(context, 0, 4)).isEqualTo("0123");
        assertThat(read(context, 4, 3)).isEqualTo("456");
        assertThat(read(context, 8, 100)).isEqualTo("89");
        assertThat(read(context, 10, 4)).isEmpty();
        assertThat(read(context, 1L << 40, 4)).isEmpty();
        assertThat(read(context, 0, 0)).isEmpty();
    }

    @Test
    void readsGoOnAfterCleanupAndEndWithClose() throws Exception {
        long context =
                volume.open("\\dir\\inner.bin", READ, WinNt.FILE_OPEN, 0, false).context();
        assertThat(volume.filesInUse()).containsExactly("dir/inner.bin");
        volume.cleanUp(context);

        assertThat(volume.filesInUse()).isEmpty();
        assertThat(read(context, 0, 4)).isEqualTo("0123");
        volume.close(context);
        assertThat(volume.handle(context)).isNull();
        assertThat(view.openFiles()).isZero();
        volume.cleanUp(context);
        volume.close(context);
    }

    @Test
    void readsWithoutAHandleAreMadeByName() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        assertThat(volume.read("\\DIR\\inner.bin", 3, buffer)).isEqualTo(7);
        assertThat(view.openFiles()).isZero();
        assertThatThrownBy(() -> volume.read("\\none", 0, buffer))
                .isInstanceOfSatisfying(
                        StatusException.class,
                        e -> assertThat(e.status()).isEqualTo(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND));
    }

    @Test
    void directoriesAndNegativePositionsAreNotRead() throws Exception {
        long directory = volume.open("\\dir", READ, WinNt.FILE_OPEN, 0, false).context();
        long file =
                volume.open("\\dir\\inner.bin", READ, WinNt.FILE_OPEN, 0, false).context();

        assertThatThrownBy(() -> read(directory, 0, 1)).isInstanceOf(StatusException.class);
        assertThatThrownBy(() -> read(file, -1, 1)).isInstanceOf(StatusException.class);
    }

    @Test
    void aReaderThatGivesNothingBeforeTheEndIsAnError() throws Exception {
        MemoryView odd = MemoryView.windows().file("f", 10, () -> new MemoryView.Bytes(new byte[10]) {
            @Override
            public int read(long position, ByteBuffer dst) {
                return 5; // says more than it wrote
            }
        });
        DokanVolume lying = volume(odd);
        long context = lying.open("\\f", READ, WinNt.FILE_OPEN, 0, false).context();

        assertThatThrownBy(() -> lying.read(lying.handle(context), 0, ByteBuffer.allocate(10)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLinkReadsAsItsTarget() throws Exception {
        MemoryView posix = MemoryView.posix().link("link", "../target");
        DokanVolume links = volume(posix);
        long context = links.open("\\link", READ, WinNt.FILE_OPEN, 0, false).context();
        ByteBuffer buffer = ByteBuffer.allocate(100);

        assertThat(links.read(links.handle(context), 0, buffer)).isEqualTo(9);
        assertThat(new String(buffer.array(), 0, 9, StandardCharsets.UTF_8)).isEqualTo("../target");
        assertThat(links.size(posix.lookup("link"))).isEqualTo(9);
    }

    @Test
    void attributesAreThoseOfAReadOnlyDrive() {
        int file = view.lookup("Read Me.txt");
        assertThat(volume.attributes(file)).isEqualTo(WinNt.FILE_ATTRIBUTE_READONLY);
        assertThat(volume.attributes(0)).isEqualTo(WinNt.FILE_ATTRIBUTE_DIRECTORY);
        assertThat(volume.size(file)).isEqualTo(5);
        assertThat(volume.size(0)).isZero();
        assertThat(volume.time(file)).isEqualTo(133444736001234567L);
        assertThat(volume.index(0)).isEqualTo(1);
        assertThat(volume.index(file)).isEqualTo(file + 1L);
    }

    private List<String> find(String directory, String pattern) throws StatusException {
        List<String> names = new ArrayList<>();
        volume.find(view.lookup(directory), pattern, node -> names.add(view.name(node)));
        return names;
    }

    @Test
    void listingsFollowTheirPattern() throws Exception {
        assertThat(find("", "*")).containsExactly("Read Me.txt", "dir", "empty");
        assertThat(find("", "")).containsExactly("Read Me.txt", "dir", "empty");
        assertThat(find("", "*E*")).containsExactly("Read Me.txt", "empty");
        assertThat(find("", "read me.TXT")).containsExactly("Read Me.txt");
        assertThat(find("dir", "INNER.BIN")).containsExactly("inner.bin");
        assertThat(find("dir", "none")).isEmpty();
        assertThat(find("dir", "sub/deep")).isEmpty();
        assertThat(find("dir", ".")).isEmpty();
        assertThat(find("dir", "..")).isEmpty();
        assertThat(find("empty", "*")).isEmpty();
        assertThatThrownBy(() -> find("Read Me.txt", "*"))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.status()).isEqualTo(NtStatus.STATUS_NOT_A_DIRECTORY));
    }

    @Test
    void theLibrarysOwnNamesAreNotShown() throws Exception {
        MemoryView own = MemoryView.windows()
                .file("__DRIVE_fs_keepalive", "")
                .file("drive_fs_notification", "")
                .file("sub/drive_fs_notification", "");
        List<String> names = new ArrayList<>();
        DokanVolume owned = volume(own);
        owned.find(0, "*", node -> names.add(own.path(node)));
        owned.find(0, "drive_fs_notification", node -> names.add(own.path(node)));
        owned.find(own.lookup("sub"), "*", node -> names.add(own.path(node)));

        assertThat(names).containsExactly("sub", "sub/drive_fs_notification");
    }

    @Test
    void theVolumeSaysWhatItIs() {
        assertThat(volume.label()).isEqualTo("label");
        assertThat(volume.fileSystemFlags()).isEqualTo(0x80006);
        assertThat(volume(MemoryView.posix()).fileSystemFlags()).isEqualTo(0x80007);
        assertThat(volume.totalBytes()).isEqualTo(4096);
        assertThat(volume(MemoryView.windows()).totalBytes()).isZero();
        assertThat(volume(MemoryView.windows().file("f", Long.MAX_VALUE, () -> new MemoryView.Bytes(new byte[0])))
                        .totalBytes())
                .isPositive()
                .satisfies(total -> assertThat(total % 4096).isZero());
        assertThat(volume.serialNumber()).isEqualTo(volume(view).serialNumber());
        assertThat(new DokanVolume(view, "label", "b.zip", "p").serialNumber()).isNotEqualTo(volume.serialNumber());
    }

    @ParameterizedTest
    @CsvSource({"30, 30", "31, 31", "32, 32", "33, 32", "100, 32"})
    void longLabelsAreCut(int length, int shown) {
        assertThat(new DokanVolume(view, "l".repeat(length), "", "p").label()).hasSize(shown);
    }

    @Test
    void aLabelIsNotCutWithinACharacter() {
        assertThat(new DokanVolume(view, "l".repeat(31) + "\ud83d\ude80", "", "p").label())
                .isEqualTo("l".repeat(31));
    }

    @Test
    void afterTheEndNothingIsAnswered() throws Exception {
        Opened opened = volume.open("\\Read Me.txt", READ, WinNt.FILE_OPEN, 0, false);
        volume.end();

        List<ThrowingCallable> requests = List.of(
                () -> volume.open("\\Read Me.txt", READ, WinNt.FILE_OPEN, 0, false),
                () -> read(opened.context(), 0, 1),
                () -> volume.node(null, "\\dir"),
                () -> find("", "*"));
        for (ThrowingCallable request : requests) {
            assertThatThrownBy(request)
                    .isInstanceOfSatisfying(
                            StatusException.class,
                            e -> assertThat(e.status()).isEqualTo(NtStatus.STATUS_VOLUME_DISMOUNTED));
        }
        assertThat(view.openFiles()).isEqualTo(1);
        volume.closeAll(new FailureLog());
        assertThat(view.openFiles()).isZero();
    }

    @Test
    void aFileThatFailsToCloseDoesNotKeepTheOthersOpen() throws Exception {
        MemoryView odd = MemoryView.windows().file("a", 1, () -> new MemoryView.Bytes(new byte[1]) {
            @Override
            public void close() {
                throw new IllegalStateException("cannot close");
            }
        });
        odd.file("b", "b");
        DokanVolume closing = volume(odd);
        closing.open("\\a", READ, WinNt.FILE_OPEN, 0, false);
        closing.open("\\b", READ, WinNt.FILE_OPEN, 0, false);
        closing.closeAll(new FailureLog());

        assertThat(odd.openFiles()).isZero();
        assertThat(closing.filesInUse()).isEmpty();
    }
}
