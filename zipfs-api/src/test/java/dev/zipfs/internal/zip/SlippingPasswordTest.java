package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.PasswordException;
import dev.zipfs.PasswordException.Reason;
import dev.zipfs.PasswordProvider;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.SourceRange;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** ZipCrypto checks one byte, so some wrong passwords slip through: the content must tell. */
class SlippingPasswordTest {
    private static final byte[] TEXT =
            "some text that can be deflated. ".repeat(4000).getBytes(UTF_8);
    private static final byte[] SMALL = "small and stored".getBytes(UTF_8);
    private static final byte[] LARGE = new byte[(1 << 20) + 100_000];

    static {
        new Random(1).nextBytes(LARGE);
    }

    private final CollectingRequest request = new CollectingRequest();
    private final List<String> asked = new ArrayList<>();

    private static byte[] deflate(byte[] plain) {
        Deflater deflater = new Deflater(6, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            return Arrays.copyOf(out, deflater.deflate(out));
        } finally {
            deflater.end();
        }
    }

    private static byte[] encrypted(int method, byte[] plain, String password) {
        byte[] packed = method == 0 ? plain : deflate(plain);
        return PlainCipher.encrypt(packed, password.getBytes(UTF_8), (int) (TinyZip.crc(plain) >>> 24));
    }

    private static void add(TinyZip zip, String name, int method, byte[] plain, String password) {
        zip.add(name.getBytes(UTF_8), plain).flags(1).raw(method, encrypted(method, plain, password));
    }

    /** A wrong password that passes the check of the entry that was encrypted so. */
    private static String slipping(int method, byte[] plain, String password) throws IOException {
        byte[] data = encrypted(method, plain, password);
        CompressedBytes bytes = new SourceRange(new BytesSource(data), 0, data.length);
        int check = (int) (TinyZip.crc(plain) >>> 24);
        for (int i = 0; ; i++) {
            String wrong = "wrong" + i;
            if (ZipCrypto.open(bytes, wrong.getBytes(UTF_8), check, check) != null) {
                return wrong;
            }
        }
    }

    private PasswordProvider oneAfterTheOther(String... passwords) {
        return (entry, attempt) -> {
            if (asked.size() == passwords.length) {
                return null;
            }
            asked.add(passwords[asked.size()]);
            return asked.get(asked.size() - 1).toCharArray();
        };
    }

    private Opened open(TinyZip zip) throws IOException {
        return Opened.of(zip.build(), request);
    }

    @Test
    void nextPasswordIsTriedWhereTheContentShowsThatOneIsWrong() throws IOException {
        for (int method : new int[] {0, 8}) {
            byte[] plain = method == 0 ? SMALL : TEXT;
            asked.clear();
            request.passwords = oneAfterTheOther(slipping(method, plain, "right"), "right");
            TinyZip zip = new TinyZip();
            add(zip, "a", method, plain, "right");
            add(zip, "b", 8, TEXT, "right");
            Opened opened = open(zip);
            assertThat(opened.content(0)).isEqualTo(plain);
            assertThat(opened.content(1)).isEqualTo(TEXT);
            assertThat(opened.content(0)).isEqualTo(plain);
            assertThat(asked).as("the right one is remembered").hasSize(2);
        }
    }

    @Test
    void wrongPasswordIsToldAsSuchAtOpening() throws IOException {
        for (int method : new int[] {0, 8}) {
            byte[] plain = method == 0 ? SMALL : TEXT;
            String wrong = slipping(method, plain, "right");
            request.passwords = PasswordProvider.of(wrong.toCharArray());
            TinyZip zip = new TinyZip();
            add(zip, "a", method, plain, "right");
            Opened opened = open(zip);
            assertThatThrownBy(() -> opened.index.open(0))
                    .isInstanceOfSatisfying(
                            PasswordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG))
                    .hasMessageContaining("or the entry is damaged");
        }
    }

    @Test
    void largeStoredEntryTellsAtItsEndAndThePasswordIsForgotten() throws IOException {
        request.passwords = oneAfterTheOther(slipping(0, LARGE, "right"), "right");
        TinyZip zip = new TinyZip();
        add(zip, "large", 0, LARGE, "right");
        Opened opened = open(zip);
        try (EntryReader reader = opened.index.open(0)) {
            assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(LARGE.length)))
                    .isInstanceOfSatisfying(
                            PasswordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG))
                    .hasMessageContaining("CRC-32");
        }
        assertThat(opened.content(0)).isEqualTo(LARGE);
        assertThat(asked).hasSize(2);
    }

    @Test
    void entriesMayHavePasswordsOfTheirOwn() throws IOException {
        request.passwords = oneAfterTheOther("one", "two");
        TinyZip zip = new TinyZip();
        for (int i = 0; i < 40; i++) {
            byte[] plain = ("content " + i).getBytes(UTF_8);
            add(zip, "e" + i, 0, plain, i % 2 == 0 ? "one" : "two");
        }
        Opened opened = open(zip);
        for (int i = 0; i < 40; i++) {
            assertThat(opened.content(i)).isEqualTo(("content " + i).getBytes(UTF_8));
        }
        assertThat(asked).containsExactly("one", "two");
    }

    @Test
    void damageUnderAPasswordThatIsKnownToBeRightIsDamage() throws IOException {
        request.passwords = oneAfterTheOther("right");
        TinyZip zip = new TinyZip();
        add(zip, "sound", 8, TEXT, "right");
        byte[] damaged = encrypted(8, TEXT, "right");
        damaged[40] ^= 0x55;
        zip.add("damaged".getBytes(UTF_8), TEXT).flags(1).raw(8, damaged);
        Opened opened = open(zip);
        assertThat(opened.content(0)).isEqualTo(TEXT);
        assertThatThrownBy(() -> opened.content(1))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("damaged");
        assertThat(asked).hasSize(1);
    }
}
