package dev.zipfs.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void leavesArgumentsAloneThatTheJvmCouldRead() {
        String[] args = {"cat", "x.zip", "plain.txt"};
        assertThat(Arguments.asTyped(args)).isSameAs(args);
    }

    @Test
    void takesLostLettersFromTheCommandLine() {
        String[] args = {"cat", "x.zip", "\uFFFD\uFFFD.txt"};
        assertThat(Arguments.recover(args, commandLine("java", "-jar", "zipdrive.jar", "cat", "x.zip", "ä.txt")))
                .containsExactly("cat", "x.zip", "ä.txt");
    }

    @Test
    void keepsWhatWasGivenWhereTheCommandLineIsAnother() {
        String[] args = {"cat", "x.zip", "\uFFFD"};
        assertThat(Arguments.recover(args, commandLine("java", "ls", "x.zip", "ä")))
                .isSameAs(args);
        assertThat(Arguments.recover(args, commandLine("java"))).isSameAs(args);
        assertThat(Arguments.recover(args, new byte[0])).isSameAs(args);
    }

    private static byte[] commandLine(String... args) {
        return (String.join("\0", args) + "\0").getBytes(StandardCharsets.UTF_8);
    }
}
