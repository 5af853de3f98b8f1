package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.examples.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "frobnicate",
                "ls",
                "cat x.zip",
                "ls x.zip --charset no-such-encoding",
                "ls x.zip --zone Mars/Olympus",
                "ls x.zip --names linux",
                "ls x.zip --outside-links maybe",
                "ls x.zip --limit maxFoo=3",
                "ls x.zip --limit maxEntries=0",
                "ls x.zip --limit maxDepth=99999999999",
                "cat x.zip a --offset -1",
                "cat x.zip a --length -1",
                "cat x.zip a --length many",
                "mount x.zip --memory -1",
                "mount x.zip --disk 99999999999999999",
                "mount x.zip --policy no-such-policy",
                "mount x.zip --pin [unclosed",
                "mount x.zip a b",
                "bench",
                "bench x.zip --runs 0",
                "bench x.zip --runs many",
                "bench x.zip --temp-dir /no/such/directory",
                "bench x.zip --report /no/such/directory/r.html",
            })
    void misuseIsOneLineAndExitCodeTwo(String line) {
        Run run = Run.of((Object[]) (line.isEmpty() ? new String[0] : line.split(" ")));
        assertThat(run.exitCode).as("%s", run).isEqualTo(ExitCode.USAGE);
        assertThat(run.out).isEmpty();
        assertThat(run.err.lines())
                .singleElement()
                .asString()
                .startsWith("zipdrive: ")
                .contains("--help");
    }

    @Test
    void aCommandOrLimitThatDoesNotExistIsAnsweredWithThoseThatDo() {
        assertThat(Run.of("mnt", "x.zip").err).contains("no command 'mnt'", "mount, ls, cat");
        assertThat(Run.of("ls", "x.zip", "--limit", "maxEntry=3").err).contains("maxEntry=3", "maxEntries");
    }

    @Test
    void anEmptyMountPointIsMisuse() {
        assertThat(Run.of("mount", "x.zip", "").exitCode).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mount", "ls", "cat", "info", "verify", "bench", "drivers"})
    void everyCommandExplainsItselfOnStandardOutput(String command) {
        Run run = Run.of(command, "--help");
        assertThat(run.exitCode).isZero();
        assertThat(run.out).startsWith("Usage: zipdrive " + command).contains("Exit codes:");
        assertThat(run.err).isEmpty();
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(Run.of("--help").out).contains("mount", "ls", "cat", "info", "verify", "bench", "drivers");
    }

    @Test
    void saysItsVersion() {
        assertThat(Run.of("--version").out).startsWith("zipdrive ");
    }

    @Test
    void driversAreListedWhetherTheyWorkOrNot() {
        Run run = Run.of("drivers");
        assertThat(run.exitCode).isZero();
        assertThat(run.out).isNotEmpty();
        assertThat(Run.of("drivers", "--json").lines())
                .hasSameSizeAs(run.lines())
                .allSatisfy(line -> assertThat(line)
                        .startsWith("{\"id\":\"")
                        .contains("\"available\":", "\"version\":", "\"reason\":"));
    }
}
