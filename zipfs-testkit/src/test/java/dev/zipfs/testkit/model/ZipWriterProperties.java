package dev.zipfs.testkit.model;

import dev.zipfs.testkit.generate.ArchiveArbitraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What we call sane is sane to others. */
class ZipWriterProperties {
    private static Path file;

    @BeforeContainer
    static void makeFile() throws IOException {
        file = Files.createTempFile("sane", ".zip");
    }

    @AfterContainer
    static void removeFile() throws IOException {
        Files.deleteIfExists(file);
    }

    @Provide
    Arbitrary<ArchiveModel> sane() {
        return ArchiveArbitraries.sane(100_000);
    }

    @Property(tries = 60, seed = "1", shrinking = ShrinkingMode.BOUNDED)
    void otherReadersReadSaneArchives(@ForAll("sane") ArchiveModel model) throws IOException {
        // Neither finds ZIP64 records behind a prefix that is not counted.
        Assume.that(model.prefix().isCounted());
        model.write(file);
        Oracles.assertJdkReads(file, model);
        Oracles.assertCompressReads(file, model);
    }
}
