package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jnr.ffi.NativeType;
import jnr.ffi.ObjectReferenceManager;
import jnr.ffi.Runtime;
import jnr.ffi.Type;
import jnr.ffi.TypeAlias;
import jnr.ffi.provider.ClosureManager;
import jnr.ffi.provider.MemoryManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Structures as we lay them out on systems that this machine is not, against what their headers say. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LayoutTest {
    private static Properties measured() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = LayoutTest.class.getResourceAsStream("/winfsp-fuse2-x64.properties")) {
            properties.load(in);
        }
        return properties;
    }

    @Test
    void structuresAreThoseOfWinFsp() throws Exception {
        assertLayout(measured(), "Windows 11", "amd64");
    }

    @Test
    void structuresAreThoseOfLinuxOnArm() throws Exception {
        Properties generic = new Properties();
        // include/uapi/asm-generic/stat.h of Linux, statvfs.h of glibc, fuse.h and fuse_common.h of libfuse 2.9
        generic.load(new StringReader("""
                        fuse_stat=128
                        fuse_stat.st_ino=8
                        fuse_stat.st_mode=16
                        fuse_stat.st_nlink=20
                        fuse_stat.st_uid=24
                        fuse_stat.st_gid=28
                        fuse_stat.st_size=48
                        fuse_stat.st_blksize=56
                        fuse_stat.st_blocks=64
                        fuse_stat.st_atim=72
                        fuse_stat.st_mtim=88
                        fuse_stat.st_ctim=104
                        fuse_stat.st_birthtim=-1
                        fuse_statvfs=112
                        fuse_file_info.bits=20
                        fuse_file_info.fh=24
                        """));
        // The rest is in the same places.
        measured().forEach(generic::putIfAbsent);
        assertLayout(generic, "Linux", "aarch64");
    }

    private static void assertLayout(Properties expected, String system, String architecture) throws Exception {
        // Which fields there are is decided by the system's name when jnr's classes are loaded: in a JVM of their own.
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dos.name=" + system,
                        "-Dos.arch=" + architecture,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Printer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        Properties ours = new Properties();
        ours.load(new ByteArrayInputStream(process.getInputStream().readAllBytes()));

        assertThat(process.waitFor()).isZero();
        assertThat(ours).hasSizeGreaterThan(30);
        assertThat(ours.entrySet().stream().collect(Collectors.toMap(e -> "" + e.getKey(), e -> "" + e.getValue())))
                .allSatisfy((name, value) -> assertThat(value).as(name).isEqualTo(expected.getProperty(name)));
    }

    @Test
    void capabilitiesAndErrorNumbersAreThoseOfWinFsp() throws Exception {
        Properties measured = measured();

        assertThat(measured)
                .containsEntry("FSP_FUSE_CAP_READDIR_PLUS", "" + WinFspOptions.READDIR_PLUS)
                .containsEntry("FSP_FUSE_CAP_READ_ONLY", "" + WinFspOptions.READ_ONLY)
                .containsEntry("FSP_FUSE_CAP_CASE_INSENSITIVE", "" + WinFspOptions.CASE_INSENSITIVE)
                .containsEntry("fuse_conn_info.want", "" + FuseAdapter.CONNECTION_WANT)
                .containsEntry("ENOENT", "" + Errnos.ENOENT)
                .containsEntry("EIO", "" + Errnos.EIO)
                .containsEntry("EACCES", "" + Errnos.EACCES)
                .containsEntry("ENOTDIR", "" + Errnos.ENOTDIR)
                .containsEntry("EISDIR", "" + Errnos.EISDIR)
                .containsEntry("EINVAL", "" + Errnos.EINVAL)
                .containsEntry("EROFS", "" + Errnos.EROFS)
                .containsEntry("ENAMETOOLONG", "" + Errnos.WINDOWS.nameTooLong())
                .containsEntry("ENOTSUP", "" + Errnos.WINDOWS.notSupported())
                .containsEntry("ELOOP", "" + Errnos.WINDOWS.tooManyLinks());
    }

    /** What the other JVM runs. */
    static final class Printer {
        public static void main(String[] args) {
            boolean windows = Platforms.isWindows();
            FuseLayout layout = new FuseLayout(
                    windows
                            ? new OtherRuntime(4, jnr.ffi.provider.jffi.platform.x86_64.windows.TypeAliases.ALIASES)
                            : new OtherRuntime(8, jnr.ffi.provider.jffi.platform.aarch64.linux.TypeAliases.ALIASES));
            print("fuse_stat", layout.statSize);
            print("fuse_stat.st_ino", layout.statInode);
            print("fuse_stat.st_mode", layout.statMode);
            print("fuse_stat.st_nlink", layout.statLinks);
            print("fuse_stat.st_uid", layout.statUid);
            print("fuse_stat.st_gid", layout.statGid);
            print("fuse_stat.st_size", layout.statSizeField);
            print("fuse_stat.st_atim", layout.statAccessed);
            print("fuse_stat.st_mtim", layout.statModified);
            print("fuse_stat.st_ctim", layout.statChanged);
            print("fuse_stat.st_birthtim", layout.statBorn);
            print("fuse_stat.st_blksize", layout.statBlockSize);
            print("fuse_stat.st_blocks", layout.statBlocks);
            print("fuse_statvfs", layout.statvfsSize);
            print("fuse_statvfs.f_bsize", layout.vfsBlockSize);
            print("fuse_statvfs.f_frsize", layout.vfsFragmentSize);
            print("fuse_statvfs.f_blocks", layout.vfsBlocks);
            print("fuse_statvfs.f_files", layout.vfsFiles);
            print("fuse_statvfs.f_namemax", layout.vfsLongestName);
            print("fuse_file_info.flags", layout.infoFlags);
            print("fuse_file_info.bits", layout.infoBits);
            print("fuse_file_info.fh", layout.infoHandle);
            print("fuse_operations.getattr", layout.operations.getattr.offset());
            print("fuse_operations.mknod", layout.operations.mknod.offset());
            print("fuse_operations.mkdir", layout.operations.mkdir.offset());
            print("fuse_operations.unlink", layout.operations.unlink.offset());
            print("fuse_operations.rmdir", layout.operations.rmdir.offset());
            print("fuse_operations.symlink", layout.operations.symlink.offset());
            print("fuse_operations.rename", layout.operations.rename.offset());
            print("fuse_operations.link", layout.operations.link.offset());
            print("fuse_operations.chmod", layout.operations.chmod.offset());
            print("fuse_operations.chown", layout.operations.chown.offset());
            print("fuse_operations.truncate", layout.operations.truncate.offset());
            print("fuse_operations.open", layout.operations.open.offset());
            print("fuse_operations.read", layout.operations.read.offset());
            print("fuse_operations.write", layout.operations.write.offset());
            print("fuse_operations.statfs", layout.operations.statfs.offset());
            print("fuse_operations.release", layout.operations.release.offset());
            print("fuse_operations.setxattr", layout.operations.setxattr.offset());
            print("fuse_operations.removexattr", layout.operations.removexattr.offset());
            print("fuse_operations.readdir", layout.operations.readdir.offset());
            print("fuse_operations.init", layout.operations.init.offset());
            print("fuse_operations.create", layout.operations.create.offset());
            print("fuse_operations.ftruncate", layout.operations.ftruncate.offset());
            print("fuse_operations.utimens", layout.operations.utimens.offset());
            print("fuse_operations.fallocate", layout.operations.fallocate.offset());
        }

        private static void print(String name, long value) {
            System.out.println(name + "=" + value);
        }
    }

    /** Knows how wide types are on another system, and nothing else. */
    private static final class OtherRuntime extends Runtime {
        private final int longSize;
        private final Map<TypeAlias, NativeType> aliases;

        OtherRuntime(int longSize, Map<TypeAlias, NativeType> aliases) {
            this.longSize = longSize;
            this.aliases = aliases;
        }

        @Override
        public Type findType(NativeType type) {
            int size = switch (type) {
                case VOID -> 0;
                case SCHAR, UCHAR -> 1;
                case SSHORT, USHORT -> 2;
                case SINT, UINT, FLOAT -> 4;
                case SLONG, ULONG -> longSize;
                default -> 8;
            };
            return new Type() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                public int alignment() {
                    return Math.max(1, size);
                }

                @Override
                public NativeType getNativeType() {
                    return type;
                }
            };
        }

        @Override
        public Type findType(TypeAlias alias) {
            return findType(aliases.get(alias));
        }

        @Override
        public int addressSize() {
            return 8;
        }

        @Override
        public int longSize() {
            return longSize;
        }

        @Override
        public long addressMask() {
            return -1;
        }

        @Override
        public ByteOrder byteOrder() {
            return ByteOrder.LITTLE_ENDIAN;
        }

        @Override
        public boolean isCompatible(Runtime other) {
            return other == this;
        }

        @Override
        public MemoryManager getMemoryManager() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ClosureManager getClosureManager() {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> ObjectReferenceManager<T> newObjectReferenceManager() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getLastError() {
            return 0;
        }

        @Override
        public void setLastError(int error) {
            throw new UnsupportedOperationException();
        }
    }
}
