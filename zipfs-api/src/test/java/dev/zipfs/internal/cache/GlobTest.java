package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "*.exe game.exe true",
                "*.exe bin/GAME.EXE true",
                "*.exe game.exe/readme false",
                "bin/*.dll bin/a.dll true",
                "bin/*.dll bin/x64/a.dll false",
                "bin/*.dll other/bin/a.dll false",
                "bin/**.dll bin/x64/a.dll true",
                "** a/b/c true",
                "a?c abc true",
                "a?c a/c false",
                "{game,setup}.* bin/setup.bin true",
                "{game,setup}.* bin/other.bin false",
                "[a-c]1 b1 true",
                "[a-c]1 d1 false",
                "[!a-c]1 d1 true",
                "[!a]b /b false",
                "[]]x ]x true",
                "[a^&&b]x &x true",
                "a.b axb false",
                "a+(b)|$^#.b a+(b)|$^#.b true",
                "\\*.txt *.txt true",
                "\\*.txt a.txt false",
                "a,b} a,b} true",
                "ÄRGER.txt ärger.TXT true",
            })
    void matches(String glob, String path, boolean expected) {
        assertThat(new Glob(glob).matches(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[", "[]", "{a", "{a,{b}}", "a\\", "[z-a]"})
    void patternThatIsNoneIsRefusedByName(String glob) {
        assertThatThrownBy(() -> new Glob(glob))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + glob + "'");
    }
}
