package dev.zipfs.examples.filebench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** The command line, always with --no-clear: emptying the page cache is everybody's business. */
@Timeout(60)
class FileBenchmarkTest {
    @TempDir
    Path dir;

    private Path file;

    /** What one run printed, and how it ended. */
    private record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.write(dir.resolve("file.bin"), Pattern.bytes(300_001));
    }

    @Test
    void printsATableAndAppendsItToTheResults() throws IOException {
        Run first = run(file, "--no-clear", "--runs", 1);
        assertThat(first.exitCode).as("%s", first).isZero();
        assertThat(first.err).isEmpty();
        assertThat(first.out)
                .contains("1 run;", "page cache left as it is", "300,001 bytes, XXH3-128 ")
                .contains(hash(Pattern.bytes(300_001)));
        for (Figure figure : Figure.values()) {
            assertThat(first.out).contains(figure.title());
        }
        Run second = run(file, "--no-clear", "--runs", 2);
        assertThat(dir.resolve("result.txt")).hasContent(first.out + "\n" + second.out + "\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 4097})
    void smallFilesAreMeasuredToo(int size) throws IOException {
        Run run = run(Files.write(dir.resolve("small"), Pattern.bytes(size)), "--no-clear", "--runs", 1);
        assertThat(run.exitCode).as("%s", run).isZero();
        assertThat(run.out).contains(hash(Pattern.bytes(size)));
    }

    @Test
    void jsonIsOneWellFormedObject() throws IOException {
        Path json = dir.resolve("r.json");
        Path odd = Files.move(file, dir.resolve("odd & 'name'.bin"));
        assertThat(run(odd, "--no-clear", "--runs", 2, "--json", json, "--compare", odd).exitCode)
                .isZero();
        String text = Files.readString(json);
        assertThat(JsonCheck.isObject(text.strip())).as(text).isTrue();
        assertThat(text)
                .contains("\"runs\":2,", "\"sameContent\":true,", "\"size\":300001,", "\"p999Nanos\":")
                .contains("\"xxh3_128\":\"" + hash(Pattern.bytes(300_001)) + "\"")
                .contains("odd & 'name'.bin", "\"of\":\"A\",\"to\":\"B\"");
    }

    @Test
    void theReportIsWellFormedAndNeedsNothingElse() throws Exception {
        Path report = dir.resolve("r.html");
        Path odd = Files.move(file, dir.resolve("odd & 'name'.bin"));
        assertThat(run(odd, "--no-clear", "--runs", 1, "--report", report, "--compare", odd).exitCode)
                .isZero();
        String page = Files.readString(report);
        assertThat(page)
                .doesNotContainIgnoringCase("http")
                .doesNotContain("src=", "href=", "url(", "@import", "<script", "<link", "NaN", "Infinity")
                .contains("prefers-color-scheme: dark", "odd &amp; 'name'.bin");
        // It is XML as well; so a parser that forgives nothing can say whether every element is closed.
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(2 * 4);
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(2 * 2 * Figure.values().length);
        assertThat(document.getElementsByTagName("path").getLength()).isEqualTo(2 * 2 * 2);
        assertThat(document.getElementsByTagName("tr").getLength()).isEqualTo(1 + Figure.values().length);
    }

    @Test
    void namesCannotBreakOutOfThePage() {
        assertThat(HtmlReport.text("\"><script>&\u001b\n")).isEqualTo("&quot;&gt;&lt;script&gt;&amp;\\u001b\\n");
    }

    @Test
    void comparingDividesTheFirstByTheSecond() throws IOException {
        Path copy = Files.copy(file, dir.resolve("copy.bin"));
        Run run = run(file, "--compare", copy, "--no-clear", "--runs", 1);
        assertThat(run.exitCode).as("%s", run).isZero();
        assertThat(run.out).contains("A = " + file, "B = " + copy, "A ÷ B");
    }

    @Test
    void differentBytesCompareNothing() throws IOException {
        Path shorter = Files.write(dir.resolve("shorter.bin"), Pattern.bytes(300_000));
        assertFails(ExitCode.ENTRY_FAILED, "different sizes", file, "--compare", shorter);
        byte[] other = Pattern.bytes(300_001);
        other[200_000]++;
        Path changed = Files.write(dir.resolve("changed.bin"), other);
        Run run = run(file, "--compare", changed, "--no-clear", "--runs", 1);
        assertThat(run.exitCode).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.err).endsWith("hold different bytes: the numbers compare nothing\n");
    }

    @Test
    void whatCannotBeMeasuredIsOneLine() throws IOException {
        Path empty = Files.createFile(dir.resolve("empty"));
        assertFails(ExitCode.ARCHIVE_FAILED, "missing: there is no such file", dir.resolve("missing"));
        assertFails(ExitCode.ARCHIVE_FAILED, "it is a directory", dir);
        assertFails(ExitCode.ARCHIVE_FAILED, "it is empty", empty);
        assertFails(ExitCode.ARCHIVE_FAILED, "there is no such file", file, "--compare", dir.resolve("missing"));
    }

    @Test
    void whatMayNotBeReadIsOneLine() {
        assumeTrue(
                file.toFile().setReadable(false) && !Files.isReadable(file),
                "this user, or this system, lets everything be read");
        assertFails(ExitCode.ARCHIVE_FAILED, "permission denied", file);
    }

    @Test
    void resultsThatCannotBeKeptAreStillPrinted() throws IOException {
        Files.createDirectory(dir.resolve("result.txt"));
        Run run = run(file, "--no-clear", "--runs", 1);
        assertThat(run.exitCode).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.out).contains("random 4 KiB, max");
        assertThat(run.err.lines())
                .singleElement()
                .asString()
                .startsWith("file-benchmark: cannot write " + dir.resolve("result.txt") + ": ");
    }

    @Test
    void misuseIsOneLine() {
        assertFails(ExitCode.USAGE, "--help");
        assertFails(ExitCode.USAGE, "--runs must be 1 to 1000: 0", file, "--runs", 0);
        assertFails(ExitCode.USAGE, "--runs", file, "--runs", "many");
        assertFails(ExitCode.USAGE, "Unknown option", file, "--frobnicate");
        assertFails(ExitCode.USAGE, "it is a directory", file, "--json", dir);
        assertFails(ExitCode.USAGE, "its directory does not exist", file, "--report", dir.resolve("no/r.html"));
        assertFails(ExitCode.USAGE, "that is the file to be measured", file, "--json", file);
        assertThat(file).hasBinaryContent(Pattern.bytes(300_001));
    }

    @Test
    void helpGoesToStandardOutput() {
        Run run = run("--help");
        assertThat(run.exitCode).isZero();
        assertThat(run.out).startsWith("Usage: file-benchmark").contains("--compare", "--no-clear", "Exit codes:");
    }

    private void assertFails(int exitCode, String message, Object... args) {
        List<Object> all = new ArrayList<>(List.of(args));
        all.add("--no-clear");
        Run run = run(all.toArray());
        assertThat(run.exitCode).as("%s", run).isEqualTo(exitCode);
        assertThat(run.out).isEmpty();
        assertThat(run.err.lines())
                .singleElement()
                .asString()
                .startsWith("file-benchmark: ")
                .contains(message);
        assertThat(dir.resolve("result.txt")).as("results of nothing").doesNotExist();
    }

    private Run run(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] line = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            line[i] = args[i].toString();
        }
        int exitCode =
                FileBenchmark.run(new Streams("file-benchmark", InputStream.nullInputStream(), out, err), dir, line);
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] content) {
        Xxh3 hash = new Xxh3();
        hash.update(ByteBuffer.wrap(content));
        return hash.hex();
    }
}
