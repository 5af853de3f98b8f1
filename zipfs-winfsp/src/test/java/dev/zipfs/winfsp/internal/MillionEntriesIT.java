package dev.zipfs.winfsp.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An archive of a million entries, mounted by a JVM with a heap of 256 MiB and walked through the kernel. */
@ExtendWith(RequireLibfuse.class)
class MillionEntriesIT {
    private static final int ENTRIES = 1_000_000;
    private static final int PER_FOLDER = 1000;
    private static final int LOCAL_HEADER = 30;
    private static final int CENTRAL_HEADER = 46;

    @TempDir
    Path directory;

    @Test
    @Timeout(180)
    void isWalkedWithAHeapOf256Mebibytes() throws Exception {
        Path archive = directory.resolve("million.zip");
        write(archive);
        Path point = Files.createDirectory(directory.resolve("mnt"));
        Process child = start(archive, point);
        try (BufferedReader said = new BufferedReader(new InputStreamReader(child.getInputStream(), US_ASCII))) {
            assertThat(said.readLine()).isEqualTo("mounted " + ENTRIES);

            assertThat(count(point)).isEqualTo(1 + ENTRIES / PER_FOLDER + ENTRIES);

            child.getOutputStream().close();
            assertThat(said.readLine()).isEqualTo("unmounted");
            assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isZero();
        } finally {
            child.destroyForcibly();
        }
    }

    private static Process start(Path archive, Path point) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(MillionEntriesIT.class.getName(), archive.toString(), point.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static int count(Path point) throws IOException {
        Process find = new ProcessBuilder("sh", "-c", "find . | wc -l")
                .directory(point.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return Integer.parseInt(new String(find.getInputStream().readAllBytes(), US_ASCII).strip());
    }

    /** What the child does. */
    public static void main(String[] args) throws Exception {
        try (MountedDrive drive = ZipDrive.builder(Path.of(args[0]))
                .backend("libfuse")
                .mountPoint(MountPoint.directory(Path.of(args[1])))
                .mount()) {
            System.out.println("mounted " + drive.entryCount());
            while (System.in.read() >= 0) {
                // Until the parent has seen enough.
            }
        }
        System.out.println("unmounted");
    }

    /** Written by hand, since a model of a million entries would take longer than all the rest. */
    private static void write(Path archive) throws IOException {
        ByteBuffer directoryBytes =
                ByteBuffer.allocate(ENTRIES * (CENTRAL_HEADER + name(0).length)).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer header = ByteBuffer.allocate(LOCAL_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 20)) {
            int offset = 0;
            for (int i = 0; i < ENTRIES; i++) {
                byte[] name = name(i);
                header.clear().putInt(0x04034B50).putShort((short) 10).position(26);
                header.putShort((short) name.length);
                out.write(header.array());
                out.write(name);
                int start = directoryBytes.position();
                directoryBytes.putInt(0x02014B50).putInt(0x000A_000A).position(start + 28);
                directoryBytes.putShort((short) name.length).position(start + 42);
                directoryBytes.putInt(offset).put(name);
                offset += LOCAL_HEADER + name.length;
            }
            out.write(directoryBytes.array());
            long end = (long) offset + directoryBytes.capacity();
            out.write(end(directoryBytes.capacity(), offset, end));
        }
    }

    private static byte[] name(int number) {
        int folder = 1000 + number / PER_FOLDER;
        return ("f" + folder + "/n" + (10_000_000 + number)).getBytes(US_ASCII);
    }

    /** The ZIP64 end record, its locator, and the end record that leaves the number of entries to it. */
    private static byte[] end(int directorySize, int directoryOffset, long position) {
        ByteBuffer end = ByteBuffer.allocate(56 + 20 + 22).order(ByteOrder.LITTLE_ENDIAN);
        end.putInt(0x06064B50)
                .putLong(44)
                .putShort((short) 45)
                .putShort((short) 45)
                .putLong(0);
        end.putLong(ENTRIES).putLong(ENTRIES).putLong(directorySize).putLong(directoryOffset);
        end.putInt(0x07064B50).putInt(0).putLong(position).putInt(1);
        end.putInt(0x06054B50).putInt(0).putShort((short) -1).putShort((short) -1);
        end.putInt(directorySize).putInt(directoryOffset).putShort((short) 0);
        return end.array();
    }
}
