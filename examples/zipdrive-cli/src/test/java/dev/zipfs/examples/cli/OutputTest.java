package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.examples.console.Streams;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTest {
    @TempDir
    Path dir;

    @Test
    void endsQuietlyWhenTheReaderHasGone() throws IOException {
        assertThat(runInto("Broken pipe")).isEqualTo("exit 0: ");
    }

    @Test
    void reportsOutputThatCannotBeWritten() throws IOException {
        assertThat(runInto("No space left on device"))
                .isEqualTo("exit 1: zipdrive: cannot write to standard output: No space left on device\n");
    }

    private String runInto(String failure) throws IOException {
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(EntryModel.file("a.txt", "a").build()).write(archive);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(failure);
            }
        };
        int exitCode =
                Cli.run(new Streams("zipdrive", InputStream.nullInputStream(), out, err), "ls", archive.toString());
        return "exit " + exitCode + ": " + err.toString(StandardCharsets.UTF_8);
    }
}
