package dev.zipfs.winfsp.internal;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatDrive;

import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.codec.Codec;
import dev.zipfs.testkit.codec.Codecs;
import dev.zipfs.testkit.generate.ArchiveArbitraries;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.winfsp.LibfuseBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.opentest4j.TestAbortedException;

/** Generated archives of hundreds of entries of every method through the real kernel: every byte that was put in, and nothing else. */
class RandomArchiveIT {
    @Provide
    Arbitrary<ArchiveModel> many() {
        return ArchiveArbitraries.many(20_000, "pw", Codecs.all().toArray(Codec[]::new));
    }

    @Property(tries = 2, seed = "11", shrinking = ShrinkingMode.OFF)
    void drivesShowWhatWasPutIn(@ForAll("many") ArchiveModel model) throws IOException {
        try {
            RequiredDrivers.assume("libfuse", new LibfuseBackend().availability());
        } catch (TestAbortedException noDriver) {
            // To jqwik that would be a sample to be replaced by others, and a failure when all are. Where the driver is
            // required, as
            // in CI, what is thrown is no such exception and the test fails.
            return;
        }
        Path directory = Files.createTempDirectory("random");
        Path archive = directory.resolve("x.zip");
        try {
            model.write(archive);
            try (MountedDrive drive = ZipDrive.builder(archive)
                    .password(PasswordProvider.of("pw".toCharArray()))
                    .mountPoint(MountPoint.directory(directory.resolve("drive")))
                    .mount()) {
                assertThatDrive(drive.root()).hasTree(ExpectedTree.of(model));
            }
        } finally {
            Files.deleteIfExists(archive);
            Files.delete(directory);
        }
    }
}
