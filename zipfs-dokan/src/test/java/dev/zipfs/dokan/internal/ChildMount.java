package dev.zipfs.dokan.internal;

import dev.zipfs.MountPoint;
import dev.zipfs.dokan.DokanBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own that mounts a drive through the double, says so, and ends as it is told. */
final class ChildMount implements AutoCloseable {
    /** How the JVM ends when its input does. */
    enum End {
        /** By unmounting in a shutdown hook, as the library does. */
        HOOK,
        /** Without unmounting at all. */
        EXIT
    }

    final Process process;

    private ChildMount(Process process) {
        this.process = process;
    }

    /** Starts one and waits until it has mounted. */
    static ChildMount start(Path point, End end, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.add("--enable-native-access=ALL-UNNAMED"); // JDK 24 and later warn without it
        command.add("-D" + LibrarySearch.LIBRARY + "=" + DokanDouble.library());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMount.class.getName()));
        command.addAll(List.of(point.toString(), end.name()));
        ChildMount child = new ChildMount(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
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

    /** Ends its input; gives its exit status. */
    int end() throws Exception {
        process.getOutputStream().close();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws Exception {
        MemoryView view =
                MemoryView.windows().file("n\u00fcr-\u6f22\u5b57.txt", "named").file("f", "from the child");
        DriveMount mount = new DokanBackend().mount(view, TestDrives.request(MountPoint.directory(Path.of(args[0]))));
        if (End.valueOf(args[1]) == End.HOOK) {
            Runtime.getRuntime().addShutdownHook(new Thread(mount::unmountForcibly));
        }
        System.out.println("mounted");
        while (System.in.read() >= 0) {
            continue;
        }
        System.exit(0);
    }
}
