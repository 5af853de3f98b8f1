package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FlightRecorderTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    static Path directory;

    @Test
    void recordingShowsDecodesMissesAndEvictions() throws IOException {
        Path file = directory.resolve("cache.jfr");
        CacheFixture fixture;
        try (Recording recording = new Recording()) {
            recording.enable("dev.zipfs.Decode");
            recording.enable("dev.zipfs.CacheMiss");
            recording.enable("dev.zipfs.CacheEviction");
            recording.start();
            fixture = use(directory);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(named(events, "dev.zipfs.Decode")).hasSize(8).allSatisfy(event -> {
            assertThat(event.getString("path")).isEqualTo("e0");
            assertThat(event.getInt("bytes")).isEqualTo(BLOCK);
        });
        assertThat(named(events, "dev.zipfs.CacheMiss"))
                .singleElement()
                .satisfies(event -> assertThat(event.getLong("position")).isEqualTo(7 * BLOCK));
        assertThat(named(events, "dev.zipfs.CacheEviction")).hasSize(6);
        assertThat(fixture.count(Metric.EVICTIONS)).isEqualTo(6);
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private static CacheFixture use(Path directory) throws IOException {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.memory = 2 * BLOCK;
        FakeReader.Entry entry = FakeReader.Entry.sequential(8 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            if (!java.util.Arrays.equals(CacheFixture.read(file, 7 * BLOCK, 10), entry.bytes(7 * BLOCK, 10))) {
                throw new IOException("wrong bytes");
            }
        }
        return fixture;
    }

    @Test
    void cacheWorksWhereThereIsNoRecorder() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "--limit-modules",
                        "java.base",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutRecorder.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains("NoEvents");
        assertThat(process.exitValue()).as(output).isZero();
    }

    /** What runs in a JVM without {@code jdk.jfr}. */
    static final class WithoutRecorder {
        public static void main(String[] args) throws IOException {
            System.out.println(CacheEvents.create().getClass().getSimpleName());
            use(Path.of(args[0]));
        }
    }
}
