/*
 * A stand-in for Dokan: the exports of dokan2.dll as a shared library for Linux, which turns the requests of a real
 * kernel (through libfuse 3) into the callback sequences that Dokan's driver and library make of Windows requests.
 * Written from a description of that behaviour, nothing taken from Dokan's sources. It proves a file system's bindings,
 * threads, lifetimes and answers; what the Windows driver does by itself it can only imitate.
 *
 *   names.c      UTF-16, case, wildcards
 *   requests.c   one callback each: DOKAN_FILE_INFO, handles, time limits
 *   kernel.c     FUSE requests to callbacks
 *   mounting.c   the mount under them, and its workers
 *   instance.c   the exports: mount, wait, unmount
 *   control.c    knobs, counters and scripts that tests use
 */
#ifndef DOUBLE_H
#define DOUBLE_H

#define FUSE_USE_VERSION 34

#include "dokan_abi.h"
#include <fuse_lowlevel.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MAX_PATH_UNITS = 260, MAX_REQUEST_UNITS = 16384, MAX_WORKERS = 16, POOL_BUFFER = 128 * 1024 };

/* What tests set; control.c has the defaults. */
typedef struct {
  atomic_long version;              /* what DokanVersion says */
  atomic_long driver_version;       /* what DokanDriverVersion says; 0: the driver cannot be reached, create gives -3 */
  atomic_long write_protect;        /* the driver itself refuses writes where the mount asks for it */
  atomic_long request_timeout;      /* ms; 0: the option Timeout, in the driver's bounds */
  atomic_long paging_after_cleanup; /* each file is read once more between Cleanup and CloseFile */
  atomic_long paging_no_context;    /* reads come with a zero Context */
  atomic_long lookup_by_pattern;    /* a look-up asks FindFilesWithPattern first */
  atomic_long plain_find_files;     /* listings ask FindFiles only */
  atomic_long noise;                /* requests for Windows' own files while create still runs */
  atomic_long workers;              /* 0: one per processor, 2 to 16 */
  atomic_long silent_unmount;       /* Unmounted is not called */
  atomic_long cache_ms;             /* how long the kernel may keep names and attributes */
} knobs;
extern knobs knob;

/* What tests read. Violations are things that would crash, hang or corrupt under the real library. */
typedef struct {
  atomic_long inits, creates, failed_creates, cleanups, closes, reads, reads_after_cleanup, informations, finds, writes;
  atomic_long instances, open_handles, mounted, unmounted, timeouts, late_answers, reset_timeouts, parent_retries;
  atomic_long running, most_running;
  atomic_long violations;
} counters;
extern counters count;

/* Counts a violation and keeps its text. */
void violation(const char *what);

/* An open file as the driver knows it: all openers of one name, ignoring case, see the spelling of the first. */
typedef struct fcb {
  WCHAR *path;
  int references;
  struct fcb *next;
} fcb;

typedef struct found {
  WIN32_FIND_DATAW *entries;
  size_t size, capacity;
} found;

typedef struct instance instance;

typedef struct handle {
  instance *in;
  fcb *file;
  pthread_mutex_t lock;
  ULONG64 context;
  UCHAR is_directory;
  bool cleaned_up;
  int references; /* the open itself and each running request; CloseFile comes with the last */
  bool listed;
  found listing;
  struct handle *next, *previous; /* the volume's ring of open handles */
} handle;

/* The one answer that a kernel request gets: from its callback, or from the timer when that takes too long. */
typedef struct {
  fuse_req_t kernel;
  atomic_bool given;
} answer;

typedef struct request {
  DOKAN_FILE_INFO info;
  instance *in;
  handle *file;
  answer *reply;
  uint64_t deadline;
  bool expired;
  struct request *next, *previous;
} request;

typedef struct node {
  WCHAR *path;
  uint64_t references;
  struct node *next;
} node;

enum { NODE_BUCKETS = 1 << 16, FCB_BUCKETS = 1 << 10 };

struct instance {
  DOKAN_OPTIONS *options;
  DOKAN_OPERATIONS *operations;
  WCHAR mount_point[MAX_PATH_UNITS]; /* the text given at mounting */
  WCHAR mounted_as[MAX_PATH_UNITS];
  char *directory;
  bool write_protected, case_sensitive;

  struct fuse_session *session;
  int wake;
  int keep_alive; /* a watching child unmounts when this end closes, as the driver does when a process dies */
  pid_t watcher;
  pthread_t workers[MAX_WORKERS], timer;
  int worker_count;
  atomic_bool leaving;
  atomic_bool unmounted_told;

  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool closed;
  int users;       /* calls that found this volume by its mount point and are not done; guarded by the list's lock */
  request running; /* ring */
  handle open;     /* ring */
  node *nodes[NODE_BUCKETS];
  node root;
  fcb *files[FCB_BUCKETS];
  struct instance *next;
};

/* names.c */
size_t units(const WCHAR *text);
WCHAR *copy_units(const WCHAR *text);
bool same_units(const WCHAR *a, const WCHAR *b, bool ignore_case);
unsigned hash_units(const WCHAR *text, bool ignore_case);
WCHAR *to_utf16(const char *utf8);
char *to_utf8(const WCHAR *text);
WCHAR *child_path(const WCHAR *parent, const char *name);
WCHAR *parent_path(const WCHAR *path);
bool has_wildcard(const WCHAR *text);
bool name_matches(const WCHAR *pattern, const WCHAR *name, bool ignore_case);

/* requests.c */
int errno_of(NTSTATUS status);
NTSTATUS open_file(instance *in, answer *reply, const WCHAR *path, ACCESS_MASK access, ULONG disposition, ULONG options,
                   handle **out);
NTSTATUS information(handle *file, answer *reply, BY_HANDLE_FILE_INFORMATION *out);
NTSTATUS read_file(handle *file, answer *reply, void *buffer, DWORD length, LONGLONG offset, bool paging, DWORD *got);
NTSTATUS find_files(instance *in, handle *file, answer *reply, const WCHAR *path, const WCHAR *pattern, found *out);
void cleanup(handle *file, answer *reply, bool delete);
void close_file(handle *file);
void abandon(handle *file);
NTSTATUS write_like(handle *file, answer *reply, const char *what, const void *data, DWORD length, LONGLONG offset,
                    const WCHAR *target);
NTSTATUS volume(instance *in, answer *reply, ULONGLONG *total, ULONGLONG *free, WCHAR *label, WCHAR *system,
                DWORD *serial, DWORD *flags);
void mounted(instance *in);
void unmounted(instance *in);
void *watch_time(void *in);
bool reset_timeout(DOKAN_FILE_INFO *info, ULONG milliseconds);
uint64_t now_ms(void);

/* kernel.c */
extern const struct fuse_lowlevel_ops kernel_operations;
extern __thread char *pool; /* a worker's buffer for reads */
void kernel_noise(instance *in);

/* mounting.c */
bool kernel_mount(instance *in);
void kernel_serve(instance *in);
void kernel_cut(instance *in);
void kernel_release(instance *in);
void kernel_end(instance *in);

/* instance.c */
instance *use_instance(const WCHAR *mount_point);
void done_with(instance *in);

/* control.c */
bool take_injected_result(int *result);
const char *letters_directory(void);
const char *mounted_as(void);

#endif
