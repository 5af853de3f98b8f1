package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibrarySearchTest {
    @TempDir
    Path temp;

    private final TestHost host = TestHost.bare();

    /** A Windows library as far as its header says for which processor it is. */
    private Path library(String directory, String name, int machine) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(0, (short) 0x5A4D).putInt(0x3C, 0xF8);
        bytes.putInt(0xF8, 0x4550).putShort(0xFC, (short) machine);
        return Files.write(Files.createDirectories(temp.resolve(directory)).resolve(name), bytes.array());
    }

    @Test
    void thePropertyNamesTheFile() throws Exception {
        Path named = library("a", "my.dll", 0x8664);
        library("b", System.mapLibraryName("dokan2"), 0x8664);
        host.properties.put("zipfs.dokan.library", named.toString());
        host.properties.put("jna.library.path", temp.resolve("b").toString());

        assertThat(new LibrarySearch(host).find()).isEqualTo(named);
    }

    @Test
    void aPropertyThatNamesNothingIsNotReplacedByAnotherFile() throws Exception {
        library("b", System.mapLibraryName("dokan2"), 0x8664);
        host.properties.put("zipfs.dokan.library", temp.resolve("none").toString());
        host.properties.put("jna.library.path", temp.resolve("b").toString());
        LibrarySearch search = new LibrarySearch(host);

        assertThat(search.find()).isNull();
        assertThat(search.searched()).containsExactly(temp.resolve("none"));
    }

    @Test
    void theDirectoriesOfJnaAreSearchedInTheirOrder() throws Exception {
        library("c", System.mapLibraryName("dokan2"), 0x8664);
        Path second = library("b", System.mapLibraryName("dokan2"), 0x8664);
        host.properties.put(
                "jna.library.path", String.join(File.pathSeparator, temp + "/a", "", temp + "/b", temp + "/c"));

        assertThat(new LibrarySearch(host).find()).isEqualTo(second);
    }

    @Test
    void elsewhereThanOnWindowsNothingIsSearchedUnasked() {
        host.environment.put("SystemRoot", temp.toString());
        LibrarySearch search = new LibrarySearch(host);

        assertThat(search.find()).isNull();
        assertThat(search.searched()).isEmpty();
        assertThat(search.hasDokan1()).isFalse();
        Availability availability = new DokanDriver(host, Timing.DEFAULT).availability();
        assertThat(availability.reason()).isEqualTo("Dokan exists on Windows only");
        assertThat(availability.advice()).isEmpty();
    }

    @Test
    void onWindowsTheSystemDirectoryIsSearched() throws Exception {
        host.windows = true;
        host.environment.put("SystemRoot", temp.toString());
        assertThat(new LibrarySearch(host).find()).isNull();
        Availability missing = new DokanDriver(host, Timing.DEFAULT).availability();
        assertThat(missing.reason())
                .contains(temp.resolve("System32").resolve("dokan2.dll").toString());
        assertThat(missing.advice()).contains("https://github.com/dokan-dev/dokany/releases");

        Path library = library("System32", "dokan2.dll", 0x8664);
        assertThat(new LibrarySearch(host).find()).isEqualTo(library);
    }

    @Test
    void dokan1AloneIsToldApart() throws Exception {
        host.windows = true;
        host.environment.put("SystemRoot", temp.toString());
        library("System32", "dokan1.dll", 0x8664);
        DokanDriver driver = new DokanDriver(host, Timing.DEFAULT);

        assertThat(driver.availability().reason()).startsWith("Dokan 1 is installed, and Dokan 2 is needed");
        assertThatThrownBy(() -> driver.mount(MemoryView.windows(), TestDrives.request(MountPoint.letter('M'))))
                .isInstanceOfSatisfying(
                        MountException.class,
                        e -> assertThat(e.reason()).isEqualTo(MountException.Reason.DRIVER_TOO_OLD));
    }

    @ParameterizedTest
    @CsvSource({"0x8664, x64", "0xAA64, ARM64", "0x014C, x86", "0x01C4, machine 0x1c4"})
    void theHeaderNamesTheProcessor(String machine, String name) throws Exception {
        assertThat(LibrarySearch.machine(library("a", "l.dll", Integer.decode(machine))))
                .isEqualTo(name);
    }

    @Test
    void whatIsNoWindowsLibraryHasNoProcessor() throws Exception {
        assertThat(LibrarySearch.machine(temp.resolve("none"))).isNull();
        assertThat(LibrarySearch.machine(Files.write(temp.resolve("empty"), new byte[0])))
                .isNull();
        assertThat(LibrarySearch.machine(Files.write(temp.resolve("elf"), new byte[] {0x7F, 'E', 'L', 'F'})))
                .isNull();
        ByteBuffer far = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        far.putShort(0, (short) 0x5A4D).putInt(0x3C, -1);
        assertThat(LibrarySearch.machine(Files.write(temp.resolve("far"), far.array())))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "amd64, 0x8664, true",
        "x86_64, 0x8664, true",
        "aarch64, 0xAA64, true",
        "amd64, 0xAA64, false",
        "aarch64, 0x8664, false",
        "amd64, 0x014C, false",
        "x86, 0x014C, false"
    })
    void aLibraryForAnotherProcessorIsNotLoaded(String architecture, String machine, boolean fits) throws Exception {
        host.windows = true;
        host.architecture = architecture;
        Path library = library("a", "dokan2.dll", Integer.decode(machine));

        String mismatch = new LibrarySearch(host).mismatch(library);

        if (fits) {
            assertThat(mismatch).isNull();
        } else {
            assertThat(mismatch).isNotNull().containsAnyOf("use a JVM for", "64-bit");
        }
    }

    @Test
    void aFileThatIsNoLibraryIsUnavailableWithTheLoadersReason() throws Exception {
        Path broken = Files.write(temp.resolve("libdokan2.so"), new byte[] {1, 2, 3});
        host.properties.put("zipfs.dokan.library", broken.toString());

        Availability availability = new DokanDriver(host, Timing.DEFAULT).availability();
        assertThat(availability.available()).isFalse();
        assertThat(availability.reason()).contains(broken.toString()).contains("cannot be loaded");
    }
}
