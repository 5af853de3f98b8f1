package dev.zipfs.winfsp.internal;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where WinFsp's DLL may be: where the system property {@value #PROPERTY} says, where its installer has written it into the
 * registry, or in the program folders. Paths are text here, so that this can be tested on any system.
 */
final class WinFspLocation {
    /** Names the DLL itself. */
    static final String PROPERTY = "zipfs.winfsp.dll";

    /** The installer is a 32-bit program. */
    private static final List<String> KEYS = List.of("HKLM\\SOFTWARE\\WOW6432Node\\WinFsp", "HKLM\\SOFTWARE\\WinFsp");

    private static final Pattern INSTALL_DIR = Pattern.compile("\\s*InstallDir\\s+REG_\\w+\\s+(.+?)\\s*");
    private static final long REGISTRY_SECONDS = 3;

    private final String architecture;
    private final @Nullable String property;
    private final Function<String, @Nullable String> environment;
    private final Function<String, String> registry;

    /**
     * Prepares to look.
     *
     * @param architecture {@code os.arch}
     * @param property the value of {@value #PROPERTY}
     * @param environment gives an environment variable
     * @param registry gives what {@code reg query KEY /v InstallDir} prints
     */
    WinFspLocation(
            String architecture,
            @Nullable String property,
            Function<String, @Nullable String> environment,
            Function<String, String> registry) {
        this.architecture = architecture;
        this.property = property;
        this.environment = environment;
        this.registry = registry;
    }

    /** For this machine. */
    static WinFspLocation here() {
        return new WinFspLocation(
                System.getProperty("os.arch", ""),
                System.getProperty(PROPERTY),
                System::getenv,
                WinFspLocation::queryRegistry);
    }

    /** The DLL for a JVM of this architecture, which need not be the machine's. */
    String fileName() {
        String arch = architecture.toLowerCase(Locale.ROOT);
        if (arch.equals("aarch64") || arch.equals("arm64")) {
            return "winfsp-a64.dll";
        }
        return arch.equals("x86") || arch.equals("i386") ? "winfsp-x86.dll" : "winfsp-x64.dll";
    }

    /** Where to look, in this order. */
    List<String> candidates() {
        if (property != null && !property.isBlank()) {
            return List.of(property); // who names one wants that one and no other
        }
        List<String> folders = new ArrayList<>();
        for (String key : KEYS) {
            installDirectory(registry.apply(key)).ifPresent(folders::add);
        }
        for (String variable : List.of("ProgramFiles(x86)", "ProgramFiles", "ProgramW6432")) {
            String programs = environment.apply(variable);
            if (programs != null && !programs.isBlank()) {
                folders.add(programs + "\\WinFsp");
            }
        }
        return folders.stream()
                .map(folder -> (folder.endsWith("\\") ? folder : folder + "\\") + "bin\\" + fileName())
                .distinct()
                .toList();
    }

    /** The first candidate that is there. */
    Optional<String> find(Predicate<String> exists) {
        return candidates().stream().filter(exists).findFirst();
    }

    static boolean exists(String file) {
        try {
            return Files.isRegularFile(Path.of(file));
        } catch (InvalidPathException garbage) {
            return false; // the registry and the environment may hold anything
        }
    }

    /** Finds the value in what {@code reg query} prints. */
    static Optional<String> installDirectory(String printed) {
        return printed.lines()
                .map(INSTALL_DIR::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst();
    }

    private static String queryRegistry(String key) {
        String system = System.getenv("SystemRoot");
        // By its absolute path: a program of that name in the working directory must not be run.
        String program = (system == null ? "C:\\Windows" : system) + "\\System32\\reg.exe";
        try {
            Process process = new ProcessBuilder(program, "query", key, "/v", "InstallDir")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(REGISTRY_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            return new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        } catch (IOException unavailable) {
            return "";
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
