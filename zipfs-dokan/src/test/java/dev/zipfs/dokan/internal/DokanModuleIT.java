package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Pointer;
import dev.zipfs.dokan.DokanBackend;
import dev.zipfs.modulepath.OnModulePath;
import dev.zipfs.spi.DriveBackend;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.tukaani.xz.XZ;

/** The module descriptor: a program finds the backend on the module path, and JNA gets at what it needs. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanModuleIT {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    @Test
    void theBackendMountsOnTheModulePath() throws Exception {
        String modules = Stream.of(DokanBackend.class, DriveBackend.class, Pointer.class, Logger.class, XZ.class)
                .map(DokanModuleIT::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        TestDrives.Ran ran = TestDrives.shell(
                "\"$1\" --enable-native-access=com.sun.jna -p \"$2\" --add-modules dev.zipfs.dokan -cp \"$3\" -D"
                        + LibrarySearch.LIBRARY + "=\"$4\" -Dslf4j.internal.verbosity=ERROR "
                        + OnModulePath.class.getName() + " \"$5\"",
                Path.of(System.getProperty("java.home"), "bin", "java"),
                modules,
                place(OnModulePath.class),
                DokanDouble.library(),
                temp.resolve("m"));

        assertThat(ran.output()).isEqualTo("module dev.zipfs.dokan, 0 files\n");
        assertThat(temp.resolve("m")).doesNotExist();
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
