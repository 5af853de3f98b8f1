package dev.zipfs.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.NameRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CorpusTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Corpus.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"B01_LARGE_DEFLATED", "B02_LARGE_STORED"})
    void everyRecipeGivesTheSameBytesAndATree(Corpus archive) throws Exception {
        Path first = directory.resolve("first.zip");
        archive.write(first);
        Path second = directory.resolve("second.zip");
        archive.write(second);

        assertThat(Files.mismatch(first, second)).isEqualTo(-1);
        for (NameRules rules : NameRules.values()) {
            assertThat(archive.expected(rules).byPath()).isNotEmpty();
        }
    }

    /** The figures that stand in the catalogue. */
    @Test
    void descriptorSizesAreThoseOfTheRecipe() throws Exception {
        Path file = directory.resolve("b12.zip");
        Corpus.B12_DESCRIPTORS.write(file);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.getEntry("d1.txt").getSize()).isEqualTo(600);
            assertThat(zip.getEntry("d2.txt").getSize()).isEqualTo(700);
            assertThat(zip.getEntry("s.txt").getSize()).isEqualTo(23);
        }
    }
}
