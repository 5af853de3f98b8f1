package dev.zipfs.testkit.assertion;

import dev.zipfs.Archive;
import dev.zipfs.spi.DriveView;
import java.nio.file.Path;

/**
 * Where assertions about drives begin.
 *
 * @since 0.1.0
 */
public final class DriveAssertions {
    private DriveAssertions() {}

    /**
     * Asserts about a mounted drive, through the operating system.
     *
     * @param root its top folder
     * @return an assertion
     */
    public static DriveAssert assertThatDrive(Path root) {
        return new DriveAssert(new MountedTree(root));
    }

    /**
     * Asserts about an archive opened in this process.
     *
     * @param archive the archive; stays open
     * @return an assertion
     */
    public static DriveAssert assertThatArchive(Archive archive) {
        return new DriveAssert(new ArchiveTree(archive));
    }

    /**
     * Asserts about a view as a driver sees it.
     *
     * @param view the view
     * @return an assertion
     */
    public static DriveAssert assertThatView(DriveView view) {
        return new DriveAssert(new ViewTree(view));
    }
}
