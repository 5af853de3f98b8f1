package dev.zipfs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MountTableTest {
    private static List<MountTable.Entry> parse(String text) {
        return MountTable.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void fieldsStandBeforeAndAfterTheSeparator() {
        assertThat(parse("36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n"))
                .containsExactly(new MountTable.Entry(36, "98:0", "/mnt2", "ext3", "/dev/root"));
        assertThat(parse("61 29 0:49 / /tmp/m ro - fuse.zipfs /a/x.zip ro,user_id=0\n"))
                .containsExactly(new MountTable.Entry(61, "0:49", "/tmp/m", "fuse.zipfs", "/a/x.zip"));
    }

    @Test
    void spacesAndTheLikeAreOctal() {
        assertThat(parse("1 2 0:3 / /a\\040b\\011c\\012d\\134040 rw - t x\\040y rw\n"))
                .containsExactly(new MountTable.Entry(1, "0:3", "/a b\tc\nd\\040", "t", "x y"));
        assertThat(parse("1 2 0:3 / /a\\9\\04 rw - t \\ rw\n"))
                .containsExactly(new MountTable.Entry(1, "0:3", "/a\\9\\04", "t", "\\"));
    }

    @Test
    void linesOfAnotherFormAreSkipped() {
        assertThat(parse("\n1\n1 2 3 - t\nx 2 0:3 / /a rw - t s rw\n99999999999 2 0:3 / /a rw - t s rw\n - - \n"))
                .isEmpty();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems have no table to read")
    void thisMachineHasARoot() {
        assertThat(MountTable.at(Path.of("/"))).isNotEmpty();
        assertThat(MountTable.at(Path.of("/nothing is mounted here"))).isEmpty();
        assertThat(MountTable.all()).isNotEmpty();
    }
}
