/* Changes of modes, owners, times and lengths, and what only has to succeed. */
#include "lambdafs.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <utime.h>

static int on_handle(uint32_t handle, uint32_t op, int64_t a1, int64_t a2) {
  struct request r = {.op = op, .handle = handle, .a1 = a1, .a2 = a2};
  return (int)lfs_result(lfs_call(&r));
}

EXPORT int fchmod(int fd, mode_t mode) {
  uint32_t handle = lfs_handle(fd);
  return handle ? on_handle(handle, LFS_FCHMOD, mode & 07777, 0) : REAL(fchmod)(fd, mode);
}

EXPORT int fchmodat(int dirfd, const char *path, mode_t mode, int flags) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(fchmodat)(dirfd, path, mode, flags);
  long result = lfs_at(&at, LFS_CHMOD, !(flags & AT_SYMLINK_NOFOLLOW), mode & 07777, 0);
  return result == OUTSIDE ? REAL(fchmodat)(AT_FDCWD, at.outside, mode, flags) : (int)result;
}

EXPORT int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }
EXPORT int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

EXPORT int fchown(int fd, uid_t uid, gid_t gid) {
  uint32_t handle = lfs_handle(fd);
  return handle ? on_handle(handle, LFS_FCHOWN, (int)uid, (int)gid) : REAL(fchown)(fd, uid, gid);
}

EXPORT int fchownat(int dirfd, const char *path, uid_t uid, gid_t gid, int flags) {
  if ((flags & AT_EMPTY_PATH) && path && !path[0] && lfs_handle(dirfd)) return fchown(dirfd, uid, gid);
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(fchownat)(dirfd, path, uid, gid, flags);
  long result = lfs_at(&at, LFS_CHOWN, !(flags & AT_SYMLINK_NOFOLLOW), (int)uid, (int)gid);
  return result == OUTSIDE ? REAL(fchownat)(AT_FDCWD, at.outside, uid, gid, flags) : (int)result;
}

EXPORT int chown(const char *path, uid_t uid, gid_t gid) { return fchownat(AT_FDCWD, path, uid, gid, 0); }
EXPORT int lchown(const char *path, uid_t uid, gid_t gid) { return fchownat(AT_FDCWD, path, uid, gid, AT_SYMLINK_NOFOLLOW); }

/* The time of the last modification: 1 is now, 0 is a time, -1 leaves it as it is, -2 is a mistake. */
static int modified(const struct timespec times[2], int64_t *nanos) {
  *nanos = 0;
  if (!times || times[1].tv_nsec == UTIME_NOW) return 1;
  if (times[1].tv_nsec == UTIME_OMIT) return -1;
  if (times[1].tv_nsec < 0 || times[1].tv_nsec > 999999999 || __builtin_mul_overflow(times[1].tv_sec, 1000000000L, nanos) ||
      __builtin_add_overflow(*nanos, times[1].tv_nsec, nanos))
    return -2;
  return 0;
}

static int change_times(uint32_t handle, const struct timespec times[2]) {
  int64_t nanos;
  int kind = modified(times, &nanos);
  if (kind == -2) return (int)lfs_fail(EINVAL);
  return kind == -1 ? 0 : on_handle(handle, LFS_FUTIME, kind, nanos);
}

EXPORT int futimens(int fd, const struct timespec times[2]) {
  uint32_t handle = lfs_handle(fd);
  return handle ? change_times(handle, times) : REAL(futimens)(fd, times);
}

EXPORT int utimensat(int dirfd, const char *path, const struct timespec times[2], int flags) {
  if (!path && lfs_handle(dirfd)) return change_times(lfs_handle(dirfd), times);
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(utimensat)(dirfd, path, times, flags);
  int64_t nanos;
  int kind = modified(times, &nanos);
  if (kind == -2) return (int)lfs_fail(EINVAL);
  bool follow = !(flags & AT_SYMLINK_NOFOLLOW);
  long result = kind == -1 ? lfs_at(&at, LFS_ACCESS, F_OK, 0, 0) : lfs_at(&at, LFS_UTIME, follow, kind, nanos);
  return result == OUTSIDE ? REAL(utimensat)(AT_FDCWD, at.outside, times, flags) : (int)result;
}

#define FROM_MICROS(name, from)                                                                        \
  struct timespec name##_[2];                                                                          \
  if (from) {                                                                                          \
    for (int i = 0; i < 2; i++) {                                                                      \
      name##_[i].tv_sec = (from)[i].tv_sec;                                                            \
      name##_[i].tv_nsec = (from)[i].tv_usec * 1000;                                                   \
    }                                                                                                  \
  }                                                                                                    \
  const struct timespec *name = (from) ? name##_ : NULL

EXPORT int utimes(const char *path, const struct timeval micros[2]) {
  FROM_MICROS(times, micros);
  return utimensat(AT_FDCWD, path, times, 0);
}

EXPORT int lutimes(const char *path, const struct timeval micros[2]) {
  FROM_MICROS(times, micros);
  return utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}

EXPORT int futimes(int fd, const struct timeval micros[2]) {
  FROM_MICROS(times, micros);
  return futimens(fd, times);
}

EXPORT int futimesat(int dirfd, const char *path, const struct timeval micros[2]) {
  FROM_MICROS(times, micros);
  return path ? utimensat(dirfd, path, times, 0) : futimens(dirfd, times);
}

EXPORT int utime(const char *path, const struct utimbuf *seconds) {
  struct timespec times[2] = {{0, 0}, {0, 0}};
  if (seconds) {
    times[0].tv_sec = seconds->actime;
    times[1].tv_sec = seconds->modtime;
  }
  return utimensat(AT_FDCWD, path, seconds ? times : NULL, 0);
}

EXPORT int ftruncate(int fd, off_t length) {
  uint32_t handle = lfs_handle(fd);
  return handle ? on_handle(handle, LFS_FTRUNCATE, length, 0) : REAL(ftruncate)(fd, length);
}
ALIAS(ftruncate) int ftruncate64(int, off64_t);

EXPORT int truncate(const char *path, off_t length) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(truncate)(path, length);
  long result = lfs_at(&at, LFS_TRUNCATE, length, 0, 0);
  return result == OUTSIDE ? REAL(truncate)(at.outside, length) : (int)result;
}
ALIAS(truncate) int truncate64(const char *, off64_t);

EXPORT int fallocate(int fd, int mode, off_t offset, off_t length) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(fallocate)(fd, mode, offset, length);
  return mode ? (int)lfs_fail(EOPNOTSUPP) : on_handle(handle, LFS_ALLOCATE, offset, length);
}
ALIAS(fallocate) int fallocate64(int, int, off64_t, off64_t);

EXPORT int posix_fallocate(int fd, off_t offset, off_t length) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(posix_fallocate)(fd, offset, length);
  struct request r = {.op = LFS_ALLOCATE, .handle = handle, .a1 = offset, .a2 = length};
  long result = lfs_call(&r);
  return result < 0 ? (int)-result : 0;
}
ALIAS(posix_fallocate) int posix_fallocate64(int, off64_t, off64_t);

/* A transaction becomes durable as a whole, when it commits. */
#define JUST_SUCCEEDS(name, parameters, arguments) \
  EXPORT int name parameters { return lfs_handle(fd) ? 0 : REAL(name) arguments; }

JUST_SUCCEEDS(fsync, (int fd), (fd))
JUST_SUCCEEDS(fdatasync, (int fd), (fd))
JUST_SUCCEEDS(syncfs, (int fd), (fd))
JUST_SUCCEEDS(sync_file_range, (int fd, off64_t from, off64_t length, unsigned flags), (fd, from, length, flags))
JUST_SUCCEEDS(posix_fadvise, (int fd, off_t from, off_t length, int advice), (fd, from, length, advice))
ALIAS(posix_fadvise) int posix_fadvise64(int, off64_t, off64_t, int);

EXPORT ssize_t readahead(int fd, off64_t from, size_t length) {
  return lfs_handle(fd) ? 0 : REAL(readahead)(fd, from, length);
}

EXPORT int ioctl(int fd, unsigned long what, ...) {
  va_list rest;
  va_start(rest, what);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return lfs_handle(fd) && what != FIOCLEX && what != FIONCLEX ? (int)lfs_fail(ENOTTY) : REAL(ioctl)(fd, what, argument);
}
