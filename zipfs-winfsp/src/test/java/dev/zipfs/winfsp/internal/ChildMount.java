package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.testkit.fake.MemoryView;
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
    private final BufferedReader output;

    private ChildMount(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts one and waits until it has mounted. */
    static ChildMount start(Path point, Map<String, String> environment, String... jvmOptions) throws IOException {
        ChildMount child = prepare(point, environment, jvmOptions);
        String said = child.go();
        if (!"mounted".equals(said)) {
            child.process.destroyForcibly();
            throw new IOException("the child said " + said);
        }
        return child;
    }

    /** Starts one and waits until it could mount. */
    static ChildMount prepare(Path point, Map<String, String> environment, String... jvmOptions) throws IOException {
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
        if (!"ready".equals(child.output.readLine())) {
            child.process.destroyForcibly();
            throw new IOException("the child is not ready");
        }
        return child;
    }

    /** Lets it mount. Gives {@code mounted}, or the reason why it has not. */
    String go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return String.valueOf(output.readLine());
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
        MemoryView view = MemoryView.posix()
                .file("f", "from the child")
                .file(NAME, "named")
                .link("link", NAME);
        LibfuseBackend backend = new LibfuseBackend();
        backend.availability();
        System.out.println("ready");
        System.in.read();
        try {
            DriveMount mount = backend.mount(view, TestMounts.request(MountPoint.directory(Path.of(args[0]))));
            Runtime.getRuntime().addShutdownHook(new Thread(mount::unmountForcibly));
            System.out.println("mounted");
        } catch (MountException refused) {
            System.out.println(refused.reason());
        }
        while (System.in.read() >= 0) {
            continue;
        }
    }
}
