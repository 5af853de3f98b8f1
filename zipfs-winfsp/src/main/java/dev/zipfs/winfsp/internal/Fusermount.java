package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jnr.ffi.Runtime;

/**
 * A {@code fusermount} process that has mounted for us, and waits. It holds one end of a socket; when the other end, ours, is
 * closed by the kernel because this process was killed, it takes the dead mount away ({@code auto_unmount}).
 *
 * <p>libfuse starts the program as well, but keeps the socket and the process until the JVM ends, shows the reason of a
 * failure to nobody, and lets the child inherit every file and socket of ours that is not marked otherwise.
 *
 * <p>The protocol is that of {@code mount_util} and {@code fusermount.c} in libfuse 2.9 and 3: the environment variable
 * {@code _FUSE_COMMFD} names the socket, and the descriptor of {@code /dev/fuse} comes back over it as {@code SCM_RIGHTS}.
 */
final class Fusermount implements AutoCloseable {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int CLOEXEC = 02000000;
    private static final int O_RDWR = 2;
    private static final int SHUT_WR = 1;
    private static final int POLLIN = 1;
    private static final int EINTR = 4;
    private static final int WNOHANG = 1;
    private static final int SIGKILL = 9;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;

    /** Where the child finds its end. */
    private static final int CHILD_SOCKET = 3;

    private static final int LIMIT_MILLISECONDS = 20_000;
    private static final int LONGEST_MESSAGE = 4096;
    /** More than glibc's 80 and musl's 80 bytes. */
    private static final int FILE_ACTIONS_BYTES = 256;

    private static final int GONE = -1;
    private static final int TIMED_OUT = -2;

    private final LinuxLibc libc;
    private final int device;
    private final int socket;
    private final int pid;
    private boolean closed;

    private Fusermount(LinuxLibc libc, int device, int socket, int pid) {
        this.libc = libc;
        this.device = device;
        this.socket = socket;
        this.pid = pid;
    }

    /** The descriptor of {@code /dev/fuse}, connected to the new mount. The caller closes it. */
    int device() {
        return device;
    }

    /**
     * Mounts.
     *
     * @throws IOException if that fails; the message is what the program said
     */
    static Fusermount mount(LinuxLibc libc, Path program, String options, Path mountPoint) throws IOException {
        int[] sockets = new int[2];
        int[] errors = new int[2];
        if (libc.socketpair(AF_UNIX, SOCK_STREAM | CLOEXEC, 0, sockets) != 0) {
            throw failure("socketpair", lastError());
        }
        if (libc.pipe2(errors, CLOEXEC) != 0) {
            int errno = lastError();
            libc.close(sockets[0]);
            libc.close(sockets[1]);
            throw failure("pipe", errno);
        }
        // Ours is the lower one, so that the device, which takes the number of the child's, is above it. Of a killed
        // process
        // Linux lets go of high numbers first, and the device must be dead before the socket is: the child, once it is
        // told,
        // opens the mount point, and leaves it mounted unless it hears that nobody is connected.
        int pid;
        try {
            pid = spawn(libc, program, options, mountPoint, sockets[1], errors[1]);
        } catch (IOException failure) {
            libc.close(sockets[0]);
            libc.close(errors[0]);
            throw failure;
        } finally {
            libc.close(sockets[1]);
            libc.close(errors[1]);
        }
        try {
            int device = receive(libc, sockets[0]);
            if (device >= 0) {
                return new Fusermount(libc, device, sockets[0], pid);
            }
            libc.close(sockets[0]);
            if (device == TIMED_OUT) {
                libc.kill(pid, SIGKILL);
            }
            String said = readAll(libc, errors[0]);
            reap(libc, pid, 0);
            throw new IOException(
                    device == TIMED_OUT
                            ? program + " gave no answer for " + LIMIT_MILLISECONDS / 1000 + " s"
                            : said.isEmpty() ? program + " failed and did not say why" : said);
        } finally {
            libc.close(errors[0]);
        }
    }

    private static int spawn(LinuxLibc libc, Path program, String options, Path mountPoint, int socket, int errors)
            throws IOException {
        try (NativeText text = new NativeText()) {
            long actions = text.block(FILE_ACTIONS_BYTES);
            libc.posix_spawn_file_actions_init(actions);
            try {
                libc.posix_spawn_file_actions_addopen(
                        actions, 0, text.add("/dev/null".getBytes(StandardCharsets.US_ASCII)), O_RDWR, 0);
                libc.posix_spawn_file_actions_adddup2(actions, 0, 1);
                libc.posix_spawn_file_actions_adddup2(actions, errors, 2);
                libc.posix_spawn_file_actions_adddup2(actions, socket, CHILD_SOCKET);
                // The child lives as long as the mount: a port or a file of ours that it inherited would stay open too.
                try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
                    for (Path descriptor : open) {
                        int fd = Integer.parseInt(descriptor.getFileName().toString());
                        if (fd > CHILD_SOCKET) {
                            libc.posix_spawn_file_actions_addclose(actions, fd);
                        }
                    }
                }
                byte[] file = NativeText.bytes(program);
                long arguments = text.addArray(
                        file,
                        "-o".getBytes(StandardCharsets.US_ASCII),
                        options.getBytes(StandardCharsets.UTF_8),
                        "--".getBytes(StandardCharsets.US_ASCII),
                        NativeText.bytes(mountPoint));
                long environment = text.addArray(
                        ("_FUSE_COMMFD=" + CHILD_SOCKET).getBytes(StandardCharsets.US_ASCII),
                        "LC_ALL=C".getBytes(StandardCharsets.US_ASCII),
                        "PATH=/usr/sbin:/usr/bin:/sbin:/bin".getBytes(StandardCharsets.US_ASCII));
                int[] pid = new int[1];
                int errno = libc.posix_spawn(pid, NativeText.terminated(file), actions, 0, arguments, environment);
                if (errno != 0) {
                    throw failure(program.toString(), errno);
                }
                return pid[0];
            } finally {
                libc.posix_spawn_file_actions_destroy(actions);
            }
        }
    }

    /** Waits for the descriptor. */
    private static int receive(LinuxLibc libc, int socket) {
        if (!await(libc, socket)) {
            return TIMED_OUT;
        }
        try (NativeText memory = new NativeText()) {
            long control = memory.block(64);
            long vector = memory.block(16);
            MEMORY.putLong(vector, memory.block(8));
            MEMORY.putLong(vector + 8, 1);
            // struct msghdr: name, its length, vector, its length, control, its length, flags
            long message = memory.block(56);
            MEMORY.putLong(message + 16, vector);
            MEMORY.putLong(message + 24, 1);
            MEMORY.putLong(message + 32, control);
            MEMORY.putLong(message + 40, 24);
            long received;
            do {
                received = libc.recvmsg(socket, message, MSG_CMSG_CLOEXEC);
            } while (received < 0 && lastError() == EINTR);
            // struct cmsghdr: length, level, type, and then what it carries
            boolean carriesDescriptor = received > 0
                    && MEMORY.getLong(message + 40) >= 20
                    && MEMORY.getInt(control + 8) == SOL_SOCKET
                    && MEMORY.getInt(control + 12) == SCM_RIGHTS;
            return carriesDescriptor ? MEMORY.getInt(control + 16) : GONE;
        }
    }

    /** Waits until the other end has written or is closed. */
    private static boolean await(LinuxLibc libc, int socket) {
        try (NativeText memory = new NativeText()) {
            long descriptor = memory.block(8);
            MEMORY.putInt(descriptor, socket);
            MEMORY.putShort(descriptor + 4, (short) POLLIN);
            int result;
            do {
                result = libc.poll(descriptor, 1, LIMIT_MILLISECONDS);
            } while (result < 0 && lastError() == EINTR);
            return result > 0;
        }
    }

    private static String readAll(LinuxLibc libc, int fd) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        byte[] part = new byte[512];
        while (said.size() < LONGEST_MESSAGE) {
            long n = libc.read(fd, part, part.length);
            if (n > 0) {
                said.write(part, 0, (int) n);
            } else if (n == 0 || lastError() != EINTR) {
                break;
            }
        }
        return said.toString(StandardCharsets.UTF_8).strip();
    }

    private static void reap(LinuxLibc libc, int pid, int flags) {
        int[] status = new int[1];
        int result;
        do {
            result = libc.waitpid(pid, status, flags);
        } while (result < 0 && lastError() == EINTR);
    }

    /** Lets the process go and waits until it is gone: it must not look at what is mounted there next. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        libc.shutdown(socket, SHUT_WR);
        boolean gone = await(libc, socket);
        libc.close(socket);
        reap(libc, pid, gone ? 0 : WNOHANG);
    }

    private static int lastError() {
        return Runtime.getSystemRuntime().getLastError();
    }

    private static IOException failure(String what, int errno) {
        return new IOException(what + " failed (errno " + errno + ")");
    }
}
