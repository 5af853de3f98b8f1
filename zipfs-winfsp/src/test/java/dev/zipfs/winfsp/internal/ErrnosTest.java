package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrnosTest {
    @ParameterizedTest
    @EnumSource
    void causesHaveTheirNumbers(Errnos errnos) {
        assertThat(errnos.of(new PasswordException(PasswordException.Reason.WRONG, "x")))
                .isEqualTo(13);
        assertThat(errnos.of(new AccessDeniedException("x"))).isEqualTo(13);
        assertThat(errnos.of(new NoSuchFileException("x"))).isEqualTo(2);
        assertThat(errnos.of(new NotDirectoryException("x"))).isEqualTo(20);
        assertThat(errnos.of(new FileSystemLoopException("x"))).isEqualTo(errnos.tooManyLinks());
        assertThat(errnos.of(new UnsupportedFeatureException("x", null, ""))).isEqualTo(errnos.notSupported());
    }

    @ParameterizedTest
    @EnumSource
    void whateverElseIsAnInputOutputError(Errnos errnos) {
        Throwable[] failures = {
            new IOException(),
            new ClosedChannelException(),
            new NullPointerException(),
            new OutOfMemoryError(),
            new StackOverflowError(),
            ArchiveFormatException.of("x").build(),
            new IndexOutOfBoundsException()
        };
        for (Throwable failure : failures) {
            assertThat(errnos.of(failure)).as("%s", failure).isEqualTo(5);
        }
    }

    @Test
    void systemsDifferWhereTheyDo() {
        assertThat(Errnos.LINUX.tooManyLinks()).isEqualTo(40);
        assertThat(Errnos.LINUX.nameTooLong()).isEqualTo(36);
        assertThat(Errnos.LINUX.notSupported()).isEqualTo(95);
        assertThat(Errnos.MACOS.tooManyLinks()).isEqualTo(62);
        assertThat(Errnos.MACOS.nameTooLong()).isEqualTo(63);
        assertThat(Errnos.MACOS.notSupported()).isEqualTo(45);
    }
}
