package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.LimitExceededException;
import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NtStatusTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new StatusException(0xC0000123), 0xC0000123),
                Arguments.of(new PasswordException(PasswordException.Reason.WRONG, "p"), 0xC0000022),
                Arguments.of(new AccessDeniedException("a"), 0xC0000022),
                Arguments.of(new UnsupportedFeatureException("method 1", "u", ""), 0xC00000BB),
                Arguments.of(ArchiveFormatException.of("f").build(), 0xC000003F),
                Arguments.of(new ZipException("z"), 0xC000003F),
                Arguments.of(new LimitExceededException("nodes", 1, "nodes"), 0xC000009A),
                Arguments.of(new OutOfMemoryError(), 0xC000009A),
                Arguments.of(new NoSuchFileException("n"), 0xC0000034),
                Arguments.of(new NotDirectoryException("d"), 0xC000003A),
                Arguments.of(new FileSystemLoopException("l"), 0xC0000039),
                Arguments.of(new InterruptedIOException(), 0xC0000120),
                Arguments.of(new ClosedByInterruptException(), 0xC0000120),
                Arguments.of(new ClosedChannelException(), 0xC0000185),
                Arguments.of(new EOFException(), 0xC0000185),
                Arguments.of(new ZipDriveException("other"), 0xC0000185),
                Arguments.of(new IOException("other"), 0xC0000185),
                Arguments.of(new UncheckedIOException(new IOException()), 0xC00000E5),
                Arguments.of(new NullPointerException(), 0xC00000E5),
                Arguments.of(new StackOverflowError(), 0xC00000E5),
                Arguments.of(new NoClassDefFoundError("c"), 0xC00000E5),
                Arguments.of(new Throwable(), 0xC00000E5));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureHasItsStatus(Throwable failure, int status) {
        assertThat(NtStatus.of(failure)).isEqualTo(status);
        assertThat(new FailureLog().failed("ReadFile", failure)).isEqualTo(status);
    }

    @Test
    void noFailureAnswersWithSuccess() {
        // JNA answers 0 for what escapes from a callback, and 0 is success: so no answer to a failure may be 0 or
        // positive.
        for (Arguments one : failures().toList()) {
            assertThat(NtStatus.of((Throwable) one.get()[0])).isNegative();
        }
    }

    @Test
    void aFailureThatCannotBeLoggedIsAnsweredAllTheSame() {
        Throwable broken = new Throwable() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new OutOfMemoryError("no memory for a message");
            }

            @Override
            public String getMessage() {
                throw new OutOfMemoryError("no memory for a message");
            }
        };
        for (Throwable failure : List.of(broken, new OutOfMemoryError())) {
            assertThat(new FailureLog().failed("ReadFile", failure)).isNegative();
        }
    }
}
