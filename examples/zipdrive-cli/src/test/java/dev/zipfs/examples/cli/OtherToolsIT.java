package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.corpus.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify} against what other tools say of the same archive, and archives that other tools make. */
@Timeout(240)
class OtherToolsIT {
    private static final String[] SEVEN_ZIP = {"7z", "7zz", "7za"};

    /** Where 7-Zip answers otherwise, and why we are right. */
    private static final Map<Corpus, String> SEVEN_ZIP_DIFFERS = Map.of(
            Corpus.O02_STUB_UNCOUNTED,
            "by a name that ends with .zip it looks for an archive that starts the file, or whose offsets count what is"
                    + " in front");

    /** The same of Info-ZIP's unzip. */
    private static final Map<Corpus, String> UNZIP_DIFFERS = Map.of(
            Corpus.O02_STUB_UNCOUNTED,
            "it reads everything, but warns of bytes in front that the offsets leave out",
            Corpus.O05_SIGNATURES_IN_COMMENT,
            "it takes the last end record for the archive's, which is one within the comment");

    @TempDir
    Path dir;

    private static boolean exists(String tool) {
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    private static String sevenZip() {
        String found =
                Stream.of(SEVEN_ZIP).filter(OtherToolsIT::exists).findFirst().orElse("");
        assumeTrue(!found.isEmpty(), "7-Zip is not installed");
        return found;
    }

    private int run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("output").toFile())
                .redirectInput(ProcessBuilder.Redirect.from(
                        Files.write(dir.resolve("nothing"), new byte[0]).toFile()))
                .start();
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(command) + " does not end");
        }
        return process.exitValue();
    }

    private String output() throws IOException {
        return new String(Files.readAllBytes(dir.resolve("output")), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private boolean soundToUs(Path archive, String password) {
        Run run = password.isEmpty()
                ? Run.of("verify", archive)
                : Run.withInput(password + "\n", "verify", "--password-stdin", archive);
        return run.exitCode == ExitCode.FINE;
    }

    @ParameterizedTest
    @EnumSource(
            value = Corpus.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"B24_METHODS", "B25_ZSTANDARD", "O16_REDUCED"})
    void verifyAgreesWithSevenZip(Corpus corpus) throws Exception {
        Path archive = dir.resolve("x.zip");
        corpus.write(archive);
        boolean theirs = run(sevenZip(), "t", "-y", "-bd", "-ppw", archive.toString()) == 0;
        boolean ours = soundToUs(archive, "pw");
        assertThat(ours != theirs)
                .as("%s: verify %s, 7-Zip %s: %s", corpus, ours, theirs, output())
                .isEqualTo(SEVEN_ZIP_DIFFERS.containsKey(corpus));
    }

    /** Not asked about AES, which unzip does not know. */
    @ParameterizedTest
    @EnumSource(
            value = Corpus.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"B24_METHODS", "B25_ZSTANDARD", "O16_REDUCED", "O08_ENCRYPTIONS"})
    void verifyAgreesWithUnzip(Corpus corpus) throws Exception {
        assumeTrue(exists("unzip"), "unzip is not installed");
        Path archive = dir.resolve("x.zip");
        corpus.write(archive);
        boolean theirs = run("unzip", "-t", "-P", "pw", archive.toString()) == 0;
        boolean ours = soundToUs(archive, "pw");
        assertThat(ours != theirs)
                .as("%s: verify %s, unzip %s: %s", corpus, ours, theirs, output())
                .isEqualTo(UNZIP_DIFFERS.containsKey(corpus));
    }

    private List<String> sample() throws IOException {
        Random random = new Random(1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            byte[] bytes = new byte[120_000];
            if (i > 0) {
                random.nextBytes(bytes);
            }
            names.add("file" + i + ".bin");
            Files.write(dir.resolve("file" + i + ".bin"), bytes);
        }
        return names;
    }

    private String[] command(List<String> start, List<String> names) {
        return Stream.concat(start.stream(), names.stream()).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-mm=Copy",
                "-mm=Deflate",
                "-mm=Deflate64",
                "-mm=BZip2",
                "-mm=LZMA",
                "-mm=Deflate -mem=AES256",
                "-mm=Copy -mem=AES128",
                "-mm=BZip2 -mem=AES192",
                "-mm=LZMA -mem=AES256",
                "-mm=Deflate -mem=ZipCrypto",
                "-mm=Copy -mem=ZipCrypto",
                "-mm=LZMA -mem=ZipCrypto",
                "-mm=Deflate -v64k",
                "-mm=Copy -v100k"
            })
    void whatSevenZipMakesIsSound(String options) throws Exception {
        List<String> start = new ArrayList<>(List.of(sevenZip(), "a", "-tzip", "-bd", "-mx=1"));
        start.addAll(List.of(options.split(" ")));
        boolean encrypted = options.contains("-mem");
        if (encrypted) {
            start.add("-ppw");
        }
        start.add("made.zip");
        assertThat(run(command(start, sample()))).as(options).isZero();
        Path archive = dir.resolve(options.contains("-v") ? "made.zip.001" : "made.zip");
        assertThat(soundToUs(archive, encrypted ? "pw" : "")).as(options).isTrue();
        if (encrypted) {
            assertThat(Run.withInput("no\n", "verify", "--password-stdin", archive).exitCode)
                    .isEqualTo(ExitCode.PASSWORD);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0", "-9", "-s 64k", "-0 -s 64k", "-P pw", "-0 -P pw", "-fz", "-fd"})
    void whatInfoZipMakesIsSound(String options) throws Exception {
        assumeTrue(exists("zip"), "zip is not installed");
        List<String> start = new ArrayList<>(List.of("zip", "-q"));
        start.addAll(List.of(options.split(" ")));
        start.add("made.zip");
        assertThat(run(command(start, sample())))
                .as("%s: %s", options, output())
                .isZero();
        Path last = dir.resolve("made.zip");
        String password = options.contains("pw") ? "pw" : "";
        assertThat(soundToUs(last, password)).as(options).isTrue();
        if (options.contains("-s")) {
            assertThat(dir.resolve("made.z02")).exists();
            assertThat(soundToUs(dir.resolve("made.z01"), "")).as(options).isTrue();
        }
    }

    @Test
    void whatIsWrittenToAPipeIsSound() throws Exception {
        List<String> names = sample();
        List<String> shells = new ArrayList<>();
        if (exists("zip")) {
            shells.add("zip -q - " + String.join(" ", names) + " | cat > made.zip");
            shells.add("cat file1.bin | zip -q - - | cat > made.zip");
        }
        if (exists("bsdtar")) {
            shells.add("bsdtar -c --format zip -f - " + String.join(" ", names) + " | cat > made.zip");
        }
        if (exists("python3")) {
            shells.add(
                    "python3 -c \"import sys,zipfile\nz=zipfile.ZipFile(sys.stdout.buffer,'w',zipfile.ZIP_DEFLATED)\n"
                            + "for n in ('file0.bin','file1.bin'):\n"
                            + "  with z.open(n,'w',force_zip64=True) as o: o.write(open(n,'rb').read())\n"
                            + "z.close()\" | cat > made.zip");
        }
        assumeTrue(!shells.isEmpty(), "none of the tools is installed");
        for (String shell : shells) {
            assertThat(run("sh", "-c", shell)).as("%s: %s", shell, output()).isZero();
            assertThat(soundToUs(dir.resolve("made.zip"), "")).as(shell).isTrue();
            Files.delete(dir.resolve("made.zip"));
        }
    }
}
