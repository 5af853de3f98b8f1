package dev.zipfs.winfsp.internal;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallContextCache;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * The native edge: a {@code struct fuse_operations} whose callbacks translate between native memory and {@link FuseOperations}.
 * Everything that knows jnr is here, in {@link FuseCallbacks}, {@link FuseLayout} and the libraries' interfaces.
 *
 * <p>Each callback ends in a catch of everything: an exception that leaves one would return 0, which means success. Callbacks
 * that a read-only drive has no answer to are left out, so that the kernel does not ask again: {@code flush}, {@code fsync},
 * {@code access} (the kernel checks permissions itself), {@code opendir}, and the extended attributes.
 *
 * <p>Must be strongly reachable as long as native code may call: jnr keeps callbacks by weak references.
 */
public final class FuseAdapter {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final Invoker INVOKER = Invoker.getInstance();
    /** {@code int fuse_fill_dir_t(void *buffer, const char *name, const struct stat *stat, off_t next)}. */
    private static final CallContext FILL = CallContextCache.getInstance()
            .getCallContext(
                    Type.SINT,
                    new Type[] {Type.POINTER, Type.POINTER, Type.POINTER, Type.SINT64},
                    CallingConvention.DEFAULT,
                    false);

    /** Where {@code want} lies in {@code struct fuse_conn_info}, after six other 32-bit numbers. */
    static final int CONNECTION_WANT = 24;

    private static final int KEEP_CACHE = 1 << 1;

    private final FuseOperations operations;
    private final Errnos errnos;
    private final FuseLayout layout;
    private final FuseStructs structs;
    private final int want;
    private final CountDownLatch initialized = new CountDownLatch(1);
    private final List<Object> callbacks = new ArrayList<>();
    private final ThreadLocal<Scratch> scratch;
    private final Pointer table;

    /**
     * Who owns the files.
     *
     * @param uid the user, -1 where the driver fills it in
     * @param gid the group, as for the user
     */
    public record Owner(int uid, int gid) {}

    /**
     * Makes the callbacks.
     *
     * @param wanted capability bits to ask for in {@code init}
     */
    public FuseAdapter(Runtime runtime, FuseOperations operations, Errnos errnos, Owner owner, int wanted) {
        this.operations = operations;
        this.errnos = errnos;
        this.layout = new FuseLayout(runtime);
        this.structs = new FuseStructs(layout, operations, owner);
        this.want = wanted;
        this.scratch = ThreadLocal.withInitial(() -> new Scratch(layout));
        this.table = runtime.getMemoryManager().allocateDirect(layout.operationsSize, true);
        register(runtime);
    }

    /** Makes the classes of all callbacks, which takes the longest part of a first mount. */
    static void prepare(Runtime runtime) {
        FuseCallbacks.Refuse refuse = () -> -Errnos.EROFS;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.Refuse.class, refuse);
        FuseCallbacks.Init init = connection -> 0;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.Init.class, init);
        FuseCallbacks.OnPath onPath = (path, structure) -> -Errnos.EIO;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.OnPath.class, onPath);
        FuseCallbacks.Read read = (path, buffer, size, position, info) -> -Errnos.EIO;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.Read.class, read);
        FuseCallbacks.ReadDirectory list = (path, buffer, filler, offset, info) -> -Errnos.EIO;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.ReadDirectory.class, list);
        FuseCallbacks.ReadLink link = (path, buffer, size) -> -Errnos.EIO;
        runtime.getClosureManager().getClosurePointer(FuseCallbacks.ReadLink.class, link);
    }

    /** The address of the {@code struct fuse_operations}. */
    public long table() {
        return table.address();
    }

    public long tableSize() {
        return layout.operationsSize;
    }

    /** Comes down when the driver has called {@code init}. */
    public CountDownLatch initialized() {
        return initialized;
    }

    private void register(Runtime runtime) {
        ru.serce.jnrfuse.struct.FuseOperations slots = layout.operations;
        set(runtime, slots.init.offset(), FuseCallbacks.Init.class, this::init);
        set(runtime, slots.getattr.offset(), FuseCallbacks.OnPath.class, this::getattr);
        set(runtime, slots.statfs.offset(), FuseCallbacks.OnPath.class, this::statfs);
        set(runtime, slots.open.offset(), FuseCallbacks.OnPath.class, this::open);
        set(runtime, slots.read.offset(), FuseCallbacks.Read.class, this::read);
        set(runtime, slots.release.offset(), FuseCallbacks.OnPath.class, this::release);
        set(runtime, slots.readdir.offset(), FuseCallbacks.ReadDirectory.class, this::readdir);
        if (errnos != Errnos.WINDOWS) {
            // WinFsp has getdir where jnr-fuse has readlink. Views for Windows hold no links.
            set(runtime, slots.readlink.offset(), FuseCallbacks.ReadLink.class, this::readlink);
        }
        FuseCallbacks.Refuse refuse = () -> -Errnos.EROFS;
        long[] changing = {
            slots.mknod.offset(),
            slots.mkdir.offset(),
            slots.unlink.offset(),
            slots.rmdir.offset(),
            slots.symlink.offset(),
            slots.rename.offset(),
            slots.link.offset(),
            slots.chmod.offset(),
            slots.chown.offset(),
            slots.truncate.offset(),
            slots.write.offset(),
            slots.setxattr.offset(),
            slots.removexattr.offset(),
            slots.create.offset(),
            slots.ftruncate.offset(),
            slots.utimens.offset(),
            slots.fallocate.offset()
        };
        for (long slot : changing) {
            set(runtime, slot, FuseCallbacks.Refuse.class, refuse);
        }
    }

    private <T> void set(Runtime runtime, long slot, Class<T> shape, T callback) {
        callbacks.add(callback);
        table.putPointer(slot, runtime.getClosureManager().getClosurePointer(shape, callback));
    }

    private long init(long connection) {
        try {
            if (want != 0) {
                long wanted = connection + CONNECTION_WANT;
                MEMORY.putInt(wanted, MEMORY.getInt(wanted) | want);
            }
            initialized.countDown();
        } catch (Throwable failure) {
            operations.failed("init", failure);
        }
        return 0;
    }

    private int getattr(long path, long stat) {
        try {
            Scratch mine = scratch.get();
            int length = mine.readPath(path);
            if (length < 0) {
                return -errnos.nameTooLong();
            }
            int node = operations.lookup(mine.path, length);
            if (node < 0) {
                return node;
            }
            structs.writeStat(stat, node);
            return 0;
        } catch (Throwable failure) {
            return operations.failed("getattr", failure);
        }
    }

    private int open(long path, long info) {
        try {
            Scratch mine = scratch.get();
            int length = mine.readPath(path);
            if (length < 0) {
                return -errnos.nameTooLong();
            }
            long handle = operations.open(mine.path, length, MEMORY.getInt(info + layout.infoFlags));
            if (handle < 0) {
                return (int) handle;
            }
            MEMORY.putLong(info + layout.infoHandle, handle);
            // The archive does not change while it is mounted: what the kernel has cached stays right.
            long bits = info + layout.infoBits;
            MEMORY.putInt(bits, MEMORY.getInt(bits) | KEEP_CACHE);
            return 0;
        } catch (Throwable failure) {
            return operations.failed("open", failure);
        }
    }

    /** On Linux {@link DirectReads} comes first. */
    private int read(long path, long buffer, long size, long position, long info) {
        try {
            if (position < 0 || size < 0 || size > Integer.MAX_VALUE) {
                return -Errnos.EINVAL;
            }
            ByteBuffer dst = scratch.get().over(buffer, (int) size);
            return operations.read(MEMORY.getLong(info + layout.infoHandle), position, dst);
        } catch (Throwable failure) {
            return operations.failed("read", failure);
        }
    }

    private int release(long path, long info) {
        try {
            return operations.release(MEMORY.getLong(info + layout.infoHandle));
        } catch (Throwable failure) {
            return operations.failed("release", failure);
        }
    }

    private int readlink(long path, long buffer, long size) {
        try {
            Scratch mine = scratch.get();
            int length = mine.readPath(path);
            if (length < 0) {
                return -errnos.nameTooLong();
            }
            int node = operations.lookup(mine.path, length);
            if (node < 0) {
                return node;
            }
            byte[] target = operations.readlink(node);
            if (target == null) {
                return -Errnos.EINVAL;
            }
            if (target.length >= size) {
                return -errnos.nameTooLong();
            }
            MEMORY.putByteArray(buffer, target, 0, target.length);
            MEMORY.putByte(buffer + target.length, (byte) 0);
            return 0;
        } catch (Throwable failure) {
            return operations.failed("readlink", failure);
        }
    }

    private int readdir(long path, long buffer, long filler, long offset, long info) {
        Scratch mine;
        try {
            mine = scratch.get();
            int length = mine.readPath(path);
            if (length < 0) {
                return -errnos.nameTooLong();
            }
            int node = operations.lookup(mine.path, length);
            if (node < 0) {
                return node;
            }
            return operations.readdir(node, offset, mine.path, (name, nameLength, child, next) -> {
                long text = mine.text(name, nameLength);
                long stat = mine.stat();
                structs.writeStat(stat, child);
                return (int) INVOKER.invokeN4(FILL, filler, buffer, text, stat, next) == 0;
            });
        } catch (Throwable failure) {
            return operations.failed("readdir", failure);
        }
    }

    private int statfs(long path, long vfs) {
        try {
            if (operations.hasEnded()) {
                return -Errnos.EIO;
            }
            structs.writeStatvfs(vfs);
            return 0;
        } catch (Throwable failure) {
            return operations.failed("statfs", failure);
        }
    }
}
