package dev.zipfs.winfsp.internal;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallContextCache;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * WinFsp as far as its FUSE layer is called by us: it keeps mount points, and calls back through the native function pointers it
 * was given, on the thread inside its loop. Whether the real one behaves so only Windows can tell.
 */
final class FakeWinFsp implements WinFsp {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final CallContext TWO_POINTERS = CallContextCache.getInstance()
            .getCallContext(Type.SINT, new Type[] {Type.POINTER, Type.POINTER}, CallingConvention.DEFAULT, false);
    private static final CallContext ONE_POINTER = CallContextCache.getInstance()
            .getCallContext(Type.POINTER, new Type[] {Type.POINTER}, CallingConvention.DEFAULT, false);

    private static final String END = "";

    /** What is mounted, and what was refused by whom: names in upper case. */
    final Set<String> mounted = ConcurrentHashMap.newKeySet();

    /** Mount points that another process takes between the preflight and the mount. */
    final Set<String> snatched = ConcurrentHashMap.newKeySet();

    final List<String> options = new ArrayList<>();
    final List<Integer> wanted = new ArrayList<>();
    final AtomicLong alive = new AtomicLong();
    Predicate<String> acceptsOptions = text -> true;
    int preflight;
    int version = 2 << 16 | 1;

    private record FileSystem(String mountPoint, long operations, LinkedBlockingQueue<String> requests) {}

    private final AtomicLong numbers = new AtomicLong(1000);
    private final Map<Long, String> channels = new ConcurrentHashMap<>();
    private final Map<Long, FileSystem> systems = new ConcurrentHashMap<>();

    private static String text(long address) {
        return new String(MEMORY.getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
    }

    /** Asks for a name as a program would: by way of every mount, for here it is not known which one it belongs to. */
    void touch(Path probe) {
        String[] parts = probe.toString().split("[/\\\\]");
        systems.values().forEach(system -> system.requests.add("/" + parts[parts.length - 1]));
    }

    @Override
    public long fuse_mount(long mountPoint, long args) {
        long channel = numbers.incrementAndGet();
        channels.put(channel, text(mountPoint));
        return channel;
    }

    @Override
    public synchronized long fuse_new(long channel, long args, long operations, long operationsSize, long userData) {
        long argv = MEMORY.getLong(args + 8);
        String list = text(MEMORY.getLong(argv + 16));
        options.add(list);
        if (MEMORY.getInt(args) != 3 || !acceptsOptions.test(list)) {
            return 0;
        }
        long number = numbers.incrementAndGet();
        systems.put(number, new FileSystem(channels.get(channel), operations, new LinkedBlockingQueue<>()));
        alive.incrementAndGet();
        return number;
    }

    @Override
    public int fuse_loop_mt(long fuse) {
        FileSystem system = systems.get(fuse);
        String name = system.mountPoint.toUpperCase();
        long memory = MEMORY.allocateMemory(1024, true);
        try {
            MEMORY.putInt(memory + 20, -1);
            long init = MEMORY.getLong(system.operations + 232);
            Invoker.getInstance().invokeN1(ONE_POINTER, init, memory);
            synchronized (this) {
                wanted.add(MEMORY.getInt(memory + 24));
            }
            if (snatched.remove(name)) {
                mounted.add(name);
                return -1;
            }
            if (!mounted.add(name)) {
                return -1;
            }
            long getattr = MEMORY.getLong(system.operations);
            for (String path = system.requests.take(); !path.equals(END); path = system.requests.take()) {
                byte[] utf8 = (path + "\0").getBytes(StandardCharsets.UTF_8);
                MEMORY.putByteArray(memory, utf8, 0, utf8.length);
                Invoker.getInstance().invokeN2(TWO_POINTERS, getattr, memory, memory + 512);
            }
            mounted.remove(name);
            return 0;
        } catch (InterruptedException stop) {
            return -1;
        } finally {
            MEMORY.freeMemory(memory);
        }
    }

    @Override
    public void fuse_exit(long fuse) {
        systems.get(fuse).requests.add(END);
    }

    @Override
    public void fuse_destroy(long fuse) {
        systems.remove(fuse);
        alive.decrementAndGet();
    }

    @Override
    public void fuse_unmount(long mountPoint, long channel) {
        channels.remove(channel);
    }

    @Override
    public int FspVersion(int[] result) {
        result[0] = version;
        return 0;
    }

    @Override
    public int FspFileSystemPreflight(byte[] device, byte[] mountPoint) {
        String name = new String(mountPoint, 0, mountPoint.length - 2, StandardCharsets.UTF_16LE);
        if (preflight != 0) {
            return preflight;
        }
        return mounted.contains(name.toUpperCase()) ? NtStatus.OBJECT_NAME_COLLISION : 0;
    }
}
