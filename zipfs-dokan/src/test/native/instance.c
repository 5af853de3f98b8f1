/* The exports: a volume from create to close. */
#include "double.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t unused = PTHREAD_COND_INITIALIZER;
static instance *instances;
static int initialized;
static __thread instance *serving; /* set on worker threads */

static bool is_letter(const WCHAR *text) {
  size_t n = units(text);
  bool letter = (text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z');
  return letter && n <= 3 && (n < 2 || text[1] == ':') && (n < 3 || text[2] == '\\');
}

static WCHAR upper(WCHAR c) { return c >= 'a' ? c - 32 : c; }

/* As the driver: up to three characters mean a letter, all else is compared exactly. */
static instance *find(const WCHAR *mount_point) {
  instance *in = instances;
  for (; in; in = in->next) {
    if (units(mount_point) <= 3 ? is_letter(in->mounted_as) && upper(in->mounted_as[0]) == upper(mount_point[0])
                                : same_units(in->mounted_as, mount_point, false)) {
      break;
    }
  }
  return in;
}

/* The volume mounted there, which is not freed before done_with; NULL if there is none. */
instance *use_instance(const WCHAR *mount_point) {
  pthread_mutex_lock(&all);
  instance *in = find(mount_point);
  if (in) in->users++;
  pthread_mutex_unlock(&all);
  return in;
}

void done_with(instance *in) {
  pthread_mutex_lock(&all);
  in->users--;
  pthread_cond_broadcast(&unused);
  pthread_mutex_unlock(&all);
}

static bool is_taken(const WCHAR *mount_point) {
  pthread_mutex_lock(&all);
  bool taken = find(mount_point);
  pthread_mutex_unlock(&all);
  return taken;
}

static char *letter_directory(WCHAR letter) {
  size_t length = strlen(letters_directory()) + 3;
  char *path = malloc(length);
  snprintf(path, length, "%s/%c", letters_directory(), (char)letter);
  mkdir(path, 0755);
  return path;
}

static bool is_empty_directory(const char *path) {
  DIR *directory = opendir(path);
  if (!directory) return false;
  int others = 0;
  for (struct dirent *e; (e = readdir(directory));) others += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
  closedir(directory);
  return others == 0;
}

static int place(instance *in) {
  bool manager = in->options->Options & DOKAN_OPTION_MOUNT_MANAGER;
  memcpy(in->mounted_as, in->mount_point, sizeof in->mounted_as);
  if (!is_letter(in->mount_point)) {
    in->directory = to_utf8(in->mount_point);
    return is_empty_directory(in->directory) ? 0 : manager ? DOKAN_START_ERROR : DOKAN_MOUNT_ERROR;
  }
  if (!*letters_directory()) return DOKAN_MOUNT_ERROR;
  WCHAR letter = upper(in->mount_point[0]);
  if (*mounted_as()) {
    letter = (WCHAR)*mounted_as();
  } else if (is_taken(in->mount_point)) {
    if (!manager) return DOKAN_MOUNT_ERROR;
    WCHAR next[] = {'D', 0};
    while (is_taken(next)) next[0]++;
    letter = next[0];
  }
  in->mounted_as[0] = letter;
  in->mounted_as[1] = ':';
  in->mounted_as[2] = 0;
  in->directory = letter_directory(letter);
  return is_empty_directory(in->directory) ? 0 : DOKAN_MOUNT_ERROR;
}

static void *work(void *argument) {
  instance *in = argument;
  serving = in;
  if (pthread_equal(pthread_self(), in->workers[0]) && atomic_load(&knob.noise)) kernel_noise(in);
  kernel_serve(in);
  unmounted(in); /* the first worker that notices tells, while the others may still be in callbacks */
  return NULL;
}

static void free_instance(instance *in) {
  pthread_mutex_destroy(&in->lock);
  pthread_cond_destroy(&in->changed);
  free(in->directory);
  free(in);
}

int DokanCreateFileSystem(DOKAN_OPTIONS *options, DOKAN_OPERATIONS *operations, DOKAN_HANDLE *out) {
  int injected;
  pthread_mutex_lock(&all);
  bool ready = initialized > 0;
  pthread_mutex_unlock(&all);
  if (!ready) {
    violation("DokanCreateFileSystem before DokanInit");
    return DOKAN_ERROR;
  }
  if (options->Version < DOKAN_MINIMUM_COMPATIBLE_VERSION) return DOKAN_VERSION_ERROR;
  if (units(options->MountPoint) >= MAX_PATH_UNITS || (options->UNCName && units(options->UNCName) >= 64)) {
    violation("a mount point or UNC name that does not fit its buffer");
    return DOKAN_ERROR;
  }
  if ((options->Options & DOKAN_OPTION_NETWORK) && !options->UNCName) return DOKAN_MOUNT_POINT_ERROR;
  if (take_injected_result(&injected)) return injected;
  if (atomic_load(&knob.driver_version) == 0) return DOKAN_DRIVER_INSTALL_ERROR;

  instance *in = calloc(1, sizeof *in);
  in->options = options;
  in->operations = operations;
  in->write_protected = options->Options & DOKAN_OPTION_WRITE_PROTECT;
  in->case_sensitive = options->Options & DOKAN_OPTION_CASE_SENSITIVE;
  in->running.next = in->running.previous = &in->running;
  in->open.next = in->open.previous = &in->open;
  memcpy(in->mount_point, options->MountPoint, (units(options->MountPoint) + 1) * sizeof(WCHAR));
  pthread_mutex_init(&in->lock, NULL);
  pthread_cond_init(&in->changed, NULL);
  static const WCHAR root[] = {'\\', 0};
  in->root.path = (WCHAR *)root;

  int result = place(in);
  if (result == 0 && !kernel_mount(in)) result = DOKAN_MOUNT_ERROR;
  if (result != 0) {
    free_instance(in);
    return result;
  }
  pthread_mutex_lock(&all);
  in->next = instances;
  instances = in;
  pthread_mutex_unlock(&all);
  atomic_fetch_add(&count.instances, 1);

  long wanted = atomic_load(&knob.workers), processors = sysconf(_SC_NPROCESSORS_ONLN);
  in->worker_count = wanted ? (int)wanted : options->SingleThread ? 1 : processors < 2 ? 2 : (int)processors;
  if (in->worker_count > MAX_WORKERS) in->worker_count = MAX_WORKERS;
  pthread_create(&in->timer, NULL, watch_time, in);
  for (int i = 0; i < in->worker_count; i++) pthread_create(&in->workers[i], NULL, work, in);
  mounted(in); /* on this thread, before the handle is stored, after the workers began */
  *out = in;
  return DOKAN_SUCCESS;
}

int DokanMain(DOKAN_OPTIONS *options, DOKAN_OPERATIONS *operations) {
  DOKAN_HANDLE in;
  int result = DokanCreateFileSystem(options, operations, &in);
  if (result != DOKAN_SUCCESS) return result;
  DokanWaitForFileSystemClosed(in, INFINITE);
  DokanCloseHandle(in);
  return result;
}

DWORD DokanWaitForFileSystemClosed(DOKAN_HANDLE argument, DWORD milliseconds) {
  instance *in = argument;
  if (!in) return WAIT_OBJECT_0;
  uint64_t end = now_ms() + milliseconds;
  pthread_mutex_lock(&in->lock);
  while (!in->closed && (milliseconds == INFINITE || now_ms() < end)) {
    struct timespec step;
    clock_gettime(CLOCK_REALTIME, &step);
    step.tv_nsec += 10 * 1000 * 1000;
    if (step.tv_nsec >= 1000000000) step.tv_sec++, step.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&in->changed, &in->lock, &step);
  }
  bool closed = in->closed;
  pthread_mutex_unlock(&in->lock);
  return closed ? WAIT_OBJECT_0 : WAIT_TIMEOUT;
}

BOOL DokanIsFileSystemRunning(DOKAN_HANDLE in) { return in && DokanWaitForFileSystemClosed(in, 0) == WAIT_TIMEOUT; }

void DokanCloseHandle(DOKAN_HANDLE argument) {
  instance *in = argument;
  if (!in) return;
  if (serving) {
    violation("DokanCloseHandle inside a callback");
    return;
  }
  pthread_mutex_lock(&all);
  instance **p = &instances;
  while (*p && *p != in) p = &(*p)->next;
  if (!*p) {
    pthread_mutex_unlock(&all);
    violation("DokanCloseHandle twice");
    return;
  }
  *p = in->next;
  while (in->users > 0) pthread_cond_wait(&unused, &all);
  pthread_mutex_unlock(&all);

  if (!atomic_load(&in->leaving)) kernel_release(in);
  DokanWaitForFileSystemClosed(in, INFINITE);
  for (int i = 0; i < in->worker_count; i++) pthread_join(in->workers[i], NULL);
  pthread_join(in->timer, NULL);
  kernel_end(in);
  free_instance(in);
  atomic_fetch_sub(&count.instances, 1);
}

BOOL DokanRemoveMountPoint(const WCHAR *mount_point) {
  instance *in = use_instance(mount_point);
  if (!in) return 0;
  bool first = !atomic_load(&in->leaving);
  if (first) kernel_release(in);
  done_with(in);
  return first;
}

BOOL DokanUnmount(WCHAR letter) {
  WCHAR text[] = {letter, ':', 0};
  return DokanRemoveMountPoint(text);
}

void DokanInit(void) {
  pthread_mutex_lock(&all);
  initialized++;
  pthread_mutex_unlock(&all);
  atomic_fetch_add(&count.inits, 1);
}

void DokanShutdown(void) {
  pthread_mutex_lock(&all);
  if (--initialized < 0 || (initialized == 0 && instances))
    violation("DokanShutdown once too often or with a volume mounted");
  pthread_mutex_unlock(&all);
  atomic_fetch_sub(&count.inits, 1);
}

ULONG DokanVersion(void) { return (ULONG)atomic_load(&knob.version); }

ULONG DokanDriverVersion(void) { return (ULONG)atomic_load(&knob.driver_version); }

BOOL DokanIsNameInExpression(const WCHAR *expression, const WCHAR *name, BOOL ignore_case) {
  return name_matches(expression, name, ignore_case);
}

BOOL DokanResetTimeout(ULONG milliseconds, DOKAN_FILE_INFO *info) { return reset_timeout(info, milliseconds); }

DOKAN_MOUNT_POINT_INFO *DokanGetMountPointList(BOOL unc_only, ULONG *size) {
  *size = 0;
  if (unc_only) return NULL;
  pthread_mutex_lock(&all);
  ULONG n = 0;
  for (instance *in = instances; in; in = in->next) n++;
  DOKAN_MOUNT_POINT_INFO *list = n ? calloc(n, sizeof *list) : NULL;
  for (instance *in = instances; in; in = in->next) {
    memcpy(list[*size].MountPoint, in->mounted_as, sizeof in->mounted_as);
    list[*size].MountOptions = in->options->Options;
    ++*size;
  }
  pthread_mutex_unlock(&all);
  return list;
}

void DokanReleaseMountPointList(DOKAN_MOUNT_POINT_INFO *list) { free(list); }

void DokanDebugMode(BOOL on) { (void)on; }

void DokanUseStdErr(BOOL on) { (void)on; }
