package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WinFspOptionsTest {
    @Test
    void aDriveIsCachedReadableAndRunnable() {
        assertThat(WinFspOptions.of("game").split(","))
                .containsExactly(
                        "uid=-1",
                        "gid=-1",
                        "umask=222",
                        "FileInfoTimeout=-1",
                        "KeepFileCache=1",
                        "FileSystemName=zipfs",
                        "volname=game");
    }

    @Test
    void labelsCannotAddOptionsAndFit() {
        assertThat(WinFspOptions.of("a,b\\c\nd")).endsWith(",volname=a_b_c_d");
        assertThat(WinFspOptions.of("")).doesNotContain("volname");
        assertThat(WinFspOptions.of("x".repeat(40))).endsWith("volname=" + "x".repeat(32));
        // A character of two units at the edge is left out, not cut in half.
        assertThat(WinFspOptions.of("x".repeat(31) + "\ud83d\ude80")).endsWith("volname=" + "x".repeat(31));
    }
}
