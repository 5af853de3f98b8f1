package dev.zipfs.spi;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel says is mounted in this process's view of the file system. Read from {@code /proc/self/mountinfo}, whose
 * form is described in {@code proc_pid_mountinfo(5)}; empty where there is no such file. Asking touches no mounted file
 * system, so that a dead or hanging one cannot block the answer. Stateless and thread-safe.
 *
 * @since 0.1.0
 */
public final class MountTable {
    private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");

    private MountTable() {}

    /**
     * One mount.
     *
     * @param id the number that no other mount has while this one exists
     * @param device the file system's device number, as {@code major:minor}
     * @param mountPoint where it is mounted, as the kernel writes it
     * @param type the file system's type, for example {@code "fuse.zipfs"}
     * @param source what it was mounted from
     */
    public record Entry(int id, String device, String mountPoint, String type, String source) {}

    /**
     * What is mounted at a directory.
     *
     * @param directory an absolute path without symbolic links
     * @return the mounts, the one that programs see last; empty where nothing is mounted, or the table cannot be read
     */
    public static List<Entry> at(Path directory) {
        String wanted = directory.toString();
        List<Entry> found = new ArrayList<>();
        for (Entry entry : all()) {
            if (entry.mountPoint().equals(wanted)) {
                found.add(entry);
            }
        }
        return List.copyOf(found);
    }

    /**
     * Everything that is mounted.
     *
     * @return the mounts in the table's order; empty where the table cannot be read
     */
    public static List<Entry> all() {
        try {
            // Bytes rather than lines of text: names are in no particular encoding. File names come out of the JDK
            // decoded
            // by the platform's charset, so the same charset must decode these.
            return parse(Files.readAllBytes(MOUNTINFO));
        } catch (IOException noTable) {
            return List.of();
        }
    }

    static List<Entry> parse(byte[] mountinfo) {
        List<Entry> entries = new ArrayList<>();
        for (String line : new String(mountinfo, StandardCharsets.ISO_8859_1).split("\n")) {
            // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
            int separator = line.indexOf(" - ");
            if (separator < 0) {
                continue;
            }
            String[] before = line.substring(0, separator).split(" ");
            String[] after = line.substring(separator + 3).split(" ");
            if (before.length >= 5 && after.length >= 2 && before[0].matches("[0-9]{1,9}")) {
                entries.add(new Entry(
                        Integer.parseInt(before[0]),
                        before[2],
                        unescape(before[4]),
                        unescape(after[0]),
                        unescape(after[1])));
            }
        }
        return entries;
    }

    /** Space, tab, newline and backslash are written as a backslash and three octal digits. */
    private static String unescape(String latin1) {
        byte[] bytes = new byte[latin1.length()];
        int length = 0;
        for (int i = 0; i < latin1.length(); i++) {
            char c = latin1.charAt(i);
            if (c == '\\'
                    && i + 3 < latin1.length()
                    && latin1.substring(i + 1, i + 4).matches("[0-3][0-7]{2}")) {
                bytes[length++] = (byte) Integer.parseInt(latin1.substring(i + 1, i + 4), 8);
                i += 3;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        return new String(bytes, 0, length, pathCharset());
    }

    private static Charset pathCharset() {
        String name = System.getProperty("sun.jnu.encoding", "UTF-8");
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
