package dev.zipfs.winfsp.internal;

import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.winfsp.LibfuseBackend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM of its own that mounts a drive, says so, and ends it when its input ends. */
final class ChildMount implements AutoCloseable {
    /** Characters of one to four bytes, and one that is two when decomposed. */
    static final String NAME = "n\u00fcr-\u6f22\u5b57-\ud83d\ude80-e\u0301.txt";

    final Process process;

    private ChildMount(Process process) {
        this.process = process;
    }

    /** Starts one and waits until it has mounted. */
    static ChildMount start(Path point, Map<String, String> environment, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What this JVM may do to native memory, the child may too.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMount.class.getName()));
        command.add(point.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        ChildMount child = new ChildMount(builder.start());
        String said = new BufferedReader(
                        new InputStreamReader(child.process.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        if (!"mounted".equals(said)) {
            child.process.destroyForcibly();
            throw new IOException("the child said " + said);
        }
        return child;
    }

    /** As {@code kill -9} does it: no hook runs. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Kills whatever watches over it too, so that the mount stays behind, dead. */
    void killWithWatcher() throws InterruptedException {
        // Not awaited: nobody will reap it before its parent is gone. It runs no instruction any more.
        process.children().forEach(ProcessHandle::destroyForcibly);
        kill();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }

    public static void main(String[] args) throws Exception {
        MemoryView view =
                new MemoryView().file("f", "from the child").file(NAME, "named").link("link", NAME);
        DriveMount mount = new LibfuseBackend().mount(view, TestMounts.request(MountPoint.directory(Path.of(args[0]))));
        Runtime.getRuntime().addShutdownHook(new Thread(mount::unmountForcibly));
        System.out.println("mounted");
        while (System.in.read() >= 0) {
            continue;
        }
    }
}
