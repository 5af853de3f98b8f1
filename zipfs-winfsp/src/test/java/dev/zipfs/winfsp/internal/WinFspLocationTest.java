package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WinFspLocationTest {
    private static final String PRINTED = "\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\WinFsp\r\n"
            + "    InstallDir    REG_SZ    D:\\Program Files (x86)\\WinFsp\\\r\n\r\n";

    private static WinFspLocation location(@Nullable String property, String printed) {
        Map<String, String> environment =
                Map.of("ProgramFiles(x86)", "C:\\Program Files (x86)", "ProgramFiles", "C:\\Program Files");
        return new WinFspLocation("amd64", property, environment::get, key -> printed);
    }

    @Test
    void theRegistryComesFirstThenTheProgramFolders() {
        assertThat(location(null, PRINTED).candidates())
                .containsExactly(
                        "D:\\Program Files (x86)\\WinFsp\\bin\\winfsp-x64.dll",
                        "C:\\Program Files (x86)\\WinFsp\\bin\\winfsp-x64.dll",
                        "C:\\Program Files\\WinFsp\\bin\\winfsp-x64.dll");
    }

    @Test
    void thePropertyIsTheOnlyPlaceIfItIsSet() {
        assertThat(location("E:\\my.dll", PRINTED).candidates()).containsExactly("E:\\my.dll");
        assertThat(location(" ", "").candidates()).hasSize(2);
    }

    @Test
    void theFirstThatExistsIsTaken() {
        assertThat(location(null, PRINTED).find(file -> file.startsWith("C:")))
                .contains("C:\\Program Files (x86)\\WinFsp\\bin\\winfsp-x64.dll");
        assertThat(location(null, PRINTED).find(file -> false)).isEmpty();
    }

    @Test
    void whatTheRegistryCannotTellIsNothing() {
        assertThat(WinFspLocation.installDirectory("ERROR: The system was unable to find the specified key"))
                .isEmpty();
        assertThat(WinFspLocation.installDirectory("")).isEmpty();
        assertThat(WinFspLocation.installDirectory(PRINTED)).contains("D:\\Program Files (x86)\\WinFsp\\");
    }

    @ParameterizedTest
    @CsvSource({
        "amd64, winfsp-x64.dll",
        "x86_64, winfsp-x64.dll",
        "aarch64, winfsp-a64.dll",
        "ARM64, winfsp-a64.dll",
        "x86, winfsp-x86.dll",
        "i386, winfsp-x86.dll"
    })
    void eachArchitectureHasItsFile(String architecture, String file) {
        assertThat(new WinFspLocation(architecture, null, name -> null, key -> "").fileName())
                .isEqualTo(file);
    }

    @Test
    void garbageDoesNotExist() {
        assertThat(WinFspLocation.exists("\0")).isFalse();
        assertThat(WinFspLocation.exists("")).isFalse();
    }
}
