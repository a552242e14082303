/* Which descriptors are the volume's. Each has an empty file in memory at its number, whose name tells the handle: so the kernel
 * gives out the numbers, copies and closes them, also in programs that this library does not see, and they survive exec. */
#include "lambdafs.h"

#include <linux/memfd.h>
#include <sys/syscall.h>

static _Atomic uint32_t table[MAX_FDS];
static _Atomic uint16_t *holders; /* how many descriptors of this process each handle has */
static _Atomic int held;

uint32_t lfs_handle(int fd) {
  return (unsigned)fd < MAX_FDS ? atomic_load_explicit(&table[fd], memory_order_relaxed) : 0;
}

bool lfs_holds_any(void) { return atomic_load(&held) > 0; }

void lfs_hold(uint32_t handle) {
  atomic_fetch_add(&holders[handle], 1);
  atomic_fetch_add(&held, 1);
}

void lfs_drop(uint32_t handle) {
  atomic_fetch_sub(&held, 1);
  if (atomic_fetch_sub(&holders[handle], 1) == 1) {
    struct request r = {.op = LFS_CLOSE, .handle = handle};
    lfs_call(&r);
  }
}

int lfs_new_fd(uint32_t handle, bool cloexec, const char *tag) {
  char name[64];
  snprintf(name, sizeof name, "lfs:%016lx:%s:%u", (unsigned long)lfs_memory->nonce, tag, handle);
  int fd = (int)REAL(syscall)(SYS_memfd_create, name, cloexec ? MFD_CLOEXEC : 0);
  if (fd >= MAX_FDS) {
    REAL(syscall)(SYS_close, fd);
    return (int)lfs_fail(EMFILE);
  }
  return fd;
}

void lfs_share(int fd, uint32_t handle) {
  lfs_hold(handle);
  atomic_store(&table[fd], handle);
}

void lfs_forget(int fd) {
  if ((unsigned)fd >= MAX_FDS) return;
  uint32_t handle = atomic_exchange(&table[fd], 0);
  if (handle) lfs_drop(handle);
}

static bool adopt(int fd, const char *link) {
  unsigned long nonce;
  unsigned handle, connection;
  int pid, socket;
  if (strncmp(link, "/memfd:lfs:", 11) != 0 || sscanf(link + 11, "%lx:", &nonce) != 1 || nonce != lfs_memory->nonce) return false;
  const char *rest = link + 11 + 17;
  if (sscanf(rest, "connection:%u:%d:%d", &connection, &pid, &socket) == 3) {
    lfs_adopt_connection(fd, socket, connection, pid);
  } else if (sscanf(rest, "cwd:%u", &handle) == 1 && handle < lfs_memory->handles) {
    lfs_hold(handle);
    lfs_set_cwd_fd(fd);
    lfs_adopt_cwd(handle);
  } else if (sscanf(rest, "file:%u", &handle) == 1 && handle < lfs_memory->handles && fd < MAX_FDS) {
    lfs_share(fd, handle);
    return true;
  }
  return true;
}

/* Tells the server which handles the program still has; it closes those that exec closed. */
static void keep(void) {
  uint32_t *handles = malloc(lfs_memory->handles * sizeof *handles);
  if (!handles) return;
  size_t n = 0;
  for (uint32_t i = 1; i < lfs_memory->handles; i++) {
    if (atomic_load(&holders[i])) handles[n++] = i;
  }
  struct request r = {.op = LFS_KEEP, .data = handles, .length = n * sizeof *handles};
  lfs_call(&r);
  free(handles);
}

void lfs_adopt_descriptors(void) {
  if (!lfs_memory) return;
  holders = calloc(lfs_memory->handles, sizeof *holders);
  DIR *open = holders ? REAL(opendir)("/proc/self/fd") : NULL;
  if (!open) return;
  bool any = false;
  struct dirent *entry;
  while ((entry = REAL(readdir)(open))) {
    char path[64], link[256];
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || fd == REAL(dirfd)(open)) continue;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t n = REAL(readlink)(path, link, sizeof link - 1);
    if (n <= 0) continue;
    link[n] = 0;
    any |= adopt(fd, link);
  }
  REAL(closedir)(open);
  if (any) keep();
}
