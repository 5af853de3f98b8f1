/* The mount itself: the process's end of /dev/fuse, who watches over it, the workers' loop, and the end. */
#define _GNU_SOURCE
#include "double.h"
#include <errno.h>
#include <fcntl.h>
#include <fuse_log.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void unmount_directory(const char *directory) {
  if (geteuid() == 0) {
    umount2(directory, MNT_DETACH | UMOUNT_NOFOLLOW);
    return;
  }
  char *arguments[] = {"fusermount3", "-u", "-z", (char *)directory, NULL};
  pid_t child;
  if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) == 0) waitpid(child, NULL, 0);
}

/* The driver unmounts when the handle that keeps a process's mount alive closes; here a child sees a pipe close. */
static void start_watcher(instance *in) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  in->watcher = fork();
  if (in->watcher == 0) {
    for (int signal = 1; signal < 32; signal++) {
      if (signal != SIGKILL && signal != SIGSTOP)
        sigaction(signal, &(struct sigaction){.sa_handler = signal == SIGTERM ? SIG_DFL : SIG_IGN}, NULL);
    }
    dup2(ends[0], 0);
    close_range(1, ~0u, 0);
    setsid();
    char c;
    ssize_t n;
    do n = read(0, &c, 1);
    while (n < 0 && errno == EINTR);
    if (n == 0) unmount_directory(in->directory);
    _exit(0);
  }
  close(ends[0]);
  in->keep_alive = ends[1];
}

/* A volume that is cut off reads nothing from /dev/null, which libfuse would complain about. */
static void log_message(enum fuse_log_level level, const char *format, va_list arguments) {
  (void)level;
  if (!strstr(format, "short read")) vfprintf(stderr, format, arguments);
}

bool kernel_mount(instance *in) {
  fuse_set_log_func(log_message);
  char *arguments[] = {"dokan-double", "-ofsname=dokan-double,subtype=dokan", NULL};
  struct fuse_args args = FUSE_ARGS_INIT(2, arguments);
  in->session = fuse_session_new(&args, &kernel_operations, sizeof kernel_operations, in);
  if (!in->session) return false;
  if (fuse_session_mount(in->session, in->directory) != 0) {
    fuse_session_destroy(in->session);
    return false;
  }
  int fd = fuse_session_fd(in->session);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  in->wake = eventfd(0, EFD_CLOEXEC);
  in->keep_alive = -1;
  start_watcher(in);
  return true;
}

void kernel_serve(instance *in) {
  struct fuse_buf buffer = {0};
  struct pollfd wait[2] = {{fuse_session_fd(in->session), POLLIN, 0}, {in->wake, POLLIN, 0}};
  while (!atomic_load(&in->leaving)) {
    if (poll(wait, 2, -1) < 0 && errno != EINTR) break;
    if (wait[1].revents) break;
    int n = fuse_session_receive_buf(in->session, &buffer);
    if (n == -EAGAIN || n == -EINTR) continue;
    if (n <= 0) break; /* unmounted from outside, or the driver is gone */
    fuse_session_process_buf(in->session, &buffer);
  }
  free(buffer.mem);
  free(pool);
  pool = NULL;
  atomic_store(&in->leaving, true);
  eventfd_write(in->wake, 1);
}

/* From here on the kernel gets no answer any more, files still open included. */
void kernel_cut(instance *in) {
  atomic_store(&in->leaving, true);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null, fuse_session_fd(in->session));
  close(null);
  eventfd_write(in->wake, 1);
}

void kernel_release(instance *in) {
  unmount_directory(in->directory);
  kernel_cut(in);
}

void kernel_end(instance *in) {
  if (in->keep_alive >= 0) {
    char done = 1;
    if (write(in->keep_alive, &done, 1) == 1) waitpid(in->watcher, NULL, 0);
    close(in->keep_alive);
  }
  fuse_session_destroy(in->session);
  close(in->wake);
  struct stat s; /* a driver that vanished leaves a dead mount; a live one is somebody else's by now */
  if (stat(in->directory, &s) != 0 && errno == ENOTCONN) unmount_directory(in->directory);
  while (in->open.next != &in->open) abandon(in->open.next);
  for (size_t i = 0; i < NODE_BUCKETS; i++) {
    while (in->nodes[i]) {
      node *n = in->nodes[i];
      in->nodes[i] = n->next;
      free(n->path);
      free(n);
    }
  }
}
