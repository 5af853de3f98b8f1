package dev.zipfs.examples.filebench;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.WString;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import com.sun.jna.win32.StdCallLibrary;
import java.nio.file.Path;

/**
 * Empties the standby list, in which Windows keeps what it has read. An elevated process may, once it has switched a privilege
 * on that it holds.
 */
final class WindowsStandbyList implements PageCache {
    /** ntdll.dll. */
    interface NtDll extends StdCallLibrary {
        int NtSetSystemInformation(int kind, IntByReference command, int length);
    }

    /** kernel32.dll. */
    interface Kernel32 extends StdCallLibrary {
        Pointer GetCurrentProcess();

        boolean CloseHandle(Pointer handle);
    }

    /** advapi32.dll. */
    interface AdvApi32 extends StdCallLibrary {
        boolean OpenProcessToken(Pointer process, int access, PointerByReference token);

        boolean LookupPrivilegeValueW(WString system, WString name, Pointer luid);

        boolean AdjustTokenPrivileges(
                Pointer token, boolean disableAll, Pointer newState, int length, Pointer previous, Pointer returned);
    }

    private static final int SYSTEM_MEMORY_LIST_INFORMATION = 80;
    private static final int MEMORY_PURGE_STANDBY_LIST = 4;
    private static final int TOKEN_ADJUST_PRIVILEGES = 0x20;
    private static final int TOKEN_QUERY = 0x8;
    private static final int SE_PRIVILEGE_ENABLED = 2;
    private static final int ERROR_NOT_ALL_ASSIGNED = 1300;

    private final NtDll ntdll = Native.load("ntdll", NtDll.class);

    WindowsStandbyList() {
        enable("SeProfileSingleProcessPrivilege");
    }

    @Override
    public void drop(Path file) {
        int status = ntdll.NtSetSystemInformation(
                SYSTEM_MEMORY_LIST_INFORMATION, new IntByReference(MEMORY_PURGE_STANDBY_LIST), Integer.BYTES);
        if (status != 0) {
            throw new CannotDropException(String.format("NtSetSystemInformation gives 0x%08x", status));
        }
    }

    @Override
    public String method() {
        return "dropped before each test (standby list)";
    }

    private static void enable(String privilege) {
        Kernel32 kernel = Native.load("kernel32", Kernel32.class);
        AdvApi32 security = Native.load("advapi32", AdvApi32.class);
        PointerByReference token = new PointerByReference();
        if (!security.OpenProcessToken(kernel.GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, token)) {
            throw new CannotDropException("this process's token cannot be opened (" + Native.getLastError() + ")");
        }
        // TOKEN_PRIVILEGES of one: count, LUID of 8 bytes, attributes.
        try (Memory state = new Memory(16)) {
            state.setInt(0, 1);
            state.setInt(12, SE_PRIVILEGE_ENABLED);
            boolean done = security.LookupPrivilegeValueW(null, new WString(privilege), state.share(4))
                    && security.AdjustTokenPrivileges(token.getValue(), false, state, 0, null, null);
            int error = Native.getLastError();
            if (!done || error == ERROR_NOT_ALL_ASSIGNED) {
                throw new CannotDropException("this takes an elevated process (Run as administrator)");
            }
        } finally {
            kernel.CloseHandle(token.getValue());
        }
    }
}
