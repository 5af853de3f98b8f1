package dev.zipfs.examples.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.LimitExceededException;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PakFormatTest {
    private static final Map<String, String> FILES =
            Map.of("maps/e1m1.bsp", "the first map", "progs/player.mdl", "a player");

    @TempDir
    Path dir;

    @Test
    void isFoundAndShownAsATree() throws IOException {
        try (Archive archive = open(Main.pak(FILES))) {
            assertThat(archive.format()).isEqualTo("pak");
            assertThat(archive.walk().map(Entry::path))
                    .containsExactlyInAnyOrder("maps", "maps/e1m1.bsp", "progs", "progs/player.mdl");
            assertThat(text(archive, "maps/e1m1.bsp")).isEqualTo("the first map");
        }
    }

    @Test
    void isReadFromAnyPosition() throws IOException {
        try (Archive archive = open(Main.pak(FILES));
                SeekableByteChannel channel = archive.entry("progs/player.mdl").openChannel()) {
            ByteBuffer end = ByteBuffer.allocate(6);
            channel.position(2).read(end);
            assertThat(new String(end.array(), StandardCharsets.US_ASCII)).isEqualTo("player");
        }
    }

    @Test
    void anEntryThatReachesPastTheEndFailsAlone() throws IOException {
        byte[] pak = Main.pak(FILES);
        ByteBuffer.wrap(pak).order(ByteOrder.LITTLE_ENDIAN).putInt(pak.length - 4, 1 << 30);
        try (Archive archive = open(pak)) {
            assertThatThrownBy(() -> text(archive, "progs/player.mdl"))
                    .isInstanceOf(ArchiveFormatException.class)
                    .hasMessageContaining("progs/player.mdl");
            assertThat(text(archive, "maps/e1m1.bsp")).isEqualTo("the first map");
        }
    }

    @Test
    void aDirectoryThatReachesPastTheEndIsRefused() {
        byte[] pak = Main.pak(FILES);
        ByteBuffer.wrap(pak).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -64);
        assertThatThrownBy(() -> open(pak)).isInstanceOf(ArchiveFormatException.class);
    }

    @Test
    void theLimitsCount() throws IOException {
        Path file = Files.write(dir.resolve("limited.pak"), Main.pak(FILES));
        assertThatThrownBy(() -> ZipDrive.builder(file)
                        .limits(ArchiveLimits.builder().maxEntries(1).build())
                        .open())
                .isInstanceOf(LimitExceededException.class);
    }

    @Test
    void damageEndsInATypedErrorOrInAnArchive() {
        for (long seed = 0; seed < 500; seed++) {
            byte[] damaged = Damage.any(Main.pak(FILES), seed);
            try (Archive archive = open(damaged)) {
                for (Entry entry :
                        archive.walk().filter(e -> e.type() == EntryType.FILE).toList()) {
                    entry.openStream().close();
                }
            } catch (IOException e) {
                assertThat(e.getMessage()).as("seed %s", seed).isNotBlank();
            }
        }
    }

    private Archive open(byte[] pak) throws IOException {
        return ZipDrive.open(Files.write(dir.resolve("maps.pak"), pak));
    }

    private static String text(Archive archive, String path) throws IOException {
        return new String(archive.entry(path).openStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}
