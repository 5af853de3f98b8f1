package dev.zipfs.examples.launcher;

// snippet: progress
import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveListener;
import java.io.IOException;

final class ProgressBar implements DriveListener {
    @Override
    public void decoding(String path, long decoded, long total) {
        System.out.printf("\r%s: %d %%", path, total == 0 ? 100 : decoded * 100 / total);
    }

    @Override
    public void failed(String path, IOException cause) {
        System.err.println(path + ": " + cause.getMessage());
    }

    @Override
    public void warning(ArchiveWarning warning) {
        System.err.println(warning);
    }
}
// end
