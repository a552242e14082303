/* System calls that programs make by their numbers, through libc's function for that: libuv and others ask for statx so. */
#include "lambdafs.h"

#include <linux/fs.h>
#include <stdarg.h>
#include <sys/syscall.h>

#undef syscall

static bool is_ours(long dirfd, long path) {
  AT_OF(at, (int)dirfd, (const char *)path);
  return at.ours;
}

/* Calls with a path; false if the path is none of ours, or the call none of these. */
static bool with_path(long number, const long a[6], long *result) {
  switch (number) {
    case SYS_openat:
      if (!is_ours(a[0], a[1])) return false;
      *result = openat((int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]);
      return true;
#ifdef SYS_statx
    case SYS_statx:
      *result = statx((int)a[0], (const char *)a[1], (int)a[2], (unsigned)a[3], (struct statx *)a[4]);
      return true;
#endif
    case SYS_newfstatat:
      *result = fstatat((int)a[0], (const char *)a[1], (struct stat *)a[2], (int)a[3]);
      return true;
    case SYS_faccessat:
      if (!is_ours(a[0], a[1])) return false;
      *result = faccessat((int)a[0], (const char *)a[1], (int)a[2], 0);
      return true;
    case SYS_unlinkat:
      *result = unlinkat((int)a[0], (const char *)a[1], (int)a[2]);
      return true;
    case SYS_mkdirat:
      *result = mkdirat((int)a[0], (const char *)a[1], (mode_t)a[2]);
      return true;
    case SYS_readlinkat:
      *result = readlinkat((int)a[0], (const char *)a[1], (char *)a[2], (size_t)a[3]);
      return true;
    case SYS_renameat2:
      if (!is_ours(a[0], a[1]) && !is_ours(a[2], a[3])) return false;
      *result = renameat2((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3], (unsigned)a[4]);
      return true;
    default:
      return false;
  }
}

static bool with_descriptor(long number, const long a[6], long *result) {
  int fd = (int)a[0];
  switch (number) {
    case SYS_read:
      *result = read(fd, (void *)a[1], (size_t)a[2]);
      return true;
    case SYS_write:
      *result = write(fd, (const void *)a[1], (size_t)a[2]);
      return true;
    case SYS_pread64:
      *result = pread(fd, (void *)a[1], (size_t)a[2], a[3]);
      return true;
    case SYS_pwrite64:
      *result = pwrite(fd, (const void *)a[1], (size_t)a[2], a[3]);
      return true;
    case SYS_lseek:
      *result = lseek(fd, a[1], (int)a[2]);
      return true;
    case SYS_fstat:
      *result = fstat(fd, (struct stat *)a[1]);
      return true;
    case SYS_ftruncate:
      *result = ftruncate(fd, a[1]);
      return true;
    case SYS_fallocate:
      *result = fallocate(fd, (int)a[1], a[2], a[3]);
      return true;
    case SYS_fsync:
    case SYS_fdatasync:
      *result = 0;
      return true;
    case SYS_getdents64:
      *result = lfs_fail(EOPNOTSUPP);
      return true;
    default:
      return false;
  }
}

EXPORT long syscall(long number, ...) {
  long a[6], result;
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (lfs_mount_length) {
    if (number == SYS_close) return close((int)a[0]);
#ifdef SYS_close_range
    if (number == SYS_close_range) return close_range((unsigned)a[0], (unsigned)a[1], (int)a[2]);
#endif
#ifdef SYS_copy_file_range
    if (number == SYS_copy_file_range && (lfs_handle((int)a[0]) || lfs_handle((int)a[2]))) return lfs_fail(EXDEV);
#endif
    if (lfs_handle((int)a[0]) && with_descriptor(number, a, &result)) return result;
    if (with_path(number, a, &result)) return result;
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
