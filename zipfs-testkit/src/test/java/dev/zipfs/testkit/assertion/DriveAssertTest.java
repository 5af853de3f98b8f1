package dev.zipfs.testkit.assertion;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatDrive;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A directory of plain files stands for a mounted drive. */
class DriveAssertTest {
    @TempDir
    Path root;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/b/c.txt"), "content");
        Files.writeString(root.resolve("empty"), "");
        Files.write(root.resolve("large"), Content.noise(200_000, 1).toBytes());
    }

    private static ExpectedTree.Builder right() {
        return ExpectedTree.builder()
                .file("a/b/c.txt", "content")
                .file("empty", "")
                .file("large", Content.noise(200_000, 1));
    }

    @Test
    void rightTreePasses() {
        assertThatDrive(root)
                .hasTree(right().build())
                .hasTree(ExpectedTree.builder()
                        .anywhere("content")
                        .anywhere("")
                        .anywhere(Content.noise(200_000, 1))
                        .build())
                .hasFile("a/b/c.txt", "content")
                .hasDirectory("a/b")
                .hasNothingAt("a/x");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("missing: FILE 'more'", tree -> tree.file("more", "")),
                wrong("missing: a file, anywhere", tree -> tree.anywhere("more")),
                wrong("'empty' is a FILE, expected a DIRECTORY", tree -> tree.directory("empty")),
                wrong("'empty' has 0 bytes, expected 3", tree -> tree.file("empty", "xyz")),
                wrong("'empty' ends after 0 of 3 bytes", tree -> tree.file("empty", "xyz")),
                wrong("byte 3 is 74, expected 78", tree -> tree.file("a/b/c.txt", "conxent")),
                wrong("gives more than the 3 bytes", tree -> tree.file("a/b/c.txt", "con")),
                wrong("'large' byte", tree -> tree.file("large", Content.noise(200_000, 2))),
                wrong("'empty' can be read to its end", tree -> tree.failing("empty", 0, ErrorKind.DAMAGED)));
    }

    private static Arguments wrong(String message, UnaryOperator<ExpectedTree.Builder> change) {
        return Arguments.of(message, change.apply(right()).build());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void everyDifferenceIsNamed(String message, ExpectedTree tree) {
        assertThatThrownBy(() -> assertThatDrive(root).hasTree(tree))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsThereAndNotExpectedIsNamed() {
        ExpectedTree tree =
                ExpectedTree.builder().file("empty", "").directory("a").build();
        assertThatThrownBy(() -> assertThatDrive(root).hasTree(tree))
                .hasMessageContaining("unexpected: FILE 'large'")
                .hasMessageContaining("unexpected: DIRECTORY 'a/b'")
                .hasMessageContaining("unexpected: FILE 'a/b/c.txt'")
                .hasMessageContaining("3 places");
    }

    @Test
    void singleClaimsFailToo() {
        assertThatThrownBy(() -> assertThatDrive(root).hasFile("none", "x")).hasMessageContaining("is not there");
        assertThatThrownBy(() -> assertThatDrive(root).hasFile("a", "x")).hasMessageContaining("expected a FILE");
        assertThatThrownBy(() -> assertThatDrive(root).hasFile("empty", "x")).hasMessageContaining("has 0 bytes");
        assertThatThrownBy(() -> assertThatDrive(root).hasNothingAt("a")).hasMessageContaining("is there");
        assertThatThrownBy(() -> assertThatDrive(root).failsToRead("empty", ErrorKind.DAMAGED))
                .hasMessageContaining("can be read");
    }

    /** Whatever the locale is: in a C locale the text of such a path is full of question marks. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it cannot hold such names")
    void namesAreComparedAsBytes() throws Exception {
        String name = "日本 é\u0301 %41\1";
        Files.writeString(Path.of(URI.create(root.toUri() + "%E6%97%A5%E6%9C%AC%20%C3%A9%CC%81%20%2541%01")), "x");
        Files.createSymbolicLink(root.resolve("link"), Path.of("empty"));
        assertThatDrive(root)
                .hasTree(right().file(name, "x").link("link", "empty").build())
                .hasLink("link", "empty");
        assertThatThrownBy(() -> assertThatDrive(root).hasLink("link", "other")).hasMessageContaining("points to");
    }
}
