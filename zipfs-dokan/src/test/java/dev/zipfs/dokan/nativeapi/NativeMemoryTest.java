package dev.zipfs.dokan.nativeapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeMemoryTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 129, 255, 256, 5000, 16384})
    void textReadsBack(int length) {
        String text = "\\n\u00fc\u6f22\ud83d\ude80".repeat(length / 6 + 1).substring(0, length);
        try (Memory memory = new Memory(2L * (length + 1))) {
            NativeMemory.putText(Pointer.nativeValue(memory), text, length + 1);

            assertThat(NativeMemory.getText(Pointer.nativeValue(memory), 16384)).isEqualTo(text);
        }
    }

    @Test
    void textReadsBackAcrossEveryPlaceInAPage() {
        String text = "a name that lies across a page's end";
        try (Memory memory = new Memory(3 * 4096)) {
            for (long at = Pointer.nativeValue(memory) & ~1; at < Pointer.nativeValue(memory) + 8192; at += 2) {
                if (at >= Pointer.nativeValue(memory)) {
                    NativeMemory.putText(at, text, 100);
                    assertThat(NativeMemory.getText(at, 100)).isEqualTo(text);
                }
            }
        }
    }

    @Test
    void textWithoutAnEndIsNone() {
        try (Memory memory = new Memory(400)) {
            memory.setMemory(0, memory.size(), (byte) 1);

            assertThat(NativeMemory.getText(Pointer.nativeValue(memory), 150)).isNull();
            memory.setShort(2 * 150, (short) 0);
            assertThat(NativeMemory.getText(Pointer.nativeValue(memory), 150)).hasSize(150);
            assertThat(NativeMemory.getText(Pointer.nativeValue(memory), 149)).isNull();
        }
    }

    @Test
    void noTextIsEmpty() {
        assertThat(NativeMemory.getText(0, 10)).isEmpty();
    }

    @Test
    void textThatDoesNotFitIsCutBetweenCharacters() {
        try (Memory memory = new Memory(20)) {
            long at = Pointer.nativeValue(memory);
            NativeMemory.putText(at, "abcdef", 4);
            assertThat(NativeMemory.getText(at, 10)).isEqualTo("abc");
            NativeMemory.putText(at, "ab\ud83d\ude80", 4);
            assertThat(NativeMemory.getText(at, 10)).isEqualTo("ab");
            NativeMemory.putText(at, "ab\ud83d\ude80", 5);
            assertThat(NativeMemory.getText(at, 10)).isEqualTo("ab\ud83d\ude80");
            NativeMemory.putText(at, "ab", 1);
            assertThat(NativeMemory.getText(at, 10)).isEmpty();
        }
    }

    @Test
    void aViewIsTheMemory() {
        try (Memory memory = new Memory(16)) {
            ByteBuffer view = NativeMemory.view(Pointer.nativeValue(memory) + 4, 8);
            view.putInt(2, 0x01020304);

            assertThat(view.isDirect()).isTrue();
            assertThat(view.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(view.capacity()).isEqualTo(8);
            assertThat(memory.getInt(6)).isEqualTo(0x01020304);
        }
    }
}
