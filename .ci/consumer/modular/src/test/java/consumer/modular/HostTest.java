package consumer.modular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zipfs.ZipDrive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {
    @TempDir
    Path temporary;

    @Test
    void runsAsModules() {
        assertEquals("consumer.modular", Host.class.getModule().getName());
        assertEquals("dev.zipfs", ZipDrive.class.getModule().getName());
    }

    @Test
    void findsTheFormatAndTheDriverAsServices() throws Exception {
        Path archive = temporary.resolve("a.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("folder/hello.txt"));
            zip.write("hello".getBytes());
        }
        assertEquals("hello", Host.read(archive, "folder/hello.txt"));
        assertEquals(Set.of("dokan"), Host.drivers());
        assertTrue(ModuleLayer.boot().findModule("dev.zipfs.dokan").isPresent());
    }
}
