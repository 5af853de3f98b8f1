/* One callback each: DOKAN_FILE_INFO as the library fills it, handles, the spelling of open files, time limits. */
#include "double.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

int errno_of(NTSTATUS status) {
  switch (status) {
  case STATUS_SUCCESS: return 0;
  case STATUS_OBJECT_NAME_NOT_FOUND:
  case STATUS_OBJECT_PATH_NOT_FOUND:
  case STATUS_NO_SUCH_FILE: return ENOENT;
  case STATUS_OBJECT_NAME_COLLISION: return EEXIST;
  case STATUS_OBJECT_NAME_INVALID:
  case STATUS_INVALID_PARAMETER: return EINVAL;
  case STATUS_ACCESS_DENIED: return EACCES;
  case STATUS_MEDIA_WRITE_PROTECTED: return EROFS;
  case STATUS_FILE_IS_A_DIRECTORY: return EISDIR;
  case STATUS_NOT_A_DIRECTORY: return ENOTDIR;
  case STATUS_NOT_SUPPORTED: return EOPNOTSUPP;
  case STATUS_NOT_IMPLEMENTED: return ENOSYS;
  case STATUS_NO_SUCH_DEVICE:
  case STATUS_VOLUME_DISMOUNTED:
  case STATUS_DEVICE_NOT_READY: return ENODEV;
  default: return EIO;
  }
}

/* The driver's bounds: 15 s by default, at most five minutes. */
static uint64_t limit_of(instance *in) {
  long forced = atomic_load(&knob.request_timeout);
  if (forced) return (uint64_t)forced;
  ULONG asked = in->options->Timeout;
  return asked < 15000 ? 15000 : asked > 300000 ? 300000 : asked;
}

static void begin(request *r, instance *in, handle *file, answer *reply) {
  memset(r, 0, sizeof *r);
  r->in = in;
  r->file = file;
  r->reply = reply;
  r->deadline = now_ms() + limit_of(in);
  if (in->options->Version != DOKAN_MINIMUM_COMPATIBLE_VERSION) violation("the options' memory changed while mounted");
  r->info.DokanOptions = in->options;
  r->info.DokanContext = (ULONG64)(uintptr_t)r;
  r->info.ProcessId = reply && reply->kernel ? (ULONG)fuse_req_ctx(reply->kernel)->pid : (ULONG)getpid();
  if (file) {
    pthread_mutex_lock(&file->lock);
    file->references++;
    r->info.Context = file->context;
    r->info.IsDirectory = file->is_directory;
    pthread_mutex_unlock(&file->lock);
  }
  pthread_mutex_lock(&in->lock);
  r->next = in->running.next;
  r->previous = &in->running;
  r->next->previous = r->previous->next = r;
  pthread_mutex_unlock(&in->lock);
  long running = atomic_fetch_add(&count.running, 1) + 1, most = atomic_load(&count.most_running);
  while (running > most && !atomic_compare_exchange_weak(&count.most_running, &most, running)) {
  }
}

static void drop(handle *file);

static void end(request *r) {
  pthread_mutex_lock(&r->in->lock);
  r->next->previous = r->previous;
  r->previous->next = r->next;
  if (r->expired) atomic_fetch_add(&count.late_answers, 1);
  pthread_mutex_unlock(&r->in->lock);
  atomic_fetch_sub(&count.running, 1);
  if (r->file) {
    pthread_mutex_lock(&r->file->lock);
    r->file->context = r->info.Context; /* after every request, even one that began before Cleanup */
    pthread_mutex_unlock(&r->file->lock);
    drop(r->file);
  }
}

/* Answers what has run too long; the callback's own answer is dropped when it comes. */
void *watch_time(void *argument) {
  instance *in = argument;
  pthread_mutex_lock(&in->lock);
  while (!in->closed) {
    struct timespec step;
    clock_gettime(CLOCK_REALTIME, &step);
    step.tv_nsec += 20 * 1000 * 1000;
    if (step.tv_nsec >= 1000000000) step.tv_sec++, step.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&in->changed, &in->lock, &step);
    uint64_t now = now_ms();
    for (request *r = in->running.next; r != &in->running; r = r->next) {
      if (r->expired || now < r->deadline) continue;
      r->expired = true;
      atomic_fetch_add(&count.timeouts, 1);
      if (r->reply && r->reply->kernel && !atomic_exchange(&r->reply->given, true))
        fuse_reply_err(r->reply->kernel, EIO);
    }
  }
  pthread_mutex_unlock(&in->lock);
  return NULL;
}

bool reset_timeout(DOKAN_FILE_INFO *info, ULONG milliseconds) {
  request *wanted = (request *)(uintptr_t)info->DokanContext;
  instance *in = wanted->in;
  bool found = false;
  pthread_mutex_lock(&in->lock);
  for (request *r = in->running.next; r != &in->running; r = r->next) {
    if (r != wanted || r->expired) continue;
    found = true;
    r->deadline = now_ms() + (milliseconds > 300000 ? 300000 : milliseconds);
  }
  pthread_mutex_unlock(&in->lock);
  atomic_fetch_add(&count.reset_timeouts, 1);
  return found;
}

/* The table of open files, keyed as the driver does. */
static fcb *open_name(instance *in, const WCHAR *path) {
  bool ignore = !in->case_sensitive;
  pthread_mutex_lock(&in->lock);
  fcb **bucket = &in->files[hash_units(path, ignore) % FCB_BUCKETS], *f = *bucket;
  while (f && !same_units(f->path, path, ignore)) f = f->next;
  if (!f) {
    f = calloc(1, sizeof *f);
    f->path = copy_units(path);
    f->next = *bucket;
    *bucket = f;
  }
  f->references++;
  pthread_mutex_unlock(&in->lock);
  return f;
}

static void close_name(instance *in, fcb *file) {
  bool ignore = !in->case_sensitive;
  pthread_mutex_lock(&in->lock);
  if (--file->references == 0) {
    fcb **p = &in->files[hash_units(file->path, ignore) % FCB_BUCKETS];
    while (*p != file) p = &(*p)->next;
    *p = file->next;
    free(file->path);
    free(file);
  }
  pthread_mutex_unlock(&in->lock);
}

static NTSTATUS ask_create(request *r, const WCHAR *path, ACCESS_MASK access, ULONG disposition, ULONG options) {
  DOKAN_IO_SECURITY_CONTEXT security;
  memset(&security, 0, sizeof security);
  security.DesiredAccess = security.AccessState.OriginalDesiredAccess = access;
  atomic_fetch_add(&count.creates, 1);
  NTSTATUS status =
      r->in->operations->ZwCreateFile(path, &security, access, 0, FILE_SHARE_ALL, disposition, options, &r->info);
  bool may_exist = disposition == FILE_OPEN_IF || disposition == FILE_OVERWRITE_IF || disposition == FILE_SUPERSEDE;
  if (status == STATUS_OBJECT_NAME_COLLISION && may_exist) return STATUS_SUCCESS;
  if (status == STATUS_OBJECT_NAME_COLLISION && disposition == FILE_OPEN)
    violation("OBJECT_NAME_COLLISION for FILE_OPEN");
  return status;
}

NTSTATUS open_file(instance *in, answer *reply, const WCHAR *path, ACCESS_MASK access, ULONG disposition, ULONG options,
                   handle **out) {
  *out = NULL;
  if (units(path) >= MAX_REQUEST_UNITS) return STATUS_INVALID_PARAMETER;
  for (const WCHAR *p = path; *p; p++) {
    if (*p == ':') return STATUS_INVALID_PARAMETER;
  }
  bool protect = in->write_protected && atomic_load(&knob.write_protect), was_open_if = false;
  if (protect) {
    if ((disposition != FILE_OPEN && disposition != FILE_OPEN_IF) || (options & FILE_DELETE_ON_CLOSE))
      return STATUS_MEDIA_WRITE_PROTECTED;
    was_open_if = disposition == FILE_OPEN_IF;
    disposition = FILE_OPEN;
  }
  if ((options & FILE_DIRECTORY_FILE) && (options & FILE_NON_DIRECTORY_FILE)) return STATUS_INVALID_PARAMETER;

  fcb *name = open_name(in, path);
  request r;
  begin(&r, in, NULL, reply);
  r.info.IsDirectory = (options & FILE_DIRECTORY_FILE) != 0;
  NTSTATUS status = ask_create(&r, name->path, access, disposition, options);
  if (status == STATUS_ACCESS_DENIED && (access & ACCESS_DELETE)) {
    /* Whoever may delete children of the parent may delete: asked again for that, and what the second call stores is
     * lost. */
    atomic_fetch_add(&count.parent_retries, 1);
    WCHAR *parent = parent_path(name->path);
    ULONG64 kept = r.info.Context;
    status = ask_create(&r, parent, FILE_DELETE_CHILD, FILE_OPEN, FILE_DIRECTORY_FILE);
    r.info.Context = kept;
    free(parent);
  }
  ULONG64 context = r.info.Context;
  UCHAR is_directory = r.info.IsDirectory;
  end(&r);
  if (status != STATUS_SUCCESS) {
    close_name(in, name);
    atomic_fetch_add(&count.failed_creates, 1);
    return was_open_if ? STATUS_MEDIA_WRITE_PROTECTED : status;
  }
  handle *file = calloc(1, sizeof *file);
  pthread_mutex_init(&file->lock, NULL);
  file->in = in;
  file->file = name;
  file->context = context;
  file->is_directory = is_directory;
  file->references = 1;
  pthread_mutex_lock(&in->lock);
  file->next = in->open.next;
  file->previous = &in->open;
  file->next->previous = file->previous->next = file;
  pthread_mutex_unlock(&in->lock);
  atomic_fetch_add(&count.open_handles, 1);
  *out = file;
  return STATUS_SUCCESS;
}

void abandon(handle *file) {
  pthread_mutex_lock(&file->in->lock);
  file->next->previous = file->previous;
  file->previous->next = file->next;
  pthread_mutex_unlock(&file->in->lock);
  close_name(file->in, file->file);
  pthread_mutex_destroy(&file->lock);
  free(file->listing.entries);
  free(file);
  atomic_fetch_sub(&count.open_handles, 1);
}

static void drop(handle *file) {
  pthread_mutex_lock(&file->lock);
  bool last = --file->references == 0;
  pthread_mutex_unlock(&file->lock);
  if (!last) return;
  /* Of handles that were open when the volume went, the file system hears no more. */
  if (!atomic_load(&file->in->leaving) && file->in->operations->CloseFile) {
    request r;
    begin(&r, file->in, NULL, NULL);
    r.info.Context = file->context;
    r.info.IsDirectory = file->is_directory;
    atomic_fetch_add(&count.closes, 1);
    file->in->operations->CloseFile(file->file->path, &r.info);
    end(&r);
  }
  abandon(file);
}

void cleanup(handle *file, answer *reply, bool delete) {
  if (atomic_load(&file->in->leaving)) return;
  request r;
  begin(&r, file->in, file, reply);
  r.info.DeletePending = delete;
  atomic_fetch_add(&count.cleanups, 1);
  file->in->operations->Cleanup(file->file->path, &r.info);
  file->cleaned_up = true;
  end(&r);
}

void close_file(handle *file) { drop(file); }

NTSTATUS information(handle *file, answer *reply, BY_HANDLE_FILE_INFORMATION *out) {
  memset(out, 0, sizeof *out);
  request r;
  begin(&r, file->in, file, reply);
  atomic_fetch_add(&count.informations, 1);
  NTSTATUS status = file->in->operations->GetFileInformation(file->file->path, out, &r.info);
  end(&r);
  return status == STATUS_SUCCESS ? status : STATUS_INVALID_PARAMETER;
}

NTSTATUS read_file(handle *file, answer *reply, void *buffer, DWORD length, LONGLONG offset, bool paging, DWORD *got) {
  request r;
  begin(&r, file->in, file, reply);
  ULONG64 kept = r.info.Context;
  r.info.PagingIo = paging;
  if (atomic_load(&knob.paging_no_context)) r.info.Context = 0;
  atomic_fetch_add(&count.reads, 1);
  if (file->cleaned_up) atomic_fetch_add(&count.reads_after_cleanup, 1);
  *got = 0;
  NTSTATUS status = file->in->operations->ReadFile(file->file->path, buffer, length, got, offset, &r.info);
  if (*got > length) {
    violation("more bytes reported than the buffer holds");
    *got = 0;
    status = STATUS_INSUFFICIENT_RESOURCES;
  }
  if (!r.info.Context) r.info.Context = kept;
  end(&r);
  if (status == STATUS_SUCCESS && *got == 0) return STATUS_END_OF_FILE;
  if (status != STATUS_SUCCESS) *got = 0;
  return status;
}

static int fill(WIN32_FIND_DATAW *entry, DOKAN_FILE_INFO *info) {
  found *list = info->ProcessingContext;
  size_t length = 0;
  while (length < MAX_PATH_UNITS && entry->cFileName[length]) length++;
  if (length == 0 || length == MAX_PATH_UNITS) violation("a listed name is empty or has no end");
  if (list->size == list->capacity) {
    list->capacity = list->capacity ? list->capacity * 2 : 64;
    list->entries = realloc(list->entries, list->capacity * sizeof *list->entries);
  }
  list->entries[list->size++] = *entry;
  return 0;
}

NTSTATUS find_files(instance *in, handle *file, answer *reply, const WCHAR *path, const WCHAR *pattern, found *out) {
  DOKAN_OPERATIONS *operations = in->operations;
  NTSTATUS status = STATUS_NOT_IMPLEMENTED;
  out->size = 0;
  request r;
  begin(&r, in, file, reply);
  r.info.ProcessingContext = out;
  atomic_fetch_add(&count.finds, 1);
  if (operations->FindFilesWithPattern && !atomic_load(&knob.plain_find_files)) {
    status = operations->FindFilesWithPattern(path, pattern, fill, &r.info);
  }
  if (status == STATUS_NOT_IMPLEMENTED) {
    out->size = 0;
    status = operations->FindFiles ? operations->FindFiles(path, fill, &r.info) : STATUS_NOT_IMPLEMENTED;
    size_t kept = 0;
    for (size_t i = 0; i < out->size; i++) {
      if (name_matches(pattern, out->entries[i].cFileName, !in->case_sensitive)) out->entries[kept++] = out->entries[i];
    }
    out->size = kept;
  }
  end(&r);
  return status == STATUS_SUCCESS && out->size == 0 ? STATUS_NO_SUCH_FILE : status;
}

NTSTATUS write_like(handle *file, answer *reply, const char *what, const void *data, DWORD length, LONGLONG offset,
                    const WCHAR *target) {
  DOKAN_OPERATIONS *o = file->in->operations;
  const WCHAR *path = file->file->path;
  FILETIME none = {0, 0};
  DWORD written = 0;
  NTSTATUS status = STATUS_NOT_IMPLEMENTED;
  request r;
  begin(&r, file->in, file, reply);
  atomic_fetch_add(&count.writes, 1);
  if (!strcmp(what, "WriteFile") && o->WriteFile) status = o->WriteFile(path, data, length, &written, offset, &r.info);
  if (!strcmp(what, "SetEndOfFile") && o->SetEndOfFile) status = o->SetEndOfFile(path, offset, &r.info);
  if (!strcmp(what, "SetAllocationSize") && o->SetAllocationSize) status = o->SetAllocationSize(path, offset, &r.info);
  if (!strcmp(what, "SetFileAttributes") && o->SetFileAttributes) status = o->SetFileAttributes(path, length, &r.info);
  if (!strcmp(what, "SetFileTime") && o->SetFileTime) status = o->SetFileTime(path, &none, &none, &none, &r.info);
  if (!strcmp(what, "DeleteFile") && o->DeleteFile) status = o->DeleteFile(path, &r.info);
  if (!strcmp(what, "DeleteDirectory") && o->DeleteDirectory) status = o->DeleteDirectory(path, &r.info);
  if (!strcmp(what, "MoveFile") && o->MoveFile) status = o->MoveFile(path, target, 1, &r.info);
  if (!strcmp(what, "SetFileSecurity") && o->SetFileSecurity) {
    ULONG dacl = 4;
    status = o->SetFileSecurity(path, &dacl, &none, sizeof none, &r.info);
  }
  if (!strcmp(what, "FlushFileBuffers"))
    status = o->FlushFileBuffers ? o->FlushFileBuffers(path, &r.info) : STATUS_SUCCESS;
  end(&r);
  return status;
}

NTSTATUS volume(instance *in, answer *reply, ULONGLONG *total, ULONGLONG *free, WCHAR *label, WCHAR *system,
                DWORD *serial, DWORD *flags) {
  ULONGLONG available = 0;
  DWORD component = 0;
  request r;
  begin(&r, in, NULL, reply);
  NTSTATUS status = in->operations->GetDiskFreeSpace(&available, total, free, &r.info);
  end(&r);
  if (status != STATUS_SUCCESS) return status;
  memset(label, 0, MAX_PATH_UNITS * sizeof(WCHAR));
  memset(system, 0, MAX_PATH_UNITS * sizeof(WCHAR));
  begin(&r, in, NULL, reply);
  status = in->operations->GetVolumeInformation(label, MAX_PATH_UNITS, serial, &component, flags, system,
                                                MAX_PATH_UNITS, &r.info);
  end(&r);
  if (units(label) > 32) violation("the label is longer than 32 units");
  if (units(system) > 10) violation("the file system's name is longer than 10 units");
  return status;
}

void mounted(instance *in) {
  request r;
  begin(&r, in, NULL, NULL);
  atomic_fetch_add(&count.mounted, 1);
  if (in->operations->Mounted) in->operations->Mounted(in->mounted_as, &r.info);
  end(&r);
}

void unmounted(instance *in) {
  if (atomic_exchange(&in->unmounted_told, true)) return;
  if (!atomic_load(&knob.silent_unmount) && in->operations->Unmounted) {
    request r;
    begin(&r, in, NULL, NULL);
    atomic_fetch_add(&count.unmounted, 1);
    in->operations->Unmounted(&r.info);
    end(&r);
  }
  pthread_mutex_lock(&in->lock);
  in->closed = true;
  pthread_cond_broadcast(&in->changed);
  pthread_mutex_unlock(&in->lock);
}
