package consumer.modular;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** What a modular program does with zipfs. */
final class Host {
    private Host() {}

    static String read(Path archive, String entry) throws IOException {
        try (Archive open = ZipDrive.open(archive)) {
            return new String(open.entry(entry).openStream().readAllBytes());
        }
    }

    static Set<String> drivers() {
        return ZipDrive.drivers().keySet();
    }
}
