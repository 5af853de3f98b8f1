package dev.zipfs.examples.cli;

import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.Arguments;
import dev.zipfs.examples.console.Streams;
import java.util.Set;

/** Entry point of the command line tool. */
public final class Main {
    private static final Set<String> NEED_DRIVERS = Set.of("mount", "bench", "drivers");
    private static final String JFFI_WITHOUT_UNSAFE = "jffi.unsafe.disabled";

    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        if (args.length > 0 && NEED_DRIVERS.contains(args[0])) {
            silenceNativeMemoryWarning();
            warmUp();
        }
        Streams streams = Streams.ofProcess("zipdrive");
        System.exit(Cli.run(streams, Arguments.asTyped(args)));
    }

    /**
     * From JDK 24 on, the way in which jffi reaches native memory by default makes the JVM print four lines of warning. The other way,
     * through JNI, costs a drive nothing that can be measured: content does not pass through it.
     */
    private static void silenceNativeMemoryWarning() {
        if (Runtime.version().feature() >= 24 && System.getProperty(JFFI_WITHOUT_UNSAFE) == null) {
            System.setProperty(JFFI_WITHOUT_UNSAFE, "true");
        }
    }

    /** Loading a driver takes longer than reading the command line and the archive; so it begins beside them. */
    private static void warmUp() {
        Thread thread = new Thread(ZipDrive::drivers, "driver-warm-up");
        thread.setDaemon(true);
        thread.start();
    }
}
