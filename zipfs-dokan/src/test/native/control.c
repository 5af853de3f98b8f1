/* What tests use beside the exports: knobs, counters, injected results, and single requests without a kernel. */
#include "double.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

knobs knob = {.version = 231,
              .driver_version = 0x190,
              .write_protect = 1,
              .noise = 1,
              .paging_after_cleanup = 1,
              .cache_ms = 1000};
counters count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int injected[64];
static int injected_size;
static char letters[4096], reported[8], last_violation[256];

void violation(const char *what) {
  pthread_mutex_lock(&lock);
  snprintf(last_violation, sizeof last_violation, "%s", what);
  pthread_mutex_unlock(&lock);
  atomic_fetch_add(&count.violations, 1);
}

bool take_injected_result(int *result) {
  pthread_mutex_lock(&lock);
  bool any = injected_size > 0;
  if (any) {
    *result = injected[0];
    memmove(injected, injected + 1, (size_t)--injected_size * sizeof injected[0]);
  }
  pthread_mutex_unlock(&lock);
  return any;
}

const char *letters_directory(void) { return letters; }

const char *mounted_as(void) { return reported; }

/* Knobs and counters by name. */

#define KNOB(name)                                                                                                     \
  { #name, offsetof(knobs, name) }
#define COUNTER(name)                                                                                                  \
  { #name, offsetof(counters, name) }
static const struct {
  const char *name;
  size_t offset;
} knob_names[] = {KNOB(version),           KNOB(driver_version),       KNOB(write_protect),
                  KNOB(request_timeout),   KNOB(paging_after_cleanup), KNOB(paging_no_context),
                  KNOB(lookup_by_pattern), KNOB(plain_find_files),     KNOB(noise),
                  KNOB(workers),           KNOB(silent_unmount),       KNOB(cache_ms)},
  counter_names[] = {COUNTER(inits),
                     COUNTER(creates),
                     COUNTER(failed_creates),
                     COUNTER(cleanups),
                     COUNTER(closes),
                     COUNTER(reads),
                     COUNTER(reads_after_cleanup),
                     COUNTER(informations),
                     COUNTER(finds),
                     COUNTER(writes),
                     COUNTER(instances),
                     COUNTER(open_handles),
                     COUNTER(mounted),
                     COUNTER(unmounted),
                     COUNTER(timeouts),
                     COUNTER(late_answers),
                     COUNTER(reset_timeouts),
                     COUNTER(parent_retries),
                     COUNTER(running),
                     COUNTER(most_running),
                     COUNTER(violations)};

/* Returns the knob's value before, or -1 if there is no such knob. */
EXPORT long double_set(const char *name, long value) {
  for (size_t i = 0; i < sizeof knob_names / sizeof knob_names[0]; i++) {
    if (!strcmp(name, knob_names[i].name))
      return atomic_exchange((atomic_long *)((char *)&knob + knob_names[i].offset), value);
  }
  return -1;
}

EXPORT long double_get(const char *name) {
  for (size_t i = 0; i < sizeof counter_names / sizeof counter_names[0]; i++) {
    if (!strcmp(name, counter_names[i].name))
      return atomic_load((atomic_long *)((char *)&count + counter_names[i].offset));
  }
  return -1;
}

/* The last violation since this was asked before, or an empty text. */
EXPORT const char *double_violation(void) {
  static char told[sizeof last_violation];
  pthread_mutex_lock(&lock);
  memcpy(told, last_violation, sizeof told);
  *last_violation = 0;
  pthread_mutex_unlock(&lock);
  return told;
}

/* Drive letters are directories below this one. */
EXPORT void double_letters(const char *directory) { snprintf(letters, sizeof letters, "%s", directory); }

/* The letter that the mount manager gives instead of the one asked for; an empty text gives what is asked for. */
EXPORT void double_mounted_as(const char *letter) { snprintf(reported, sizeof reported, "%s", letter); }

/* The next create fails with this result, the one after with the next that was queued. */
EXPORT void double_inject(int result) {
  pthread_mutex_lock(&lock);
  if (injected_size < (int)(sizeof injected / sizeof injected[0])) injected[injected_size++] = result;
  pthread_mutex_unlock(&lock);
}

/* The driver vanishes under a mounted volume: no answer reaches the kernel any more. */
EXPORT int double_driver_gone(const WCHAR *mount_point) {
  instance *in = use_instance(mount_point);
  if (!in) return 0;
  kernel_cut(in);
  done_with(in);
  return 1;
}

/* Single requests, for what no kernel request leads to. */

EXPORT NTSTATUS double_open(const WCHAR *mount_point, const WCHAR *path, ACCESS_MASK access, ULONG disposition,
                            ULONG options, handle **out) {
  instance *in = use_instance(mount_point);
  if (!in) return STATUS_NO_SUCH_DEVICE;
  NTSTATUS status = open_file(in, NULL, path, access, disposition, options, out);
  done_with(in);
  return status;
}

EXPORT int double_is_directory(handle *file) { return file->is_directory; }

EXPORT ULONG64 double_context(handle *file) { return file->context; }

EXPORT NTSTATUS double_read(handle *file, LONGLONG offset, void *buffer, DWORD length, int paging, DWORD *got) {
  return read_file(file, NULL, buffer, length, offset, paging, got);
}

EXPORT NTSTATUS double_information(handle *file, BY_HANDLE_FILE_INFORMATION *out) {
  return information(file, NULL, out);
}

EXPORT NTSTATUS double_change(handle *file, const char *what) {
  static const WCHAR target[] = {'\\', 'n', 'e', 'w', 0};
  return write_like(file, NULL, what, "x", 1, 0, target);
}

/* Fills names with what matches, each ended by 0, and gives the status; a listing without an open handle. */
EXPORT NTSTATUS double_find(const WCHAR *mount_point, const WCHAR *path, const WCHAR *pattern, WCHAR *names,
                            DWORD capacity, DWORD *size) {
  instance *in = use_instance(mount_point);
  *size = 0;
  if (!in) return STATUS_NO_SUCH_DEVICE;
  found list = {0};
  NTSTATUS status = find_files(in, NULL, NULL, path, pattern, &list);
  DWORD used = 0;
  for (size_t i = 0; i < list.size; i++) {
    size_t n = units(list.entries[i].cFileName) + 1;
    if (used + n > capacity) break;
    memcpy(names + used, list.entries[i].cFileName, n * sizeof(WCHAR));
    used += n;
    ++*size;
  }
  free(list.entries);
  done_with(in);
  return status;
}

EXPORT void double_cleanup(handle *file) { cleanup(file, NULL, false); }

EXPORT void double_close(handle *file) { close_file(file); }

/* Label and file system name, each ended by 0, and the numbers of the volume. */
EXPORT NTSTATUS double_volume(const WCHAR *mount_point, WCHAR *label, WCHAR *system, ULONGLONG *total,
                              ULONGLONG *available, DWORD *serial, DWORD *flags) {
  instance *in = use_instance(mount_point);
  if (!in) return STATUS_NO_SUCH_DEVICE;
  NTSTATUS status = volume(in, NULL, total, available, label, system, serial, flags);
  done_with(in);
  return status;
}

/*
 * A program wants to rename: child and parent are opened with one DOKAN_FILE_INFO, the child being cleaned up and
 * closed in between. Gives the parent's status.
 */
EXPORT NTSTATUS double_rename_probe(const WCHAR *mount_point, const WCHAR *path) {
  instance *in = use_instance(mount_point);
  if (!in) return STATUS_NO_SUCH_DEVICE;
  DOKAN_OPERATIONS *o = in->operations;
  DOKAN_FILE_INFO info;
  memset(&info, 0, sizeof info);
  info.DokanOptions = in->options;
  DOKAN_IO_SECURITY_CONTEXT security;
  memset(&security, 0, sizeof security);
  atomic_fetch_add(&count.creates, 2);
  NTSTATUS status = o->ZwCreateFile(path, &security, FILE_READ_ATTRIBUTES, 0, FILE_SHARE_ALL, FILE_OPEN, 0, &info);
  if (status == STATUS_SUCCESS) {
    o->Cleanup(path, &info);
    o->CloseFile(path, &info);
  }
  WCHAR *parent = parent_path(path);
  info.IsDirectory = 1;
  status = o->ZwCreateFile(parent, &security, FILE_READ_ATTRIBUTES, 0, FILE_SHARE_ALL, FILE_OPEN, FILE_DIRECTORY_FILE,
                           &info);
  if (status == STATUS_SUCCESS) {
    o->Cleanup(parent, &info);
    o->CloseFile(parent, &info);
  }
  free(parent);
  done_with(in);
  return status;
}
