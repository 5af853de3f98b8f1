/* The kernel's side: each FUSE request becomes the callbacks that the like request of a Windows program leads to. */
#define _GNU_SOURCE
#include "double.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static instance *of(fuse_req_t req) { return fuse_req_userdata(req); }

#define ANSWER(req) answer reply = {req, false}
#define GIVE(call)                                                                                                     \
  do {                                                                                                                 \
    if (!atomic_exchange(&reply.given, true)) call;                                                                    \
  } while (0)
#define FAIL(status) GIVE(fuse_reply_err(req, errno_of(status)))

/* Inode numbers: the address of a node, one node a path. */

static node *node_of(instance *in, fuse_ino_t ino) { return ino == FUSE_ROOT_ID ? &in->root : (node *)(uintptr_t)ino; }

static node *remember(instance *in, const WCHAR *path) {
  pthread_mutex_lock(&in->lock);
  node **bucket = &in->nodes[hash_units(path, false) % NODE_BUCKETS], *n = *bucket;
  while (n && !same_units(n->path, path, false)) n = n->next;
  if (!n) {
    n = calloc(1, sizeof *n);
    n->path = copy_units(path);
    n->next = *bucket;
    *bucket = n;
  }
  n->references++;
  pthread_mutex_unlock(&in->lock);
  return n;
}

static void forget(instance *in, fuse_ino_t ino, uint64_t times) {
  if (ino == FUSE_ROOT_ID) return;
  node *n = node_of(in, ino);
  pthread_mutex_lock(&in->lock);
  n->references -= times;
  if (n->references == 0) {
    node **p = &in->nodes[hash_units(n->path, false) % NODE_BUCKETS];
    while (*p != n) p = &(*p)->next;
    *p = n->next;
    free(n->path);
    free(n);
  }
  pthread_mutex_unlock(&in->lock);
}

static void stat_of(const BY_HANDLE_FILE_INFORMATION *i, fuse_ino_t ino, struct stat *s) {
  memset(s, 0, sizeof *s);
  bool directory = i->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
  s->st_ino = ino;
  s->st_mode = directory ? S_IFDIR | 0755 : S_IFREG | (i->dwFileAttributes & 1 ? 0555 : 0755);
  s->st_nlink = i->nNumberOfLinks;
  s->st_uid = getuid();
  s->st_gid = getgid();
  s->st_size = (off_t)((uint64_t)i->nFileSizeHigh << 32 | i->nFileSizeLow);
  s->st_blocks = (s->st_size + 511) / 512;
  int64_t ticks = (int64_t)((uint64_t)i->ftLastWriteTime.dwHighDateTime << 32 | i->ftLastWriteTime.dwLowDateTime);
  s->st_mtim.tv_sec = ticks / 10000000 - 11644473600;
  s->st_mtim.tv_nsec = ticks % 10000000 * 100;
  s->st_atim = s->st_ctim = s->st_mtim;
}

static double cache_seconds(void) { return (double)atomic_load(&knob.cache_ms) / 1000; }

/* Requests. */

static NTSTATUS attributes(instance *in, answer *reply, const WCHAR *path, BY_HANDLE_FILE_INFORMATION *out) {
  handle *file;
  NTSTATUS status = open_file(in, reply, path, FILE_READ_ATTRIBUTES | SYNCHRONIZE, FILE_OPEN, 0, &file);
  if (status != STATUS_SUCCESS) return status;
  status = information(file, reply, out);
  cleanup(file, reply, false);
  close_file(file);
  return status;
}

static void do_lookup(fuse_req_t req, fuse_ino_t parent, const char *name) {
  instance *in = of(req);
  ANSWER(req);
  WCHAR *path = child_path(node_of(in, parent)->path, name);
  if (!path) {
    GIVE(fuse_reply_err(req, ENOENT));
    return;
  }
  NTSTATUS status = STATUS_SUCCESS;
  if (atomic_load(&knob.lookup_by_pattern)) {
    found list = {0};
    WCHAR *wide = to_utf16(name);
    status = find_files(in, NULL, &reply, node_of(in, parent)->path, wide, &list);
    free(wide);
    free(list.entries);
  }
  struct fuse_entry_param entry;
  memset(&entry, 0, sizeof entry);
  BY_HANDLE_FILE_INFORMATION i;
  if (status == STATUS_SUCCESS) status = attributes(in, &reply, path, &i);
  if (status == STATUS_SUCCESS) {
    node *n = remember(in, path);
    entry.ino = (fuse_ino_t)(uintptr_t)n;
    entry.attr_timeout = entry.entry_timeout = cache_seconds();
    stat_of(&i, entry.ino, &entry.attr);
    if (atomic_exchange(&reply.given, true) || fuse_reply_entry(req, &entry) != 0) forget(in, entry.ino, 1);
  } else {
    FAIL(status);
  }
  free(path);
}

static void do_forget(fuse_req_t req, fuse_ino_t ino, uint64_t times) {
  forget(of(req), ino, times);
  fuse_reply_none(req);
}

static void do_getattr(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi) {
  instance *in = of(req);
  ANSWER(req);
  BY_HANDLE_FILE_INFORMATION i;
  NTSTATUS status = fi && fi->fh ? information((handle *)(uintptr_t)fi->fh, &reply, &i)
                                 : attributes(in, &reply, node_of(in, ino)->path, &i);
  struct stat s;
  if (status == STATUS_SUCCESS) {
    stat_of(&i, ino, &s);
    GIVE(fuse_reply_attr(req, &s, cache_seconds()));
  } else {
    FAIL(status);
  }
}

static ACCESS_MASK access_of(int flags) {
  int mode = flags & O_ACCMODE;
  return FILE_READ_ATTRIBUTES | SYNCHRONIZE | (mode == O_WRONLY ? 0 : FILE_READ_DATA) |
         (mode == O_RDONLY ? 0 : FILE_WRITE_DATA);
}

static void do_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi) {
  instance *in = of(req);
  ANSWER(req);
  handle *file;
  NTSTATUS status =
      open_file(in, &reply, node_of(in, ino)->path, access_of(fi->flags), FILE_OPEN, FILE_NON_DIRECTORY_FILE, &file);
  if (status != STATUS_SUCCESS) {
    FAIL(status);
    return;
  }
  fi->fh = (uint64_t)(uintptr_t)file;
  fi->noflush =
      1; /* else a process that dies with files of its own drive open waits for itself to answer their flush */
  if (atomic_exchange(&reply.given, true) || fuse_reply_open(req, fi) != 0) {
    cleanup(file, NULL, false);
    close_file(file);
  }
}

__thread char *pool;

static void do_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi) {
  (void)ino;
  ANSWER(req);
  /* As the library: small buffers come from a pool and keep older data, large ones are made for the request. */
  if (!pool) pool = malloc(POOL_BUFFER);
  char *buffer = size <= POOL_BUFFER ? pool : malloc(size);
  DWORD got;
  NTSTATUS status = read_file((handle *)(uintptr_t)fi->fh, &reply, buffer, (DWORD)size, offset, false, &got);
  if (status == STATUS_SUCCESS || status == STATUS_END_OF_FILE) {
    GIVE(fuse_reply_buf(req, buffer, got));
  } else {
    FAIL(status);
  }
  if (buffer != pool) free(buffer);
}

static void do_release(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi) {
  (void)ino;
  handle *file = (handle *)(uintptr_t)fi->fh;
  cleanup(file, NULL, false);
  if (atomic_load(&knob.paging_after_cleanup) && !file->is_directory && !atomic_load(&file->in->leaving)) {
    /* A mapped file: its pages are still read when its last handle is closed. */
    char page[4096];
    DWORD got;
    NTSTATUS status = read_file(file, NULL, page, sizeof page, 0, true, &got);
    bool expected = status == STATUS_SUCCESS || status == STATUS_END_OF_FILE || status == STATUS_VOLUME_DISMOUNTED;
    if (!expected) violation("a paging read after Cleanup failed");
  }
  close_file(file);
  fuse_reply_err(req, 0);
}

static void do_opendir(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi) {
  instance *in = of(req);
  ANSWER(req);
  handle *file;
  NTSTATUS status = open_file(in, &reply, node_of(in, ino)->path, FILE_READ_DATA | SYNCHRONIZE, FILE_OPEN,
                              FILE_DIRECTORY_FILE, &file);
  if (status != STATUS_SUCCESS) {
    FAIL(status);
    return;
  }
  if (!file->is_directory) violation("a directory was opened and IsDirectory not set");
  fi->fh = (uint64_t)(uintptr_t)file;
  if (atomic_exchange(&reply.given, true) || fuse_reply_open(req, fi) != 0) {
    cleanup(file, NULL, false);
    close_file(file);
  }
}

static void do_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi) {
  instance *in = of(req);
  (void)ino;
  ANSWER(req);
  handle *file = (handle *)(uintptr_t)fi->fh;
  const WCHAR all[] = {'*', 0};
  NTSTATUS status = STATUS_SUCCESS;
  if (!file->listed || offset == 0) { /* kept for the handle, asked for again when the scan restarts */
    file->listing.size = 0;
    status = find_files(in, file, &reply, file->file->path, all, &file->listing);
    file->listed = true;
  }
  if (status != STATUS_SUCCESS && status != STATUS_NO_SUCH_FILE) {
    FAIL(status);
    return;
  }
  char *buffer = malloc(size);
  size_t used = 0, at = (size_t)offset;
  for (; at < file->listing.size + 2; at++) {
    struct stat s;
    memset(&s, 0, sizeof s);
    s.st_ino = at + 2;
    char *name;
    if (at < 2) { /* put in front by the library, never sent by the file system */
      s.st_mode = S_IFDIR;
      name = strdup(at == 0 ? "." : "..");
    } else {
      const WIN32_FIND_DATAW *entry = &file->listing.entries[at - 2];
      s.st_mode = entry->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR : S_IFREG;
      name = to_utf8(entry->cFileName);
    }
    size_t needed = fuse_add_direntry(req, buffer + used, size - used, name, &s, (off_t)at + 1);
    free(name);
    if (needed > size - used) break;
    used += needed;
  }
  GIVE(fuse_reply_buf(req, buffer, used));
  free(buffer);
}

static void do_statfs(fuse_req_t req, fuse_ino_t ino) {
  instance *in = of(req);
  (void)ino;
  ANSWER(req);
  ULONGLONG total = 0, available = 0;
  DWORD serial = 0, flags = 0;
  WCHAR label[MAX_PATH_UNITS], system[MAX_PATH_UNITS];
  NTSTATUS status = volume(in, &reply, &total, &available, label, system, &serial, &flags);
  if (status != STATUS_SUCCESS) {
    FAIL(status);
    return;
  }
  ULONG unit = in->options->AllocationUnitSize, sector = in->options->SectorSize;
  bool bad = unit < 512 || unit > 65536 || (unit & (unit - 1)) || sector < 512 || sector > 65536 ||
             (sector & (sector - 1)) || unit % sector;
  if (bad) violation("allocation unit or sector size out of bounds");
  struct statvfs s;
  memset(&s, 0, sizeof s);
  s.f_bsize = s.f_frsize = bad ? 512 : unit;
  s.f_blocks = total / s.f_frsize; /* rounds down */
  s.f_bfree = s.f_bavail = available / s.f_frsize;
  s.f_namemax = 255;
  s.f_fsid = serial;
  GIVE(fuse_reply_statfs(req, &s));
}

/* Attempts to write: refused by the driver on a write-protected volume, else by the file system. */

static NTSTATUS attempt(instance *in, answer *reply, const WCHAR *path, ACCESS_MASK access, ULONG options,
                        const char *what, const void *data, DWORD length, LONGLONG offset, const WCHAR *target) {
  if (in->write_protected && atomic_load(&knob.write_protect)) return STATUS_MEDIA_WRITE_PROTECTED;
  handle *file;
  NTSTATUS status = open_file(in, reply, path, access | SYNCHRONIZE, FILE_OPEN, options, &file);
  if (status != STATUS_SUCCESS) return status;
  status = write_like(file, reply, what, data, length, offset, target);
  bool delete = status == STATUS_SUCCESS && !strncmp(what, "Delete", 6);
  cleanup(file, reply, delete);
  close_file(file);
  return status;
}

static void do_write(fuse_req_t req, fuse_ino_t ino, const char *data, size_t size, off_t offset,
                     struct fuse_file_info *fi) {
  (void)ino;
  ANSWER(req);
  NTSTATUS status = write_like((handle *)(uintptr_t)fi->fh, &reply, "WriteFile", data, (DWORD)size, offset, NULL);
  if (status == STATUS_SUCCESS) {
    GIVE(fuse_reply_write(req, size));
  } else {
    FAIL(status);
  }
}

static void do_setattr(fuse_req_t req, fuse_ino_t ino, struct stat *s, int what, struct fuse_file_info *fi) {
  instance *in = of(req);
  (void)fi;
  ANSWER(req);
  const WCHAR *path = node_of(in, ino)->path;
  NTSTATUS status = what & FUSE_SET_ATTR_SIZE
                        ? attempt(in, &reply, path, FILE_WRITE_DATA, 0, "SetEndOfFile", NULL, 0, s->st_size, NULL)
                    : what & FUSE_SET_ATTR_MODE
                        ? attempt(in, &reply, path, FILE_WRITE_ATTRIBUTES, 0, "SetFileAttributes", NULL,
                                  FILE_ATTRIBUTE_NORMAL, 0, NULL)
                        : attempt(in, &reply, path, FILE_WRITE_ATTRIBUTES, 0, "SetFileTime", NULL, 0, 0, NULL);
  FAIL(status == STATUS_SUCCESS ? STATUS_NOT_SUPPORTED : status);
}

static void make(fuse_req_t req, fuse_ino_t parent, const char *name, ULONG disposition, ULONG options) {
  instance *in = of(req);
  ANSWER(req);
  WCHAR *path = child_path(node_of(in, parent)->path, name);
  handle *file = NULL;
  NTSTATUS status = path ? open_file(in, &reply, path, FILE_WRITE_DATA | SYNCHRONIZE, disposition, options, &file)
                         : STATUS_OBJECT_NAME_INVALID;
  if (file) {
    cleanup(file, &reply, false);
    close_file(file);
  }
  FAIL(status == STATUS_SUCCESS ? STATUS_NOT_SUPPORTED : status);
  free(path);
}

static void do_create(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *fi) {
  (void)mode;
  make(req, parent, name,
       fi->flags & O_TRUNC  ? FILE_OVERWRITE_IF
       : fi->flags & O_EXCL ? FILE_CREATE
                            : FILE_OPEN_IF,
       FILE_NON_DIRECTORY_FILE);
}

static void do_mknod(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, dev_t device) {
  (void)mode, (void)device;
  make(req, parent, name, FILE_CREATE, FILE_NON_DIRECTORY_FILE);
}

static void do_mkdir(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode) {
  (void)mode;
  make(req, parent, name, FILE_CREATE, FILE_DIRECTORY_FILE);
}

static void remove_name(fuse_req_t req, fuse_ino_t parent, const char *name, const char *what, ULONG options) {
  instance *in = of(req);
  ANSWER(req);
  WCHAR *path = child_path(node_of(in, parent)->path, name);
  NTSTATUS status =
      path ? attempt(in, &reply, path, ACCESS_DELETE, options, what, NULL, 0, 0, NULL) : STATUS_OBJECT_NAME_INVALID;
  FAIL(status == STATUS_SUCCESS ? STATUS_NOT_SUPPORTED : status);
  free(path);
}

static void do_unlink(fuse_req_t req, fuse_ino_t parent, const char *name) {
  remove_name(req, parent, name, "DeleteFile", FILE_NON_DIRECTORY_FILE);
}

static void do_rmdir(fuse_req_t req, fuse_ino_t parent, const char *name) {
  remove_name(req, parent, name, "DeleteDirectory", FILE_DIRECTORY_FILE);
}

static void do_rename(fuse_req_t req, fuse_ino_t parent, const char *name, fuse_ino_t new_parent, const char *new_name,
                      unsigned flags) {
  instance *in = of(req);
  (void)flags;
  ANSWER(req);
  WCHAR *path = child_path(node_of(in, parent)->path, name),
        *target = child_path(node_of(in, new_parent)->path, new_name);
  NTSTATUS status = path && target ? attempt(in, &reply, path, ACCESS_DELETE, 0, "MoveFile", NULL, 0, 0, target)
                                   : STATUS_OBJECT_NAME_INVALID;
  FAIL(status == STATUS_SUCCESS ? STATUS_NOT_SUPPORTED : status);
  free(path);
  free(target);
}

static void do_init(void *userdata, struct fuse_conn_info *conn) {
  (void)userdata;
  conn->want &= ~(FUSE_CAP_SPLICE_READ | FUSE_CAP_SPLICE_WRITE | FUSE_CAP_SPLICE_MOVE | FUSE_CAP_ATOMIC_O_TRUNC |
                  FUSE_CAP_AUTO_INVAL_DATA);
}

const struct fuse_lowlevel_ops kernel_operations = {
    .init = do_init,
    .lookup = do_lookup,
    .forget = do_forget,
    .getattr = do_getattr,
    .open = do_open,
    .read = do_read,
    .release = do_release,
    .opendir = do_opendir,
    .readdir = do_readdir,
    .releasedir = do_release,
    .statfs = do_statfs,
    .write = do_write,
    .setattr = do_setattr,
    .create = do_create,
    .mknod = do_mknod,
    .mkdir = do_mkdir,
    .unlink = do_unlink,
    .rmdir = do_rmdir,
    .rename = do_rename,
};

/* Windows looks for its own files on a new volume at once, while create still runs. */
void kernel_noise(instance *in) {
  static const char *const names[] = {"System Volume Information", "$RECYCLE.BIN", "autorun.inf", "Desktop.ini"};
  const WCHAR root[] = {'\\', 0};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    WCHAR *path = child_path(root, names[i]);
    BY_HANDLE_FILE_INFORMATION ignored;
    attributes(in, NULL, path, &ignored);
    free(path);
  }
  ULONGLONG total, available;
  DWORD serial = 0, flags = 0;
  WCHAR label[MAX_PATH_UNITS], system[MAX_PATH_UNITS];
  volume(in, NULL, &total, &available, label, system, &serial, &flags);
}
