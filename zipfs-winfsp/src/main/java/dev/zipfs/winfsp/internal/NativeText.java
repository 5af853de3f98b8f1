package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * C strings, and a {@code struct fuse_args} of them, in native memory that {@link #close()} frees. Not thread-safe.
 */
final class NativeText implements AutoCloseable {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    private final List<Long> blocks = new ArrayList<>();

    long add(byte[] text) {
        byte[] terminated = terminated(text);
        long address = block(terminated.length);
        MEMORY.putByteArray(address, terminated, 0, terminated.length);
        return address;
    }

    /** {@code struct fuse_args { int argc; char **argv; int allocated; }}. */
    long addArguments(String... arguments) {
        byte[][] utf8 = new byte[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            utf8[i] = arguments[i].getBytes(StandardCharsets.UTF_8);
        }
        long argv = addArray(utf8);
        long args = block(24);
        MEMORY.putInt(args, arguments.length);
        MEMORY.putLong(args + 8, argv);
        return args;
    }

    /** A {@code char *[]} that ends with a null. */
    long addArray(byte[]... texts) {
        long array = block((texts.length + 1) * 8);
        for (int i = 0; i < texts.length; i++) {
            MEMORY.putLong(array + 8L * i, add(texts[i]));
        }
        return array;
    }

    /** Memory that is zero. */
    long block(int size) {
        long address = MEMORY.allocateMemory(size, true);
        blocks.add(address);
        return address;
    }

    static byte[] terminated(byte[] text) {
        return Arrays.copyOf(text, text.length + 1);
    }

    /** A path as the bytes that the system knows it by: the JDK translates them by a charset of its own. */
    static byte[] bytes(Path path) {
        return path.toString().getBytes(pathCharset());
    }

    private static Charset pathCharset() {
        try {
            return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }

    @Override
    public void close() {
        blocks.forEach(MEMORY::freeMemory);
        blocks.clear();
    }
}
