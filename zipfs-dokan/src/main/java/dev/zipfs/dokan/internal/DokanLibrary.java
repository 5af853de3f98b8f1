package dev.zipfs.dokan.internal;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import dev.zipfs.dokan.nativeapi.Dokan2;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dokan's library, loaded and bound once a process and file. Thread-safe. */
final class DokanLibrary {
    static final int OLDEST_VERSION = 200;

    private static final Logger LOG = LoggerFactory.getLogger(DokanLibrary.class);
    private static final Map<Path, DokanLibrary> LOADED = new ConcurrentHashMap<>();

    /** Guards the library's count of users: one too few or too many ends the process. */
    private static final Object USERS = new Object();

    private final Path file;

    private DokanLibrary(Path file) {
        this.file = file;
    }

    /**
     * Loads a library, unless that is done.
     *
     * @throws LinkageError if it cannot be loaded, or lacks what a drive needs
     */
    static DokanLibrary load(Path file) {
        return LOADED.computeIfAbsent(file, path -> {
            Dokan2.bind(NativeLibrary.getInstance(path.toString()));
            LOG.debug("loaded {}", path);
            return new DokanLibrary(path);
        });
    }

    Path file() {
        return file;
    }

    /** Three digits: 231 is 2.3.1. */
    int version() {
        return Dokan2.DokanVersion();
    }

    /** Whether the driver answers. */
    boolean hasDriver() {
        return Dokan2.DokanDriverVersion() != 0;
    }

    static String text(int version) {
        return version / 100 + "." + version / 10 % 10 + "." + version % 10;
    }

    void begin() {
        synchronized (USERS) {
            Dokan2.DokanInit();
        }
    }

    void end() {
        synchronized (USERS) {
            Dokan2.DokanShutdown();
        }
    }

    /**
     * Whether this process runs with an administrator's rights, which decides who sees a drive. Windows only.
     *
     * @see <a href="https://learn.microsoft.com/windows/win32/api/shlobj_core/nf-shlobj_core-isuseranadmin">IsUserAnAdmin</a>
     */
    static boolean isElevated() {
        try {
            Function isUserAnAdmin = NativeLibrary.getInstance("shell32").getFunction("IsUserAnAdmin");
            return isUserAnAdmin.invokeInt(new Object[0]) != 0;
        } catch (LinkageError unknown) {
            LOG.debug("the process's rights are not known", unknown);
            return false;
        }
    }
}
