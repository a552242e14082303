/* Opening, closing and copying of descriptors. */
#include "lambdafs.h"

#include <stdarg.h>

static _Atomic mode_t mask = (mode_t)-1;

mode_t lfs_umask(void) {
  mode_t known = atomic_load(&mask);
  if (known != (mode_t)-1) return known;
  known = REAL(umask)(0);
  REAL(umask)(known);
  atomic_store(&mask, known);
  return known;
}

EXPORT mode_t umask(mode_t wanted) {
  atomic_store(&mask, wanted & 0777);
  return REAL(umask)(wanted);
}

/* The flags of Linux on x86-64, which are those of the protocol. */
static int64_t protocol_flags(int flags) {
  int64_t to = flags & (O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND);
  if (flags & O_DIRECTORY) to |= 0200000;
  if (flags & O_NOFOLLOW) to |= 0400000;
  return to;
}

long lfs_open_at(struct at *at, int flags, mode_t mode) {
#ifdef O_PATH
  if (flags & O_PATH) flags &= ~(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND);
#endif
  if ((flags & O_TMPFILE) == O_TMPFILE) return lfs_fail(EOPNOTSUPP);
  if (!lfs_memory) return lfs_fail(EIO);
  long handle = lfs_at(at, LFS_OPEN, protocol_flags(flags), flags & O_CREAT ? mode & 07777 & ~lfs_umask() : 0, 0);
  if (handle < 0) return handle;
  int fd = lfs_new_fd((uint32_t)handle, flags & O_CLOEXEC, "file");
  if (fd < 0) {
    int error = errno;
    lfs_hold((uint32_t)handle);
    lfs_drop((uint32_t)handle);
    return lfs_fail(error);
  }
  lfs_share(fd, (uint32_t)handle);
  return fd;
}

static int open_at(int dirfd, const char *path, int flags, mode_t mode) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(openat)(dirfd, path, flags, mode);
  long fd = lfs_open_at(&at, flags, mode);
  return fd == OUTSIDE ? REAL(openat)(AT_FDCWD, at.outside, flags, mode) : (int)fd;
}

#define MODE_OF(flags)                                    \
  mode_t mode = 0;                                        \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                  \
    va_list rest;                                         \
    va_start(rest, flags);                                \
    mode = va_arg(rest, mode_t);                          \
    va_end(rest);                                         \
  }

EXPORT int open(const char *path, int flags, ...) {
  MODE_OF(flags);
  return open_at(AT_FDCWD, path, flags, mode);
}

EXPORT int openat(int dirfd, const char *path, int flags, ...) {
  MODE_OF(flags);
  return open_at(dirfd, path, flags, mode);
}

ALIAS(open) int open64(const char *, int, ...);
ALIAS(openat) int openat64(int, const char *, int, ...);

EXPORT int creat(const char *path, mode_t mode) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
ALIAS(creat) int creat64(const char *, mode_t);

EXPORT int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
ALIAS(__open_2) int __open64_2(const char *, int);
EXPORT int __openat_2(int dirfd, const char *path, int flags) { return open_at(dirfd, path, flags, 0); }
ALIAS(__openat_2) int __openat64_2(int, const char *, int);

EXPORT int close(int fd) {
  if (lfs_is_internal(fd)) return (int)lfs_fail(EBADF);
  lfs_forget(fd);
  return REAL(close)(fd);
}

EXPORT int close_range(unsigned first, unsigned last, int flags) {
  if (!(flags & CLOSE_RANGE_CLOEXEC)) {
    for (unsigned fd = first; fd <= last && fd < MAX_FDS; fd++) lfs_forget((int)fd);
  }
  return lfs_close_range_around(first, last, flags);
}

EXPORT void closefrom(int first) { close_range(first < 0 ? 0 : (unsigned)first, UINT_MAX, 0); }

/* The descriptor `to` has become a copy of `from`. */
static int copied(int from, int to) {
  uint32_t handle = lfs_handle(from);
  if (to >= MAX_FDS && handle) {
    REAL(close)(to);
    return (int)lfs_fail(EMFILE);
  }
  if (to >= 0 && handle) lfs_share(to, handle);
  return to;
}

static int copied_over(int from, int to) {
  if (to < 0 || to == from) return to;
  uint32_t handle = lfs_handle(from);
  if (handle) lfs_hold(handle);
  lfs_forget(to);
  to = copied(from, to);
  if (handle) lfs_drop(handle);
  if (handle && to <= 2) lfs_replace_standard_stream(to);
  return to;
}

EXPORT int dup(int fd) { return copied(fd, REAL(dup)(fd)); }

EXPORT int dup2(int from, int to) {
  lfs_make_way(to);
  return copied_over(from, REAL(dup2)(from, to));
}

EXPORT int dup3(int from, int to, int flags) {
  lfs_make_way(to);
  return copied_over(from, REAL(dup3)(from, to, flags));
}

static int control(int fd, int command, void *argument) {
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) return copied(fd, REAL(fcntl)(fd, command, argument));
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(fcntl)(fd, command, argument);
  struct request r = {.handle = handle, .a1 = (int64_t)(intptr_t)argument & O_APPEND};
  switch (command) {
    case F_GETFD:
    case F_SETFD:
      return REAL(fcntl)(fd, command, argument);
    case F_GETFL:
      r.op = LFS_GETFL;
      return (int)lfs_result(lfs_call(&r));
    case F_SETFL:
      r.op = LFS_SETFL;
      return (int)lfs_result(lfs_call(&r));
    case F_GETLK:
    case F_OFD_GETLK:
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      return lfs_lock(handle, command, argument);
    default:
      return (int)lfs_fail(EINVAL);
  }
}

EXPORT int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return control(fd, command, argument);
}
ALIAS(fcntl) int fcntl64(int, int, ...);
