/* What is known about files: stat in all its forms, access, and the file system. */
#include "lambdafs.h"

#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>

#define DEVICE makedev(0, 0xfaa5)

void lfs_fill_stat(const struct lfs_stat *from, struct stat *to) {
  memset(to, 0, sizeof *to);
  to->st_dev = DEVICE;
  to->st_ino = from->inode;
  to->st_mode = from->mode;
  to->st_nlink = from->links;
  to->st_uid = from->uid;
  to->st_gid = from->gid;
  to->st_size = from->size;
  to->st_blksize = (blksize_t)from->block_size;
  to->st_blocks = (from->size + 4095) / 4096 * 8;
  to->st_mtim.tv_sec = from->modified / 1000000000;
  to->st_mtim.tv_nsec = from->modified % 1000000000;
  to->st_ctim.tv_sec = from->changed / 1000000000;
  to->st_ctim.tv_nsec = from->changed % 1000000000;
  to->st_atim = to->st_mtim;
}

static long finish(long result, size_t got, const struct lfs_stat *s, struct stat *to) {
  if (result == OUTSIDE || result < 0) return lfs_result(result);
  if (got < sizeof *s) return lfs_fail(EIO);
  lfs_fill_stat(s, to);
  return 0;
}

long lfs_stat_handle(uint32_t handle, struct stat *to) {
  struct lfs_stat s;
  struct request r = {.op = LFS_FSTAT, .handle = handle, .into = &s, .room = sizeof s};
  long result = lfs_call(&r);
  return finish(result, r.got, &s, to);
}

static long stat_at(struct at *at, struct stat *to, bool follow) {
  struct lfs_stat s;
  struct request r = {.op = LFS_STAT, .handle = at->handle, .a1 = follow, .data = at->path, .length = strlen(at->path),
                      .into = &s, .room = sizeof s, .outside = at->outside};
  long result = lfs_call(&r);
  return finish(result, r.got, &s, to);
}

EXPORT int fstat(int fd, struct stat *to) {
  uint32_t handle = lfs_handle(fd);
  return handle ? (int)lfs_stat_handle(handle, to) : REAL(fstat)(fd, to);
}

/* What an empty path with AT_EMPTY_PATH names: a handle, or 0. */
static uint32_t empty_path(int dirfd, const char *path, int flags) {
  if (!(flags & AT_EMPTY_PATH) || (path && path[0])) return 0;
  return dirfd == AT_FDCWD ? lfs_cwd_handle() : lfs_handle(dirfd);
}

EXPORT int fstatat(int dirfd, const char *path, struct stat *to, int flags) {
  uint32_t handle = empty_path(dirfd, path, flags);
  if (handle) return (int)lfs_stat_handle(handle, to);
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(fstatat)(dirfd, path, to, flags);
  long result = stat_at(&at, to, !(flags & AT_SYMLINK_NOFOLLOW));
  return result == OUTSIDE ? REAL(fstatat)(AT_FDCWD, at.outside, to, flags) : (int)result;
}

EXPORT int stat(const char *path, struct stat *to) { return fstatat(AT_FDCWD, path, to, 0); }
EXPORT int lstat(const char *path, struct stat *to) { return fstatat(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW); }
ALIAS(stat) int stat64(const char *, struct stat64 *);
ALIAS(lstat) int lstat64(const char *, struct stat64 *);
ALIAS(fstat) int fstat64(int, struct stat64 *);
ALIAS(fstatat) int fstatat64(int, const char *, struct stat64 *, int);

/* What programs call that were linked with glibc before 2.33. */
EXPORT int __xstat(int version, const char *path, struct stat *to) { return (void)version, stat(path, to); }
EXPORT int __lxstat(int version, const char *path, struct stat *to) { return (void)version, lstat(path, to); }
EXPORT int __fxstat(int version, int fd, struct stat *to) { return (void)version, fstat(fd, to); }
EXPORT int __fxstatat(int version, int dirfd, const char *path, struct stat *to, int flags) {
  return (void)version, fstatat(dirfd, path, to, flags);
}
ALIAS(__xstat) int __xstat64(int, const char *, struct stat64 *);
ALIAS(__lxstat) int __lxstat64(int, const char *, struct stat64 *);
ALIAS(__fxstat) int __fxstat64(int, int, struct stat64 *);
ALIAS(__fxstatat) int __fxstatat64(int, int, const char *, struct stat64 *, int);

#ifdef STATX_BASIC_STATS
static struct statx_timestamp timestamp(struct timespec t) {
  return (struct statx_timestamp){.tv_sec = t.tv_sec, .tv_nsec = (uint32_t)t.tv_nsec};
}

static int to_statx(const struct stat *s, struct statx *to) {
  memset(to, 0, sizeof *to);
  to->stx_mask = STATX_BASIC_STATS;
  to->stx_blksize = (uint32_t)s->st_blksize;
  to->stx_nlink = (uint32_t)s->st_nlink;
  to->stx_uid = s->st_uid;
  to->stx_gid = s->st_gid;
  to->stx_mode = (uint16_t)s->st_mode;
  to->stx_ino = s->st_ino;
  to->stx_size = (uint64_t)s->st_size;
  to->stx_blocks = (uint64_t)s->st_blocks;
  to->stx_atime = timestamp(s->st_atim);
  to->stx_mtime = timestamp(s->st_mtim);
  to->stx_ctime = timestamp(s->st_ctim);
  to->stx_dev_major = major(s->st_dev);
  to->stx_dev_minor = minor(s->st_dev);
  return 0;
}

EXPORT int statx(int dirfd, const char *restrict path, int flags, unsigned mask, struct statx *restrict to) {
  struct stat s;
  uint32_t handle = empty_path(dirfd, path, flags);
  if (handle) return lfs_stat_handle(handle, &s) < 0 ? -1 : to_statx(&s, to);
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(statx)(dirfd, path, flags, mask, to);
  long result = stat_at(&at, &s, !(flags & AT_SYMLINK_NOFOLLOW));
  if (result == OUTSIDE) return REAL(statx)(AT_FDCWD, at.outside, flags, mask, to);
  return result < 0 ? -1 : to_statx(&s, to);
}
#endif

EXPORT int faccessat(int dirfd, const char *path, int wanted, int flags) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(faccessat)(dirfd, path, wanted, flags);
  if (flags & AT_SYMLINK_NOFOLLOW) {
    struct stat s;
    long link = stat_at(&at, &s, false);
    if (link == 0 && S_ISLNK(s.st_mode)) return 0;
  }
  long result = lfs_at(&at, LFS_ACCESS, wanted, 0, 0);
  return result == OUTSIDE ? REAL(faccessat)(AT_FDCWD, at.outside, wanted, flags) : (int)result;
}

EXPORT int access(const char *path, int wanted) {
  AT_OF(at, AT_FDCWD, path);
  return at.ours ? faccessat(AT_FDCWD, path, wanted, 0) : REAL(access)(path, wanted);
}

EXPORT int euidaccess(const char *path, int wanted) {
  AT_OF(at, AT_FDCWD, path);
  return at.ours ? faccessat(AT_FDCWD, path, wanted, AT_EACCESS) : REAL(euidaccess)(path, wanted);
}
ALIAS(euidaccess) int eaccess(const char *, int);

/* A volume tells nothing of its room: these are numbers with which programs go on. */
static int fill_statfs(struct statfs *to) {
  memset(to, 0, sizeof *to);
  to->f_type = 0x6c666173;
  to->f_bsize = 4096;
  to->f_frsize = 4096;
  to->f_blocks = 1L << 38;
  to->f_bfree = to->f_bavail = 1L << 37;
  to->f_files = 1L << 40;
  to->f_ffree = 1L << 39;
  to->f_namelen = 255;
  return 0;
}

static int fill_statvfs(struct statvfs *to) {
  memset(to, 0, sizeof *to);
  to->f_bsize = to->f_frsize = 4096;
  to->f_blocks = 1L << 38;
  to->f_bfree = to->f_bavail = 1L << 37;
  to->f_files = 1L << 40;
  to->f_ffree = to->f_favail = 1L << 39;
  to->f_namemax = 255;
  return 0;
}

EXPORT int fstatfs(int fd, struct statfs *to) { return lfs_handle(fd) ? fill_statfs(to) : REAL(fstatfs)(fd, to); }
EXPORT int fstatvfs(int fd, struct statvfs *to) { return lfs_handle(fd) ? fill_statvfs(to) : REAL(fstatvfs)(fd, to); }

EXPORT int statfs(const char *path, struct statfs *to) {
  struct stat s;
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(statfs)(path, to);
  long result = stat_at(&at, &s, true);
  return result == OUTSIDE ? REAL(statfs)(at.outside, to) : result < 0 ? -1 : fill_statfs(to);
}

EXPORT int statvfs(const char *path, struct statvfs *to) {
  struct stat s;
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(statvfs)(path, to);
  long result = stat_at(&at, &s, true);
  return result == OUTSIDE ? REAL(statvfs)(at.outside, to) : result < 0 ? -1 : fill_statvfs(to);
}
ALIAS(statfs) int statfs64(const char *, struct statfs64 *);
ALIAS(fstatfs) int fstatfs64(int, struct statfs64 *);
ALIAS(statvfs) int statvfs64(const char *, struct statvfs64 *);
ALIAS(fstatvfs) int fstatvfs64(int, struct statvfs64 *);
