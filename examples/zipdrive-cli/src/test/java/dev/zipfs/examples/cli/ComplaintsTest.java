package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.PasswordException;
import dev.zipfs.examples.console.Streams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Complaints complaints = new Complaints(
            new Streams("zipdrive", InputStream.nullInputStream(), OutputStream.nullOutputStream(), err));

    @Test
    void anEntryIsComplainedOfOnceAndWithTheOptionThatHelps() {
        for (int i = 0; i < 3; i++) {
            complaints.failed("secret", new PasswordException(PasswordException.Reason.MISSING, "secret"));
        }
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains("entry 'secret'", "--password-stdin");
    }

    @Test
    void anArchiveOfBrokenEntriesDoesNotFillTheTerminal() {
        for (int i = 0; i < 1000; i++) {
            complaints.failed("f" + i, new PasswordException(PasswordException.Reason.WRONG, "f" + i));
        }
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(100);
    }
}
