package dev.zipfs.dokan.nativeapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Callback;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.zipfs.dokan.nativeapi.DOKAN_OPERATIONS.Slot;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the binding against layouts and signatures that a Windows compiler gives Dokany's headers. */
class LayoutTest {
    private static final AbiTable ABI = AbiTable.load();

    @ParameterizedTest
    @ValueSource(
            classes = {
                DOKAN_OPTIONS.class,
                DOKAN_FILE_INFO.class,
                DOKAN_OPERATIONS.class,
                FILETIME.class,
                BY_HANDLE_FILE_INFORMATION.class,
                WIN32_FIND_DATAW.class
            })
    void sizesAndOffsetsAreTheMeasuredOnes(Class<?> type) throws Exception {
        AbiTable.Struct struct = ABI.struct(type.getSimpleName());
        assertThat(type.getField("SIZE").getInt(null)).isEqualTo(struct.size());
        int checked = 0;
        for (AbiTable.Field field : struct.fields().values()) {
            String name = AbiTable.constant(field.name());
            for (Field constant : type.getFields()) {
                if (constant.getName().equals(name)) {
                    assertThat(constant.getInt(null)).as("%s.%s", type, name).isEqualTo(field.offset());
                    checked++;
                }
            }
        }
        assertThat(checked).as("offsets of %s that are in the table", type).isEqualTo(offsets(type));
    }

    /** Constants that are neither the size, nor a number with a C name of its own, nor a capacity. */
    private static long offsets(Class<?> type) {
        List<String> others = List.of("SIZE", "MAX_PATH", "NAME_UNITS");
        return Arrays.stream(type.getFields())
                .map(Field::getName)
                .filter(name -> !others.contains(name) && !name.startsWith("DOKAN_"))
                .count();
    }

    @Test
    void slotsAreInTheOrderOfTheHeader() {
        List<AbiTable.Signature> slots = ABI.callbacks().values().stream()
                .filter(callback -> callback.offset() >= 0)
                .toList();
        assertThat(slots).hasSize(25).hasSameSizeAs(Slot.values());
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = Slot.values()[i];
            assertThat(slot.name()).isEqualTo(AbiTable.constant(slots.get(i).name()));
            assertThat(slot.offset()).as("%s", slot).isEqualTo(slots.get(i).offset());
        }
    }

    @Test
    void callbacksTakeAndGiveWhatTheHeaderSays() {
        Map<String, List<String>> several = Map.of(
                "Close", List.of("Cleanup", "CloseFile"),
                "Delete", List.of("DeleteFile", "DeleteDirectory"),
                "SetSize", List.of("SetEndOfFile", "SetAllocationSize"));
        int checked = 0;
        for (Class<?> type : DOKAN_OPERATIONS.class.getClasses()) {
            if (Callback.class.isAssignableFrom(type)) {
                for (String name : several.getOrDefault(type.getSimpleName(), List.of(type.getSimpleName()))) {
                    checkSignature(type.getMethods()[0], ABI.callbacks().get(name));
                    checked++;
                }
            }
        }
        // All but FlushFileBuffers, LockFile, UnlockFile, GetFileSecurity and FindStreams, which stay empty.
        assertThat(checked).isEqualTo(20);
    }

    @Test
    void functionsTakeAndGiveWhatTheHeaderSays() {
        int checked = 0;
        for (Method method : Dokan2.class.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) {
                checkSignature(method, ABI.function(method.getName()));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(8);
    }

    private static void checkSignature(Method method, AbiTable.Signature signature) {
        assertThat(method.getReturnType())
                .as("result of %s", signature)
                .isEqualTo(AbiTable.javaType(signature.returns()));
        assertThat(method.getParameterTypes())
                .as("parameters of %s", signature)
                .containsExactly(
                        signature.parameters().stream().map(AbiTable::javaType).toArray(Class<?>[]::new));
    }

    @Test
    void numbersAreThoseOfTheHeader() throws Exception {
        int checked = 0;
        for (Class<?> type : List.of(DOKAN_OPTIONS.class, Dokan2.class)) {
            for (Field field : type.getFields()) {
                if (ABI.hasNumber(field.getName())) {
                    assertThat(field.getInt(null)).as(field.getName()).isEqualTo(ABI.number(field.getName()));
                    checked++;
                }
            }
        }
        assertThat(checked).isEqualTo(15);
    }

    @Test
    void settersWriteTheirFieldAndNothingElse() {
        checkSetter("DOKAN_OPTIONS", "Version", at -> DOKAN_OPTIONS.version(at, (short) -1));
        checkSetter("DOKAN_OPTIONS", "Options", at -> DOKAN_OPTIONS.options(at, -1));
        checkSetter("DOKAN_OPTIONS", "MountPoint", at -> DOKAN_OPTIONS.mountPoint(at, -1));
        checkSetter("DOKAN_OPTIONS", "Timeout", at -> DOKAN_OPTIONS.timeout(at, -1));
        checkSetter("DOKAN_OPTIONS", "AllocationUnitSize", at -> DOKAN_OPTIONS.allocationUnitSize(at, -1));
        checkSetter("DOKAN_OPTIONS", "SectorSize", at -> DOKAN_OPTIONS.sectorSize(at, -1));
        checkSetter("DOKAN_FILE_INFO", "Context", at -> DOKAN_FILE_INFO.context(at, -1));
        checkSetter("DOKAN_FILE_INFO", "IsDirectory", at -> DOKAN_FILE_INFO.isDirectory(at, (byte) -1));
        checkSetter(
                "BY_HANDLE_FILE_INFORMATION", "dwFileAttributes", at -> BY_HANDLE_FILE_INFORMATION.attributes(at, -1));
        checkSetter(
                "BY_HANDLE_FILE_INFORMATION",
                "dwVolumeSerialNumber",
                at -> BY_HANDLE_FILE_INFORMATION.volumeSerialNumber(at, -1));
        checkSetter(
                "BY_HANDLE_FILE_INFORMATION", "nNumberOfLinks", at -> BY_HANDLE_FILE_INFORMATION.numberOfLinks(at, -1));
        checkSetter("WIN32_FIND_DATAW", "dwFileAttributes", at -> WIN32_FIND_DATAW.attributes(at, -1));
        for (Slot slot : Slot.values()) {
            String name = ABI.callbacks().keySet().stream()
                    .filter(callback -> AbiTable.constant(callback).equals(slot.name()))
                    .findFirst()
                    .orElseThrow();
            checkSetter("DOKAN_OPERATIONS", name, at -> DOKAN_OPERATIONS.put(at, slot, -1));
        }
    }

    private static void checkSetter(String struct, String field, LongConsumer setter) {
        try (Memory memory = new Memory(ABI.struct(struct).size())) {
            memory.clear();
            setter.accept(Pointer.nativeValue(memory));
            assertThat(memory.getByteArray(0, (int) memory.size()))
                    .as("%s.%s", struct, field)
                    .isEqualTo(onlyField(struct, field, (byte) -1, (byte) 0));
        }
    }

    @Test
    void gettersReadTheirFieldAndNothingElse() {
        checkGetter("DOKAN_FILE_INFO", "Context", DOKAN_FILE_INFO::context);
        checkGetter("DOKAN_FILE_INFO", "IsDirectory", DOKAN_FILE_INFO::isDirectory);
    }

    private interface Getter {
        long get(long at);
    }

    private static void checkGetter(String struct, String field, Getter getter) {
        checkGetter(struct, field, getter, (byte) -1, -1);
        checkGetter(struct, field, getter, (byte) 0, 0);
    }

    private static void checkGetter(String struct, String field, Getter getter, byte inside, long expected) {
        byte[] bytes = onlyField(struct, field, inside, (byte) ~inside);
        try (Memory memory = new Memory(bytes.length)) {
            memory.write(0, bytes, 0, bytes.length);
            assertThat(getter.get(Pointer.nativeValue(memory)))
                    .as("%s.%s", struct, field)
                    .isEqualTo(expected);
        }
    }

    private static byte[] onlyField(String struct, String field, byte inside, byte outside) {
        AbiTable.Field place = ABI.struct(struct).fields().get(field);
        byte[] bytes = new byte[ABI.struct(struct).size()];
        Arrays.fill(bytes, outside);
        Arrays.fill(bytes, place.offset(), place.offset() + place.size(), inside);
        return bytes;
    }

    @Test
    void sizesAndTimesAreWrittenInTheirHalves() {
        try (Memory memory = new Memory(BY_HANDLE_FILE_INFORMATION.SIZE)) {
            long at = Pointer.nativeValue(memory);
            memory.clear();
            BY_HANDLE_FILE_INFORMATION.fileSize(at, 0x1122334455667788L);
            BY_HANDLE_FILE_INFORMATION.fileIndex(at, 0x99AABBCCDDEEFF00L);
            BY_HANDLE_FILE_INFORMATION.times(at, 0x0123456789ABCDEFL);

            assertThat(field(memory, "nFileSizeHigh")).isEqualTo(0x11223344);
            assertThat(field(memory, "nFileSizeLow")).isEqualTo(0x55667788);
            assertThat(field(memory, "nFileIndexHigh")).isEqualTo(0x99AABBCC);
            assertThat(field(memory, "nFileIndexLow")).isEqualTo(0xDDEEFF00);
            for (String time : List.of("ftCreationTime", "ftLastAccessTime", "ftLastWriteTime")) {
                int offset = ABI.struct("BY_HANDLE_FILE_INFORMATION")
                        .fields()
                        .get(time)
                        .offset();
                assertThat(memory.getInt(offset)).as(time).isEqualTo(0x89ABCDEF);
                assertThat(memory.getInt(offset + 4)).as(time).isEqualTo(0x01234567);
            }
        }
    }

    private static int field(Memory memory, String name) {
        return memory.getInt(
                ABI.struct("BY_HANDLE_FILE_INFORMATION").fields().get(name).offset());
    }

    @Test
    void aFoundFileIsWrittenInItsPlaces() {
        Map<String, AbiTable.Field> fields = ABI.struct("WIN32_FIND_DATAW").fields();
        try (Memory memory = new Memory(WIN32_FIND_DATAW.SIZE)) {
            long at = Pointer.nativeValue(memory);
            memory.setMemory(0, memory.size(), (byte) 0x55);
            WIN32_FIND_DATAW.fileSize(at, 0x1122334455667788L);
            WIN32_FIND_DATAW.times(at, 0x0123456789ABCDEFL);
            WIN32_FIND_DATAW.fileName(at, "n\u00fc\ud83d\ude80");

            assertThat(memory.getInt(fields.get("nFileSizeHigh").offset())).isEqualTo(0x11223344);
            assertThat(memory.getInt(fields.get("nFileSizeLow").offset())).isEqualTo(0x55667788);
            assertThat(memory.getInt(fields.get("ftLastWriteTime").offset())).isEqualTo(0x89ABCDEF);
            int name = fields.get("cFileName").offset();
            assertThat(units(memory, name, 6)).containsExactly(new int[] {'n', 0xFC, 0xD83D, 0xDE80, 0, 0x5555});
        }
    }

    private static int[] units(Memory memory, int offset, int count) {
        int[] units = new int[count];
        for (int i = 0; i < count; i++) {
            units[i] = memory.getShort(offset + 2L * i) & 0xFFFF;
        }
        return units;
    }

    @Test
    void theLongestNameEndsWithinItsField() {
        AbiTable.Field name = ABI.struct("WIN32_FIND_DATAW").fields().get("cFileName");
        try (Memory memory = new Memory(WIN32_FIND_DATAW.SIZE)) {
            memory.setMemory(0, memory.size(), (byte) 0x55);
            WIN32_FIND_DATAW.fileName(Pointer.nativeValue(memory), "n".repeat(1000));

            assertThat(memory.getShort(name.offset() + name.size() - 4)).isEqualTo((short) 'n');
            assertThat(memory.getShort(name.offset() + name.size() - 2)).isZero();
            assertThat(memory.getShort(name.offset() + name.size())).isEqualTo((short) 0x5555);
        }
    }
}
