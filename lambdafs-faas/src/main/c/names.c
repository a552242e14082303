/* Making, removing and naming of files. */
#include "lambdafs.h"

#include <sys/stat.h>

EXPORT int unlinkat(int dirfd, const char *path, int flags) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(unlinkat)(dirfd, path, flags);
  long result = lfs_at(&at, flags & AT_REMOVEDIR ? LFS_RMDIR : LFS_UNLINK, 0, 0, 0);
  return result == OUTSIDE ? REAL(unlinkat)(AT_FDCWD, at.outside, flags) : (int)result;
}

EXPORT int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
EXPORT int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

EXPORT int remove(const char *path) {
  int result = unlink(path);
  return result != 0 && (errno == EISDIR || errno == EPERM) ? rmdir(path) : result;
}

EXPORT int mkdirat(int dirfd, const char *path, mode_t mode) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(mkdirat)(dirfd, path, mode);
  long result = lfs_at(&at, LFS_MKDIR, mode & 07777 & ~lfs_umask(), 0, 0);
  return result == OUTSIDE ? REAL(mkdirat)(AT_FDCWD, at.outside, mode) : (int)result;
}

EXPORT int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

EXPORT int mknodat(int dirfd, const char *path, mode_t mode, dev_t device) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(mknodat)(dirfd, path, mode, device);
  if ((mode & S_IFMT) && !S_ISREG(mode)) return (int)lfs_fail(EPERM);
  long fd = lfs_open_at(&at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd == OUTSIDE) return REAL(mknodat)(AT_FDCWD, at.outside, mode, device);
  return fd < 0 ? -1 : close((int)fd);
}

EXPORT int mknod(const char *path, mode_t mode, dev_t device) { return mknodat(AT_FDCWD, path, mode, device); }
EXPORT int __xmknod(int version, const char *path, mode_t mode, dev_t *device) {
  return (void)version, mknodat(AT_FDCWD, path, mode, *device);
}

EXPORT int mkfifoat(int dirfd, const char *path, mode_t mode) {
  AT_OF(at, dirfd, path);
  return at.ours ? (int)lfs_fail(EPERM) : REAL(mkfifoat)(dirfd, path, mode);
}
EXPORT int mkfifo(const char *path, mode_t mode) { return mkfifoat(AT_FDCWD, path, mode); }

EXPORT int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags) {
  AT_OF(a, from_dir, from);
  AT_OF(b, to_dir, to);
  if (!a.ours && !b.ours) return REAL(renameat2)(from_dir, from, to_dir, to, flags);
  if (flags & ~(unsigned)RENAME_NOREPLACE) return (int)lfs_fail(EINVAL);
  return (int)lfs_two(&a, &b, LFS_RENAME, !(flags & RENAME_NOREPLACE));
}

EXPORT int renameat(int from_dir, const char *from, int to_dir, const char *to) {
  AT_OF(a, from_dir, from);
  AT_OF(b, to_dir, to);
  return a.ours || b.ours ? (int)lfs_two(&a, &b, LFS_RENAME, 1) : REAL(renameat)(from_dir, from, to_dir, to);
}

EXPORT int rename(const char *from, const char *to) {
  AT_OF(a, AT_FDCWD, from);
  AT_OF(b, AT_FDCWD, to);
  return a.ours || b.ours ? (int)lfs_two(&a, &b, LFS_RENAME, 1) : REAL(rename)(from, to);
}

EXPORT int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags) {
  AT_OF(a, from_dir, from);
  AT_OF(b, to_dir, to);
  if (!a.ours && !b.ours) return REAL(linkat)(from_dir, from, to_dir, to, flags);
  return (int)lfs_two(&a, &b, LFS_LINK, (flags & AT_SYMLINK_FOLLOW) != 0);
}

EXPORT int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

EXPORT int symlinkat(const char *target, int dirfd, const char *path) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(symlinkat)(target, dirfd, path);
  struct request r = {.op = LFS_SYMLINK, .handle = at.handle, .data = at.path, .length = strlen(at.path), .data2 = target,
                      .length2 = strlen(target), .outside = at.outside};
  long result = lfs_result(lfs_call(&r));
  return result == OUTSIDE ? REAL(symlinkat)(target, AT_FDCWD, at.outside) : (int)result;
}

EXPORT int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

EXPORT ssize_t readlinkat(int dirfd, const char *restrict path, char *restrict into, size_t room) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(readlinkat)(dirfd, path, into, room);
  if (!room) return lfs_fail(EINVAL);
  struct request r = {.op = LFS_READLINK, .handle = at.handle, .data = at.path, .length = strlen(at.path), .into = into,
                      .room = room, .outside = at.outside};
  long result = lfs_result(lfs_call(&r));
  if (result == OUTSIDE) return REAL(readlinkat)(AT_FDCWD, at.outside, into, room);
  return result < 0 ? -1 : (ssize_t)r.got;
}

EXPORT ssize_t readlink(const char *restrict path, char *restrict into, size_t room) {
  return readlinkat(AT_FDCWD, path, into, room);
}

extern void __chk_fail(void) __attribute__((noreturn));

EXPORT ssize_t __readlink_chk(const char *path, char *into, size_t length, size_t room) {
  if (length > room) __chk_fail();
  return readlink(path, into, length);
}

EXPORT ssize_t __readlinkat_chk(int dirfd, const char *path, char *into, size_t length, size_t room) {
  if (length > room) __chk_fail();
  return readlinkat(dirfd, path, into, length);
}
