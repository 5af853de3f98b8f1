package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names are UTF-8 whatever the JVM that serves them thinks of as its charset. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LibfuseNamesIT {
    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"C, -Dfile.encoding=US-ASCII", "C, -Dfile.encoding=windows-1252", "C.UTF-8, -Dfile.encoding=UTF-8"})
    void namesAreUtf8UnderEveryLocale(String locale, String encoding) throws Exception {
        Path point = temp.resolve("m");
        try (ChildMount child = ChildMount.start(point, Map.of("LC_ALL", locale), encoding)) {
            assertThat(TestMounts.shell("ls $1 | sort", point).output())
                    .isEqualTo("f\nlink\n" + ChildMount.NAME + "\n");
            assertThat(TestMounts.shell("cat $1/$2", point, ChildMount.NAME).output())
                    .isEqualTo("named");
            assertThat(TestMounts.shell("cat $1/link", point).output()).isEqualTo("named");
            assertThat(child.process.isAlive()).isTrue();
        }
        assertThat(point).doesNotExist();
    }
}
