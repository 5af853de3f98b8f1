package dev.zipfs.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The README shows code that compiles: each Java block follows a comment {@code <!-- snippet: FILE#NAME -->} and equals the
 * lines between {@code // snippet: NAME} and {@code // end} of that file.
 */
class ReadmeTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- snippet: (\\S+)#(\\S+) -->\n)?```java\n(.*?)```\n", Pattern.DOTALL);

    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);
    private static final Pattern REGION = Pattern.compile("// snippet: \\S+\n(.*?)// end", Pattern.DOTALL);

    @Test
    void everyJavaBlockIsARegionOfACompiledFile() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        List<String> compared = new ArrayList<>();
        Matcher block = BLOCK.matcher(readme);
        while (block.find()) {
            assertThat(block.group(1))
                    .as("the comment before\n%s", block.group(3))
                    .isNotNull();
            Path file = ROOT.resolve(block.group(1));
            assertThat(block.group(3))
                    .as("%s#%s", file, block.group(2))
                    .isEqualTo(region(Files.readString(file), block.group(2)));
            compared.add(block.group(2));
        }
        assertThat(compared).contains("launch", "in-process");
    }

    @Test
    void everyBlockOfJavadocAndOfTheExamplesReadmesIsARegionToo() throws IOException {
        List<String> regions = new ArrayList<>();
        for (Path file : files("examples", ".java")) {
            Matcher region = REGION.matcher(Files.readString(file));
            while (region.find()) {
                regions.add(withoutSpace(region.group(1)));
            }
        }
        List<String> blocks = new ArrayList<>();
        for (String module : List.of("zipfs-api", "zipfs-winfsp", "zipfs-dokan", "zipfs-testkit")) {
            for (Path file : files(module + "/src/main", ".java")) {
                Matcher block = JAVADOC.matcher(Files.readString(file));
                while (block.find()) {
                    blocks.add(block.group(1).replaceAll("(?m)^ *\\* ?", ""));
                }
            }
        }
        for (Path file : files("examples", "README.md")) {
            Matcher block = BLOCK.matcher(Files.readString(file));
            while (block.find()) {
                blocks.add(block.group(3));
            }
        }
        assertThat(blocks)
                .isNotEmpty()
                .allSatisfy(block ->
                        assertThat(regions).as(block).anyMatch(region -> region.contains(withoutSpace(block))));
    }

    /** A Javadoc line is shorter than a line of code, so only the words are compared. */
    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<Path> files(String folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file ->
                            file.toString().endsWith(suffix) && !file.toString().contains("target"))
                    .toList();
        }
    }

    @Test
    void theDependencySnippetNamesTheVersionThatIsBuilt() throws IOException {
        Matcher version = Pattern.compile("<artifactId>zipfs-parent</artifactId>\\s*<version>([^<-]+)")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(Files.readString(ROOT.resolve("README.md")))
                .contains("<groupId>dev.zipfs</groupId>")
                .contains("<version>" + version.group(1) + "</version>");
    }

    private static String region(String source, String name) {
        String begin = "// snippet: " + name + "\n";
        int start = source.indexOf(begin);
        assertThat(start).as(begin).isNotNegative();
        int end = source.indexOf("// end", start);
        assertThat(end).as("the end of " + name).isNotNegative();
        String indented = source.substring(start + begin.length(), source.lastIndexOf('\n', end) + 1);
        // A line break at the end would count as a line without indentation.
        return indented.stripTrailing().stripIndent().replaceFirst("^\n+", "") + "\n";
    }
}
