package dev.zipfs.examples.filebench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PageCacheTest {
    @TempDir
    Path dir;

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the call and fincore, which looks, are of Linux")
    void linuxLetsGoOfAFilesPages() throws Exception {
        Path file = Files.write(dir.resolve("file"), Pattern.bytes(1 << 20));
        assumeTrue(!Files.getFileStore(file).type().equals("tmpfs"), "what lies in memory alone cannot be dropped");
        assumeTrue(resident(file) > 0, "fincore is not installed, or the file system keeps nothing");
        // Everybody's pages are not a test's to drop.
        PageCache cache = new LinuxPageCache(false);
        cache.drop(file);
        assertThat(resident(file)).isZero();
        assertThat(cache.method()).contains("posix_fadvise").contains("not root");
    }

    @Test
    void whatCannotBeDroppedIsSaidOnceAndIsNoFailure() {
        List<String> warnings = new ArrayList<>();
        PageCache cache = new GuardedPageCache(
                () -> {
                    throw new CannotDropException("for a reason\nthat goes on");
                },
                warnings::add);
        cache.drop(dir);
        cache.drop(dir);
        assertThat(warnings).singleElement().asString().endsWith(": for a reason");
        assertThat(cache.method()).startsWith("warm");
    }

    @Test
    void aMissingLibraryIsAReasonToo() {
        List<String> warnings = new ArrayList<>();
        PageCache cache = new GuardedPageCache(
                () -> new PageCache() {
                    @Override
                    public void drop(Path file) {
                        throw new UnsatisfiedLinkError("no such library");
                    }

                    @Override
                    public String method() {
                        return "never";
                    }
                },
                warnings::add);
        cache.drop(dir);
        cache.drop(dir);
        assertThat(warnings).singleElement().asString().endsWith(": no such library");
        assertThat(cache.method()).startsWith("warm");
    }

    private static long resident(Path file) throws IOException, InterruptedException {
        Process fincore;
        try {
            fincore = new ProcessBuilder("fincore", "--bytes", "--noheadings", "--output", "RES", file.toString())
                    .start();
        } catch (IOException notInstalled) {
            return 0;
        }
        String printed = new String(fincore.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return fincore.waitFor() == 0 && !printed.isEmpty() ? Long.parseLong(printed) : 0;
    }
}
