package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class FuseOptionsProperties {
    /** Splits a list as {@code fuse_opt.c} does. */
    private static List<String> split(String options) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < options.length(); i++) {
            char c = options.charAt(i);
            if (c == ',') {
                values.add(value.toString());
                value.setLength(0);
            } else if (c == '\\' && i + 1 < options.length()) {
                value.append(options.charAt(++i));
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return values;
    }

    @Test
    void archivesNamesCannotAddOptions() {
        assertThat(split(FuseOptions.forLinux("a,allow_other,b\\,suid.zip", false)
                        .mount()))
                .contains("ro", "nosuid", "nodev", "default_permissions", "fsname=a,allow_other,b\\,suid.zip")
                .doesNotContain("allow_other", "suid.zip");
    }

    @Property(seed = "1", shrinking = ShrinkingMode.OFF)
    void whateverTheNameTheListHasTheSameOptions(@ForAll String source, @ForAll String label) {
        assertThat(split(FuseOptions.forLinux(source, true).mount()))
                .hasSameSizeAs(split(FuseOptions.forLinux("x", true).mount()))
                .contains("allow_other");
        assertThat(split(FuseOptions.forMac(source, label, false).mount()))
                .hasSameSizeAs(split(FuseOptions.forMac("x", "y", false).mount()))
                .doesNotContain("allow_other");
    }

    @Test
    void controlCharactersAndEmptyNamesAreReplaced() {
        assertThat(FuseOptions.escaped("a\nb\tc\0d")).isEqualTo("a?b?c?d");
        assertThat(FuseOptions.escaped("")).isEqualTo("zipfs");
        assertThat(FuseOptions.escaped("\ud800x")).isEqualTo("?x");
        assertThat(FuseOptions.escaped("x".repeat(10_000))).hasSize(512);
    }
}
