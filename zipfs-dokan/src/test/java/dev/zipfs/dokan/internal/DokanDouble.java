package dev.zipfs.dokan.internal;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import dev.zipfs.dokan.nativeapi.NativeMemory;
import dev.zipfs.spi.Availability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in for Dokan that is written in C ({@code src/test/native}): builds it with the machine's compiler, once, and
 * reaches the functions that it has beside Dokan's.
 */
final class DokanDouble {
    /** What {@code -Dzipfs.it.require} calls it. */
    static final String NAME = "dokan-double";

    private static final Path SOURCES = Path.of("src", "test", "native").toAbsolutePath();
    private static final Path OUTPUT = Path.of("target", "native").toAbsolutePath();

    private static @Nullable Availability built;
    private static @Nullable Functions functions;

    private DokanDouble() {}

    /** What the double has beside Dokan's exports; see control.c. */
    interface Functions extends Library {
        long double_set(String knob, long value);

        long double_get(String counter);

        String double_violation();

        void double_letters(String directory);

        void double_mounted_as(String letter);

        void double_inject(int result);

        int double_driver_gone(Pointer mountPoint);

        int DokanRemoveMountPoint(Pointer mountPoint);

        int double_open(
                Pointer mountPoint, Pointer path, int access, int disposition, int options, PointerByReference out);

        int double_is_directory(Pointer file);

        long double_context(Pointer file);

        int double_read(Pointer file, long offset, Pointer buffer, int length, int paging, IntByReference got);

        int double_information(Pointer file, Pointer out);

        int double_change(Pointer file, String what);

        int double_find(
                Pointer mountPoint, Pointer path, Pointer pattern, Pointer names, int capacity, IntByReference size);

        void double_cleanup(Pointer file);

        void double_close(Pointer file);

        int double_volume(
                Pointer mountPoint,
                Pointer label,
                Pointer system,
                LongByReference total,
                LongByReference available,
                IntByReference serial,
                IntByReference flags);

        int double_rename_probe(Pointer mountPoint, Pointer path);
    }

    /** The built library. */
    static Path library() {
        return OUTPUT.resolve("libdokan2.so");
    }

    /** The file system in C, for comparison. */
    static Path passthrough() {
        return OUTPUT.resolve("passthrough");
    }

    static synchronized Functions functions() {
        if (functions == null) {
            functions = Native.load(library().toString(), Functions.class);
        }
        return functions;
    }

    static long count(String counter) {
        return functions().double_get(counter);
    }

    /** Text of 16-bit units in native memory. */
    static Memory text(String text) {
        Memory memory = new Memory((text.length() + 1L) * Short.BYTES);
        NativeMemory.putText(Pointer.nativeValue(memory), text, text.length() + 1);
        return memory;
    }

    /** Builds what has changed. Gives why it cannot be built where a tool is missing; a mistake in the sources throws. */
    static synchronized Availability build() {
        if (built == null) {
            try {
                built = make();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            }
        }
        return built;
    }

    private static Availability make() throws IOException, InterruptedException {
        String advice = "apt install gcc libc6-dev pkg-config libfuse3-dev fuse3";
        if (!System.getProperty("os.name").equals("Linux")) {
            return Availability.unavailable("the double needs Linux", "");
        }
        if (!Files.exists(Path.of("/dev/fuse"))) {
            return Availability.unavailable("/dev/fuse does not exist", "modprobe fuse");
        }
        String missing = missingTool(List.of("gcc", "--version"), List.of("pkg-config", "--exists", "fuse3"));
        if (missing != null) {
            return Availability.unavailable(missing, advice);
        }
        Files.createDirectories(OUTPUT);
        if (isUpToDate()) {
            return Availability.available("built before");
        }
        List<String> flags = new ArrayList<>(
                List.of("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-fvisibility=hidden"));
        flags.addAll(words(run(List.of("pkg-config", "--cflags", "fuse3"))));
        List<String> shared = new ArrayList<>(flags);
        shared.addAll(List.of("-shared", "-o", library().toString()));
        for (String source : List.of("names", "requests", "kernel", "mounting", "instance", "control", "abi_check")) {
            shared.add(SOURCES.resolve(source + ".c").toString());
        }
        shared.addAll(words(run(List.of("pkg-config", "--libs", "fuse3"))));
        shared.add("-lpthread");
        run(shared);
        List<String> program = new ArrayList<>(flags);
        program.addAll(List.of(
                "-o",
                passthrough().toString(),
                SOURCES.resolve("passthrough.c").toString(),
                "-L" + OUTPUT,
                "-ldokan2",
                "-Wl,-rpath,$ORIGIN"));
        run(program);
        return Availability.available("built now");
    }

    private static boolean isUpToDate() throws IOException {
        if (!Files.exists(library()) || !Files.exists(passthrough())) {
            return false;
        }
        long made = Files.getLastModifiedTime(passthrough()).toMillis();
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.toList()) {
                if (Files.getLastModifiedTime(source).toMillis() >= made) {
                    return false;
                }
            }
        }
        return true;
    }

    @SafeVarargs
    private static @Nullable String missingTool(List<String>... commands) throws InterruptedException {
        for (List<String> command : commands) {
            try {
                run(command);
            } catch (IOException failure) {
                return String.join(" ", command) + ": " + failure.getMessage();
            }
        }
        return null;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " failed:\n" + output);
        }
        return output;
    }
}
