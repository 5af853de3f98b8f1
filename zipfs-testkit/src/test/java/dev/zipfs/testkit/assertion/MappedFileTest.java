package dev.zipfs.testkit.assertion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MappedFileTest {
    @TempDir
    Path temp;

    @Test
    void aFileIsReadWholeThroughItsMap() throws Exception {
        byte[] bytes = new byte[100_000];
        bytes[99_999] = 1;
        CRC32 crc = new CRC32();
        crc.update(bytes);

        assertThat(MappedFile.crc32(Files.write(temp.resolve("a file"), bytes))).isEqualTo(crc.getValue());
    }

    @Test
    void whatTheOtherJvmSaysIsTold() {
        assertThatThrownBy(() -> MappedFile.crc32(temp.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("NoSuchFileException");
    }
}
