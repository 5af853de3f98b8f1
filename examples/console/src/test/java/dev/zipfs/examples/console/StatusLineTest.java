package dev.zipfs.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Streams streams =
            new Streams("test", InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);

    @Test
    void isGoneWhenItIsDone() {
        try (StatusLine line = new StatusLine(streams, true)) {
            line.show("one\u001b");
            line.show("two");
            line.hide();
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(Terminal.ERASE + "one\\u001b" + Terminal.ERASE + "two" + Terminal.ERASE);
    }

    @Test
    void isSilentWhereNobodyLooks() {
        try (StatusLine line = new StatusLine(streams, false)) {
            line.show("one");
        }
        assertThat(err.size()).isZero();
    }
}
