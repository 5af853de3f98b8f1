/*
 * The part of Dokan's user-mode interface that the double speaks: layouts, callbacks, exports and numbers of
 * dokan2.dll, 2.0.0 to 2.3.1 on 64-bit Windows. Written from a table of measured sizes and offsets (abi_check.c holds
 * this file against it), with types whose width is the same on every system: wchar_t has four bytes here and two there.
 */
#ifndef DOKAN_ABI_H
#define DOKAN_ABI_H

#include <stdint.h>

typedef uint8_t BOOLEAN;
typedef uint8_t UCHAR;
typedef uint16_t USHORT;
typedef uint16_t WCHAR;
typedef int32_t BOOL;
typedef uint32_t ULONG;
typedef uint32_t DWORD;
typedef uint32_t NTSTATUS;
typedef uint32_t ACCESS_MASK;
typedef int64_t LONGLONG;
typedef uint64_t ULONG64;
typedef uint64_t ULONGLONG;

typedef struct {
  USHORT Version;
  BOOLEAN SingleThread;
  ULONG Options;
  ULONG64 GlobalContext;
  const WCHAR *MountPoint;
  const WCHAR *UNCName;
  ULONG Timeout;
  ULONG AllocationUnitSize;
  ULONG SectorSize;
  ULONG VolumeSecurityDescriptorLength;
  char VolumeSecurityDescriptor[16384];
} DOKAN_OPTIONS;

typedef struct {
  ULONG64 Context;
  ULONG64 DokanContext;
  DOKAN_OPTIONS *DokanOptions;
  void *ProcessingContext;
  ULONG ProcessId;
  UCHAR IsDirectory;
  UCHAR DeletePending;
  UCHAR PagingIo;
  UCHAR SynchronousIo;
  UCHAR Nocache;
  UCHAR WriteToEndOfFile;
} DOKAN_FILE_INFO;

typedef struct {
  USHORT Length;
  USHORT MaximumLength;
  WCHAR *Buffer;
} UNICODE_STRING;

typedef struct {
  BOOLEAN SecurityEvaluated;
  BOOLEAN GenerateAudit;
  BOOLEAN GenerateOnClose;
  BOOLEAN AuditPrivileges;
  ULONG Flags;
  ACCESS_MASK RemainingDesiredAccess;
  ACCESS_MASK PreviouslyGrantedAccess;
  ACCESS_MASK OriginalDesiredAccess;
  void *SecurityDescriptor;
  UNICODE_STRING ObjectName;
  UNICODE_STRING ObjectType;
} DOKAN_ACCESS_STATE;

typedef struct {
  DOKAN_ACCESS_STATE AccessState;
  ACCESS_MASK DesiredAccess;
} DOKAN_IO_SECURITY_CONTEXT;

typedef struct {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME;

typedef struct {
  DWORD dwFileAttributes;
  FILETIME ftCreationTime;
  FILETIME ftLastAccessTime;
  FILETIME ftLastWriteTime;
  DWORD dwVolumeSerialNumber;
  DWORD nFileSizeHigh;
  DWORD nFileSizeLow;
  DWORD nNumberOfLinks;
  DWORD nFileIndexHigh;
  DWORD nFileIndexLow;
} BY_HANDLE_FILE_INFORMATION;

typedef struct {
  DWORD dwFileAttributes;
  FILETIME ftCreationTime;
  FILETIME ftLastAccessTime;
  FILETIME ftLastWriteTime;
  DWORD nFileSizeHigh;
  DWORD nFileSizeLow;
  DWORD dwReserved0;
  DWORD dwReserved1;
  WCHAR cFileName[260];
  WCHAR cAlternateFileName[14];
} WIN32_FIND_DATAW;

typedef struct {
  ULONG Type;
  WCHAR MountPoint[260];
  WCHAR UNCName[64];
  WCHAR DeviceName[64];
  ULONG SessionId;
  ULONG MountOptions;
} DOKAN_MOUNT_POINT_INFO;

typedef int (*PFillFindData)(WIN32_FIND_DATAW *, DOKAN_FILE_INFO *);

typedef struct {
  NTSTATUS (*ZwCreateFile)
  (const WCHAR *, DOKAN_IO_SECURITY_CONTEXT *, ACCESS_MASK, ULONG, ULONG, ULONG, ULONG, DOKAN_FILE_INFO *);
  void (*Cleanup)(const WCHAR *, DOKAN_FILE_INFO *);
  void (*CloseFile)(const WCHAR *, DOKAN_FILE_INFO *);
  NTSTATUS (*ReadFile)(const WCHAR *, void *, DWORD, DWORD *, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*WriteFile)(const WCHAR *, const void *, DWORD, DWORD *, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*FlushFileBuffers)(const WCHAR *, DOKAN_FILE_INFO *);
  NTSTATUS (*GetFileInformation)(const WCHAR *, BY_HANDLE_FILE_INFORMATION *, DOKAN_FILE_INFO *);
  NTSTATUS (*FindFiles)(const WCHAR *, PFillFindData, DOKAN_FILE_INFO *);
  NTSTATUS (*FindFilesWithPattern)(const WCHAR *, const WCHAR *, PFillFindData, DOKAN_FILE_INFO *);
  NTSTATUS (*SetFileAttributes)(const WCHAR *, DWORD, DOKAN_FILE_INFO *);
  NTSTATUS (*SetFileTime)(const WCHAR *, const FILETIME *, const FILETIME *, const FILETIME *, DOKAN_FILE_INFO *);
  NTSTATUS (*DeleteFile)(const WCHAR *, DOKAN_FILE_INFO *);
  NTSTATUS (*DeleteDirectory)(const WCHAR *, DOKAN_FILE_INFO *);
  NTSTATUS (*MoveFile)(const WCHAR *, const WCHAR *, BOOL, DOKAN_FILE_INFO *);
  NTSTATUS (*SetEndOfFile)(const WCHAR *, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*SetAllocationSize)(const WCHAR *, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*LockFile)(const WCHAR *, LONGLONG, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*UnlockFile)(const WCHAR *, LONGLONG, LONGLONG, DOKAN_FILE_INFO *);
  NTSTATUS (*GetDiskFreeSpace)(ULONGLONG *, ULONGLONG *, ULONGLONG *, DOKAN_FILE_INFO *);
  NTSTATUS (*GetVolumeInformation)(WCHAR *, DWORD, DWORD *, DWORD *, DWORD *, WCHAR *, DWORD, DOKAN_FILE_INFO *);
  NTSTATUS (*Mounted)(const WCHAR *, DOKAN_FILE_INFO *);
  NTSTATUS (*Unmounted)(DOKAN_FILE_INFO *);
  NTSTATUS (*GetFileSecurity)(const WCHAR *, ULONG *, void *, ULONG, ULONG *, DOKAN_FILE_INFO *);
  NTSTATUS (*SetFileSecurity)(const WCHAR *, ULONG *, void *, ULONG, DOKAN_FILE_INFO *);
  NTSTATUS (*FindStreams)(const WCHAR *, void *, void *, DOKAN_FILE_INFO *);
} DOKAN_OPERATIONS;

typedef void *DOKAN_HANDLE;

enum {
  DOKAN_MINIMUM_COMPATIBLE_VERSION = 200,

  DOKAN_OPTION_WRITE_PROTECT = 8,
  DOKAN_OPTION_NETWORK = 16,
  DOKAN_OPTION_MOUNT_MANAGER = 64,
  DOKAN_OPTION_CASE_SENSITIVE = 512,

  DOKAN_SUCCESS = 0,
  DOKAN_ERROR = -1,
  DOKAN_DRIVER_INSTALL_ERROR = -3,
  DOKAN_START_ERROR = -4,
  DOKAN_MOUNT_ERROR = -5,
  DOKAN_MOUNT_POINT_ERROR = -6,
  DOKAN_VERSION_ERROR = -7,

  FILE_SUPERSEDE = 0,
  FILE_OPEN = 1,
  FILE_CREATE = 2,
  FILE_OPEN_IF = 3,
  FILE_OVERWRITE = 4,
  FILE_OVERWRITE_IF = 5,

  FILE_DIRECTORY_FILE = 1,
  FILE_NON_DIRECTORY_FILE = 64,
  FILE_DELETE_ON_CLOSE = 4096,

  FILE_READ_DATA = 1,
  FILE_WRITE_DATA = 2,
  FILE_DELETE_CHILD = 64,
  FILE_READ_ATTRIBUTES = 128,
  FILE_WRITE_ATTRIBUTES = 256,
  ACCESS_DELETE = 65536,
  SYNCHRONIZE = 1048576,

  FILE_SHARE_ALL = 7,

  FILE_ATTRIBUTE_DIRECTORY = 16,
  FILE_ATTRIBUTE_NORMAL = 128,

  WAIT_OBJECT_0 = 0,
  WAIT_TIMEOUT = 258,
};
#define INFINITE 0xFFFFFFFFu

#define STATUS_SUCCESS 0u
#define STATUS_NOT_IMPLEMENTED 0xC0000002u
#define STATUS_INVALID_PARAMETER 0xC000000Du
#define STATUS_NO_SUCH_DEVICE 0xC000000Eu
#define STATUS_NO_SUCH_FILE 0xC000000Fu
#define STATUS_END_OF_FILE 0xC0000011u
#define STATUS_ACCESS_DENIED 0xC0000022u
#define STATUS_OBJECT_NAME_INVALID 0xC0000033u
#define STATUS_OBJECT_NAME_NOT_FOUND 0xC0000034u
#define STATUS_OBJECT_NAME_COLLISION 0xC0000035u
#define STATUS_OBJECT_PATH_NOT_FOUND 0xC000003Au
#define STATUS_CRC_ERROR 0xC000003Fu
#define STATUS_INSUFFICIENT_RESOURCES 0xC000009Au
#define STATUS_MEDIA_WRITE_PROTECTED 0xC00000A2u
#define STATUS_FILE_IS_A_DIRECTORY 0xC00000BAu
#define STATUS_NOT_SUPPORTED 0xC00000BBu
#define STATUS_NOT_A_DIRECTORY 0xC0000103u
#define STATUS_DEVICE_NOT_READY 0xC00000A3u
#define STATUS_IO_DEVICE_ERROR 0xC0000185u
#define STATUS_VOLUME_DISMOUNTED 0xC000026Eu

#pragma GCC visibility push(default)
void DokanInit(void);
void DokanShutdown(void);
int DokanCreateFileSystem(DOKAN_OPTIONS *options, DOKAN_OPERATIONS *operations, DOKAN_HANDLE *instance);
int DokanMain(DOKAN_OPTIONS *options, DOKAN_OPERATIONS *operations);
BOOL DokanIsFileSystemRunning(DOKAN_HANDLE instance);
DWORD DokanWaitForFileSystemClosed(DOKAN_HANDLE instance, DWORD milliseconds);
void DokanCloseHandle(DOKAN_HANDLE instance);
BOOL DokanRemoveMountPoint(const WCHAR *mountPoint);
BOOL DokanUnmount(WCHAR letter);
ULONG DokanVersion(void);
ULONG DokanDriverVersion(void);
BOOL DokanIsNameInExpression(const WCHAR *expression, const WCHAR *name, BOOL ignoreCase);
BOOL DokanResetTimeout(ULONG milliseconds, DOKAN_FILE_INFO *info);
DOKAN_MOUNT_POINT_INFO *DokanGetMountPointList(BOOL uncOnly, ULONG *count);
void DokanReleaseMountPointList(DOKAN_MOUNT_POINT_INFO *list);
void DokanDebugMode(BOOL on);
void DokanUseStdErr(BOOL on);
#pragma GCC visibility pop

#endif
