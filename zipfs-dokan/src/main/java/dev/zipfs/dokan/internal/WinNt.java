package dev.zipfs.dokan.internal;

/** Numbers of winnt.h and ntifs.h that requests come with. */
final class WinNt {
    // CreateDisposition of ZwCreateFile
    static final int FILE_SUPERSEDE = 0;
    static final int FILE_OPEN = 1;
    static final int FILE_CREATE = 2;
    static final int FILE_OPEN_IF = 3;
    static final int FILE_OVERWRITE = 4;
    static final int FILE_OVERWRITE_IF = 5;

    // CreateOptions of ZwCreateFile
    static final int FILE_DIRECTORY_FILE = 0x1;
    static final int FILE_NON_DIRECTORY_FILE = 0x40;
    static final int FILE_DELETE_ON_CLOSE = 0x1000;

    // DesiredAccess
    static final int FILE_READ_DATA = 0x1;
    static final int FILE_WRITE_DATA = 0x2;
    static final int FILE_APPEND_DATA = 0x4;
    static final int FILE_WRITE_EA = 0x10;
    static final int FILE_EXECUTE = 0x20;
    static final int FILE_DELETE_CHILD = 0x40;
    static final int DELETE = 0x10000;
    static final int WRITE_DAC = 0x40000;
    static final int WRITE_OWNER = 0x80000;
    static final int GENERIC_ALL = 0x10000000;
    static final int GENERIC_EXECUTE = 0x20000000;
    static final int GENERIC_WRITE = 0x40000000;
    static final int GENERIC_READ = 0x80000000;

    // File attributes
    static final int FILE_ATTRIBUTE_READONLY = 0x1;
    static final int FILE_ATTRIBUTE_DIRECTORY = 0x10;

    // File system flags
    static final int FILE_CASE_SENSITIVE_SEARCH = 0x1;
    static final int FILE_CASE_PRESERVED_NAMES = 0x2;
    static final int FILE_UNICODE_ON_DISK = 0x4;
    static final int FILE_READ_ONLY_VOLUME = 0x80000;

    private WinNt() {}
}
