/* The socket of this process, by which the server learns that the process is gone, and each side wakes the other. */
#include "lambdafs.h"

#include <linux/memfd.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

static int socket_fd = -1;
static int marker_fd = -1; /* its name tells the program that this process executes next which connection it has */
static int cwd_fd = -1;    /* the open directory below the mount in which the process is, if it is in one */
static _Atomic uint32_t number;
static atomic_flag connecting = ATOMIC_FLAG_INIT;

static atomic_flag making_child = ATOMIC_FLAG_INIT;

/* What the child gets. */
static int child_socket = -1;
static uint32_t child_number;

static long raw_close(int fd) { return REAL(syscall)(SYS_close, fd); }

/* Descriptors of the library itself are above those that programs usually have, so that theirs have the usual numbers. */
int lfs_move_up(int fd, bool cloexec) {
  if (fd < 0) return fd;
  struct rlimit limit;
  long from = 900;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1000) from = (long)limit.rlim_cur * 3 / 4;
  long moved = REAL(syscall)(SYS_fcntl, fd, cloexec ? F_DUPFD_CLOEXEC : F_DUPFD, from);
  if (moved < 0) return fd;
  raw_close(fd);
  return (int)moved;
}

/* The process that may adopt the connection is this one after exec, or any new one if that is 0. */
static int new_marker(uint32_t connection, int pid, int socket) {
  char name[128];
  snprintf(name, sizeof name, "lfs:%016lx:connection:%u:%d:%d", (unsigned long)lfs_memory->nonce, connection, pid, socket);
  return lfs_move_up((int)REAL(syscall)(SYS_memfd_create, name, 0), false);
}

static int dial(uint32_t *connection) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *directory = getenv("LAMBDAFS_IPC");
  if (!directory ||
      snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", directory) >= (int)sizeof address.sun_path)
    return -1;
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  struct ucred peer;
  socklen_t length = sizeof peer;
  struct timeval bound = {5, 0};
  uint32_t hello[2];
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof bound);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
      getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 || peer.uid != geteuid() ||
      REAL(syscall)(SYS_recvfrom, fd, hello, sizeof hello, MSG_WAITALL, NULL, NULL) != (long)sizeof hello ||
      hello[0] != (uint32_t)LFS_MAGIC || hello[1] == 0) {
    raw_close(fd);
    return -1;
  }
  *connection = hello[1];
  return lfs_move_up(fd, false);
}

uint32_t lfs_connection(void) {
  uint32_t mine = atomic_load_explicit(&number, memory_order_acquire);
  if (mine) return mine;
  while (atomic_flag_test_and_set(&connecting)) sched_yield();
  mine = atomic_load(&number);
  if (!mine) {
    int fd = dial(&mine);
    if (fd >= 0) {
      socket_fd = fd;
      marker_fd = new_marker(mine, (int)getpid(), fd);
      atomic_store_explicit(&number, mine, memory_order_release);
    } else {
      mine = 0;
    }
  }
  atomic_flag_clear(&connecting);
  return mine;
}

int lfs_socket(void) { return socket_fd; }

void lfs_wake_server(void) {
  char byte = 'W';
  REAL(syscall)(SYS_sendto, socket_fd, &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0);
}

int lfs_wait(int millis) {
  struct pollfd p = {.fd = socket_fd, .events = POLLIN};
  struct timespec t = {millis / 1000, (millis % 1000) * 1000000L};
  long n = REAL(syscall)(SYS_ppoll, &p, 1, &t, NULL, 0);
  if (n == 0) return millis;
  if (n < 0) return 0; /* a signal */
  if (p.revents & (POLLHUP | POLLERR | POLLNVAL)) return -1;
  char byte;
  /* The byte may be another thread's, which has not taken it yet. */
  if (REAL(syscall)(SYS_recvfrom, socket_fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK, NULL, NULL) == 0) return -1;
  sched_yield();
  return 0;
}

void lfs_take_byte(void) {
  char byte;
  for (int i = 0; i < 50; i++) {
    if (REAL(syscall)(SYS_recvfrom, socket_fd, &byte, 1, MSG_DONTWAIT, NULL, NULL) >= 0) return;
    struct pollfd p = {.fd = socket_fd, .events = POLLIN};
    struct timespec t = {0, 100000000L};
    REAL(syscall)(SYS_ppoll, &p, 1, &t, NULL, 0);
  }
}

bool lfs_is_internal(int fd) { return fd >= 0 && (fd == socket_fd || fd == marker_fd || fd == cwd_fd); }

static int moved_from(int fd, int avoid) {
  long to = REAL(syscall)(SYS_fcntl, fd, F_DUPFD, avoid + 1);
  if (to < 0) to = REAL(syscall)(SYS_fcntl, fd, F_DUPFD, 3);
  return to < 0 ? fd : (int)to;
}

void lfs_make_way(int fd) {
  if (!lfs_is_internal(fd)) return;
  if (fd == cwd_fd) cwd_fd = moved_from(fd, fd);
  if (fd == marker_fd) marker_fd = moved_from(fd, fd);
  if (fd == socket_fd) {
    socket_fd = moved_from(fd, fd);
    raw_close(marker_fd);
    marker_fd = new_marker(atomic_load(&number), (int)getpid(), socket_fd);
  }
}

void lfs_set_cwd_fd(int fd) { cwd_fd = fd; }
int lfs_cwd_fd(void) { return cwd_fd; }

int lfs_close_range_around(unsigned first, unsigned last, int flags) {
  int kept[3] = {socket_fd, marker_fd, cwd_fd};
  while (first <= last) {
    unsigned next = last, skip = 0;
    for (int i = 0; i < 3; i++) {
      if (kept[i] >= 0 && (unsigned)kept[i] >= first && (unsigned)kept[i] <= next) {
        next = (unsigned)kept[i];
        skip = 1;
      }
    }
    if (!skip || next > first) {
      if (REAL(syscall)(SYS_close_range, first, skip ? next - 1 : next, flags) != 0) return -1;
    }
    if (!skip || next == UINT_MAX) break;
    first = next + 1;
  }
  return 0;
}

/* After exec: the connection of this process, or of the one that started it without our seeing it. */
void lfs_adopt_connection(int marker, int socket, uint32_t connection, int pid) {
  struct sockaddr_un peer;
  socklen_t length = sizeof peer;
  const char *directory = getenv("LAMBDAFS_IPC");
  memset(&peer, 0, sizeof peer);
  bool ours = directory && getpeername(socket, (struct sockaddr *)&peer, &length) == 0 && peer.sun_family == AF_UNIX &&
              strncmp(peer.sun_path, directory, strlen(directory)) == 0;
  if (ours && (pid == 0 || pid == (int)getpid()) && socket_fd < 0) {
    socket_fd = socket;
    marker_fd = marker;
    if (pid == 0) {
      raw_close(marker);
      marker_fd = new_marker(connection, (int)getpid(), socket);
    }
    atomic_store(&number, connection);
    return;
  }
  if (ours) raw_close(socket);
  raw_close(marker);
}

/* The child's connection exists, and retains what the parent has open, before either goes on. One child after the other. */
static void dial_for_child(void) {
  while (atomic_flag_test_and_set(&making_child)) sched_yield();
  child_socket = -1;
  child_number = 0;
  if (!lfs_memory || !atomic_load(&number) || !lfs_holds_any()) return;
  child_socket = dial(&child_number);
  if (child_socket < 0) return;
  struct request r = {.op = LFS_FORK, .a1 = child_number};
  if (lfs_call(&r) < 0) {
    raw_close(child_socket);
    child_socket = -1;
  }
}

static void hang_up_for_child(void) {
  if (child_socket >= 0) raw_close(child_socket);
  child_socket = -1;
  atomic_flag_clear(&making_child);
}

void lfs_fork_prepare(void) { dial_for_child(); }
void lfs_fork_parent(void) { hang_up_for_child(); }

void lfs_fork_child(void) {
  atomic_flag_clear(&connecting);
  if (socket_fd >= 0) raw_close(socket_fd);
  if (marker_fd >= 0) raw_close(marker_fd);
  socket_fd = child_socket;
  marker_fd = -1;
  child_socket = -1;
  atomic_store(&number, socket_fd >= 0 ? child_number : 0);
  if (socket_fd >= 0) marker_fd = new_marker(child_number, (int)getpid(), socket_fd);
  atomic_flag_clear(&making_child);
}

static int spawn_marker = -1;

void lfs_spawn_prepare(void) {
  dial_for_child();
  spawn_marker = child_socket >= 0 ? new_marker(child_number, 0, child_socket) : -1;
}

void lfs_spawn_done(void) {
  if (spawn_marker >= 0) raw_close(spawn_marker);
  spawn_marker = -1;
  hang_up_for_child();
}
