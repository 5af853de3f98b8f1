package dev.zipfs.examples.benchmarks;

import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A fresh JVM that mounts an archive until its input ends. */
final class MountChild implements AutoCloseable {
    final Path file;
    final double millisToMounted;
    private final Path point;
    private final Process process;

    /** Mounts; whoever gets it closes it. */
    MountChild(Path archive, Path point, long memoryBudget, String... jvm) throws IOException, InterruptedException {
        this.point = point;
        this.file = point.resolve(Archives.ENTRY);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvm));
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MountChild.class.getName()));
        command.addAll(List.of(archive.toString(), point.toString(), Long.toString(memoryBudget)));
        long start = System.nanoTime();
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        millisToMounted = (System.nanoTime() - start) / 1e6;
        if (!"mounted".equals(said)) {
            close();
            throw new IOException("the child did not mount " + archive + " at " + point + "; it said " + said);
        }
    }

    /** The largest resident size of the child so far, in megabytes; 0 where the system does not tell. */
    double peakMegabytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6;
            }
        }
        return 0;
    }

    /** Unmounts: in good order if that works, by force if not. */
    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            new ProcessBuilder("fusermount", "-u", "-z", point.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    /** The child: archive, mount point, memory budget in bytes. */
    public static void main(String[] args) throws Exception {
        try (MountedDrive drive = ZipDrive.builder(Path.of(args[0]))
                .mountPoint(MountPoint.directory(Path.of(args[1])))
                .memoryBudget(Long.parseLong(args[2]))
                .diskBudget(0)
                .mount()) {
            System.out.println("mounted");
            while (System.in.read() >= 0) {
                // Until whoever started it has had enough.
            }
        }
    }
}
