/*
 * A file system in C over the same double: one file of the machine, shown as \file. What a drive served from Java is
 * measured against.
 *
 *   passthrough FILE DIRECTORY      serves until DIRECTORY is unmounted
 */
#define _GNU_SOURCE
#include "dokan_abi.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd;
static off_t size;

static int is_root(const WCHAR *path) { return path[0] == '\\' && !path[1]; }

static int is_file(const WCHAR *path) {
  static const WCHAR name[] = {'\\', 'f', 'i', 'l', 'e', 0};
  return memcmp(path, name, sizeof name) == 0;
}

static NTSTATUS create(const WCHAR *path, DOKAN_IO_SECURITY_CONTEXT *security, ACCESS_MASK access, ULONG attributes,
                       ULONG share, ULONG disposition, ULONG options, DOKAN_FILE_INFO *info) {
  (void)security, (void)access, (void)attributes, (void)share, (void)disposition, (void)options;
  if (is_root(path)) {
    info->IsDirectory = 1;
    return STATUS_SUCCESS;
  }
  return is_file(path) ? STATUS_SUCCESS : STATUS_OBJECT_NAME_NOT_FOUND;
}

static void nothing(const WCHAR *path, DOKAN_FILE_INFO *info) { (void)path, (void)info; }

static NTSTATUS read_at(const WCHAR *path, void *buffer, DWORD length, DWORD *got, LONGLONG offset,
                        DOKAN_FILE_INFO *info) {
  (void)path, (void)info;
  ssize_t n = pread(fd, buffer, length, offset);
  *got = n > 0 ? (DWORD)n : 0;
  return n < 0 ? STATUS_IO_DEVICE_ERROR : STATUS_SUCCESS;
}

static NTSTATUS inform(const WCHAR *path, BY_HANDLE_FILE_INFORMATION *out, DOKAN_FILE_INFO *info) {
  (void)info;
  out->dwFileAttributes = is_root(path) ? FILE_ATTRIBUTE_DIRECTORY : 1;
  out->nNumberOfLinks = 1;
  if (!is_root(path)) {
    out->nFileSizeHigh = (DWORD)(size >> 32);
    out->nFileSizeLow = (DWORD)size;
  }
  return STATUS_SUCCESS;
}

static NTSTATUS list(const WCHAR *path, const WCHAR *pattern, PFillFindData fill, DOKAN_FILE_INFO *info) {
  (void)path, (void)pattern;
  static const WCHAR name[] = {'f', 'i', 'l', 'e', 0};
  WIN32_FIND_DATAW entry;
  memset(&entry, 0, sizeof entry);
  memcpy(entry.cFileName, name, sizeof name);
  fill(&entry, info);
  return STATUS_SUCCESS;
}

static NTSTATUS space(ULONGLONG *available, ULONGLONG *total, ULONGLONG *free, DOKAN_FILE_INFO *info) {
  (void)info;
  *available = *free = 0;
  *total = (ULONGLONG)size;
  return STATUS_SUCCESS;
}

static NTSTATUS describe(WCHAR *label, DWORD label_size, DWORD *serial, DWORD *component, DWORD *flags, WCHAR *system,
                         DWORD system_size, DOKAN_FILE_INFO *info) {
  (void)label, (void)label_size, (void)system, (void)system_size, (void)info;
  *serial = 1;
  *component = 255;
  *flags = 0;
  return STATUS_SUCCESS;
}

int main(int count, char **arguments) {
  struct stat s;
  if (count != 3 || (fd = open(arguments[1], O_RDONLY)) < 0 || fstat(fd, &s) != 0) {
    fprintf(stderr, "usage: passthrough FILE DIRECTORY\n");
    return 2;
  }
  size = s.st_size;
  WCHAR mount_point[260];
  size_t n = strlen(arguments[2]);
  if (n >= 260) return 2;
  for (size_t i = 0; i <= n; i++) mount_point[i] = (unsigned char)arguments[2][i];
  DOKAN_OPTIONS options;
  memset(&options, 0, sizeof options);
  options.Version = 200;
  options.Options = DOKAN_OPTION_WRITE_PROTECT;
  options.MountPoint = mount_point;
  options.AllocationUnitSize = options.SectorSize = 512;
  DOKAN_OPERATIONS operations;
  memset(&operations, 0, sizeof operations);
  operations.ZwCreateFile = create;
  operations.Cleanup = operations.CloseFile = nothing;
  operations.ReadFile = read_at;
  operations.GetFileInformation = inform;
  operations.FindFilesWithPattern = list;
  operations.GetDiskFreeSpace = space;
  operations.GetVolumeInformation = describe;
  DokanInit();
  DOKAN_HANDLE instance;
  int result = DokanCreateFileSystem(&options, &operations, &instance);
  if (result == DOKAN_SUCCESS) {
    printf("mounted\n");
    fflush(stdout);
    DokanWaitForFileSystemClosed(instance, INFINITE);
    DokanCloseHandle(instance);
  } else {
    fprintf(stderr, "DokanCreateFileSystem: %d\n", result);
  }
  DokanShutdown();
  return result == DOKAN_SUCCESS ? 0 : 1;
}
