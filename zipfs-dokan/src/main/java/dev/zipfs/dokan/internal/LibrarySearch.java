package dev.zipfs.dokan.internal;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where Dokan's library is. Asked are, in this order: the file that the property {@value #LIBRARY} names; the directories of
 * JNA's property {@value #JNA_PATH}; on Windows the system directory, where Dokan's installer puts it. Nothing is taken from
 * the working directory or the PATH, where others may have put something.
 */
final class LibrarySearch {
    static final String LIBRARY = "zipfs.dokan.library";
    static final String JNA_PATH = "jna.library.path";

    private static final int MACHINE_OFFSET_AT = 0x3C;
    private static final int MZ = 0x5A4D;
    private static final int PE = 0x4550;

    private final Host host;
    private final List<Path> searched = new ArrayList<>();

    LibrarySearch(Host host) {
        this.host = host;
    }

    /** The library's file, or {@code null} if it is in none of the places. */
    @Nullable
    Path find() {
        String named = host.property(LIBRARY);
        if (named != null && !named.isEmpty()) {
            return existing(named);
        }
        String name = host.isWindows() ? "dokan2.dll" : System.mapLibraryName("dokan2");
        String path = host.property(JNA_PATH);
        if (path != null) {
            for (String directory : path.split(File.pathSeparator)) {
                Path found = directory.isEmpty() ? null : existing(directory, name);
                if (found != null) {
                    return found;
                }
            }
        }
        String system = systemDirectory();
        return system == null ? null : existing(system, name);
    }

    private @Nullable String systemDirectory() {
        String windows = host.isWindows() ? host.environment("SystemRoot") : null;
        return windows == null ? null : Path.of(windows, "System32").toString();
    }

    private @Nullable Path existing(String first, String... more) {
        try {
            Path file = Path.of(first, more).toAbsolutePath();
            searched.add(file);
            return Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException notOne) {
            return null;
        }
    }

    /** Where was looked so far. */
    List<Path> searched() {
        return List.copyOf(searched);
    }

    /** Whether the library of Dokan 1 is installed, whose interface is another one. */
    boolean hasDokan1() {
        String system = systemDirectory();
        return system != null && Files.isRegularFile(Path.of(system, "dokan1.dll"));
    }

    /**
     * Why a library cannot be loaded into this JVM, told by its header: loading one for another processor fails with no more
     * than a number.
     *
     * @return the reason, or {@code null} if nothing speaks against it
     */
    @Nullable
    String mismatch(Path library) {
        String wanted = processor(host.architecture());
        if (host.isWindows() && !wanted.equals("x64") && !wanted.equals("ARM64")) {
            return "this JVM is a " + host.architecture() + " one, and zipfs uses Dokan from 64-bit JVMs only";
        }
        String made = machine(library);
        return made == null || made.equals(wanted)
                ? null
                : library + " is for " + made + ", this JVM for " + wanted + "; use a JVM for " + made;
    }

    private static String processor(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64", "arm64" -> "ARM64";
            default -> architecture;
        };
    }

    /** The processor that a Windows library was built for, from its PE header ("Machine"); {@code null} if it is none. */
    static @Nullable String machine(Path library) {
        try (FileChannel file = FileChannel.open(library)) {
            ByteBuffer start = read(file, 0, MACHINE_OFFSET_AT + 4);
            if (start == null || (start.getShort(0) & 0xFFFF) != MZ) {
                return null;
            }
            ByteBuffer header = read(file, start.getInt(MACHINE_OFFSET_AT) & 0xFFFFFFFFL, 6);
            if (header == null || header.getInt(0) != PE) {
                return null;
            }
            int machine = header.getShort(4) & 0xFFFF;
            return switch (machine) {
                case 0x8664 -> "x64";
                case 0xAA64 -> "ARM64";
                case 0x014C -> "x86";
                default -> "machine 0x" + Integer.toHexString(machine);
            };
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static @Nullable ByteBuffer read(FileChannel file, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, position + bytes.position()) < 0) {
                return null;
            }
        }
        return bytes;
    }
}
