package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.fake.MemoryView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A drive cannot be changed: neither where the kernel refuses, nor where we have to. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LibfuseWriteIT {
    /** Without {@code ro}, every request reaches our callbacks. */
    private static final FuseOptions WRITABLE = new FuseOptions("fsname=writable,subtype=zipfs", "kernel_cache");

    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

    private Path mounted(String kind) throws Exception {
        Path point = temp.resolve("m");
        MemoryView view = MemoryView.posix().file("f", "kept").folder("d/e").link("l", "f");
        if (kind.equals("ro")) {
            mounts.mount(view, point);
        } else {
            mounts.mountWith(WRITABLE, view, point);
        }
        return point;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ro", "rw"})
    void nothingCanBeChanged(String kind) throws Exception {
        Path point = mounted(kind);
        String[] changes = {
            "echo x > $1/new",
            "echo x >> $1/f",
            "echo x > $1/f",
            "truncate -s 1 $1/f",
            "mkdir $1/n",
            "rmdir $1/d/e",
            "rm -f $1/f",
            "ln -s f $1/m",
            "ln $1/f $1/g",
            "mv $1/f $1/g",
            "chmod 600 $1/f",
            "chown 1:1 $1/f",
            "mkfifo $1/p",
            "touch $1/f",
            "fallocate -l 10 $1/f",
            "python3 -c 'import os,sys; os.setxattr(sys.argv[1]+\"/f\", \"user.a\", b\"1\")' $1"
        };
        for (String change : changes) {
            TestMounts.Ran ran = TestMounts.shell(change, point);
            assertThat(ran.exit()).as(change).isNotZero();
            assertThat(ran.output()).as(change).contains("Read-only file system");
        }
        assertThat(point.resolve("f")).hasContent("kept");
        assertThat(TestMounts.shell("cd $1 && find . | sort | tr '\\n' ' '", point)
                        .output())
                .isEqualTo(". ./d ./d/e ./f ./l ");
        if (kind.equals("ro")) {
            assertThat(Files.isWritable(point.resolve("f"))).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ro", "rw"})
    void thereAreNoExtendedAttributes(String kind) throws Exception {
        Path point = mounted(kind);
        TestMounts.Ran ran = TestMounts.shell(
                "python3 -c 'import os,sys; print(os.listxattr(sys.argv[1]+\"/f\"))' $1 || true", point);

        assertThat(ran.output()).containsAnyOf("[]", "Operation not supported");
    }
}
