/* Locks between the processes of one function. Transactions do what locks are for between functions. */
#include "lambdafs.h"

#include <sched.h>
#include <sys/file.h>
#include <time.h>

/* Asks until the lock can be had, if it is to wait; returns how others have it. */
static long ask(uint32_t handle, int64_t kind, int64_t first, int64_t last, bool waits) {
  for (long pause = 20000;; pause = pause < 5000000 ? pause * 2 : pause) {
    struct request r = {.op = LFS_LOCK, .handle = handle, .a1 = kind, .a2 = first, .a3 = last};
    long conflict = lfs_call(&r);
    if (conflict <= 0 || !waits) return conflict;
    struct timespec t = {0, pause};
    if (nanosleep(&t, NULL) != 0) return -EINTR;
  }
}

/* The first and the last byte; false if there are no such. */
static bool range_of(uint32_t handle, const struct flock *lock, int64_t *first, int64_t *last) {
  int64_t base = 0;
  struct stat s;
  if (lock->l_whence == SEEK_CUR) base = lfs_seek(handle, 0, SEEK_CUR);
  if (lock->l_whence == SEEK_END) base = lfs_stat_handle(handle, &s) < 0 ? -1 : s.st_size;
  if (base < 0 || __builtin_add_overflow(base, lock->l_start, first)) return false;
  *last = INT64_MAX;
  if (lock->l_len > 0 && __builtin_add_overflow(*first, lock->l_len - 1, last)) return false;
  if (lock->l_len < 0) {
    *last = *first - 1;
    if (__builtin_add_overflow(*first, lock->l_len, first)) return false;
  }
  return *first >= 0 && *last >= *first;
}

int lfs_lock(uint32_t handle, int command, struct flock *lock) {
  int64_t first, last, kind;
  if (!range_of(handle, lock, &first, &last)) return (int)lfs_fail(EINVAL);
  kind = lock->l_type == F_RDLCK ? LFS_SHARED : lock->l_type == F_WRLCK ? LFS_EXCLUSIVE : LFS_UNLOCK;
  if (command == F_OFD_GETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW) kind |= LFS_OF_HANDLE;
  bool asks = command == F_GETLK || command == F_OFD_GETLK;
  long conflict = ask(handle, kind | (asks ? LFS_ONLY_ASKS : 0), first, last, command == F_SETLKW || command == F_OFD_SETLKW);
  if (conflict < 0) return (int)lfs_result(conflict);
  if (!asks) return conflict ? (int)lfs_fail(EAGAIN) : 0;
  lock->l_type = conflict == LFS_EXCLUSIVE ? F_WRLCK : conflict == LFS_SHARED ? F_RDLCK : F_UNLCK;
  if (conflict) lock->l_pid = -1;
  return 0;
}

EXPORT int flock(int fd, int operation) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(flock)(fd, operation);
  int64_t kind = operation & LOCK_EX ? LFS_EXCLUSIVE : operation & LOCK_SH ? LFS_SHARED : LFS_UNLOCK;
  long conflict = ask(handle, kind | LFS_OF_HANDLE | LFS_WHOLE_FILE, 0, INT64_MAX, !(operation & LOCK_NB));
  return conflict > 0 ? (int)lfs_fail(EWOULDBLOCK) : (int)lfs_result(conflict);
}

EXPORT int lockf(int fd, int operation, off_t length) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(lockf)(fd, operation, length);
  struct flock lock = {.l_type = operation == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = length};
  if (operation != F_TEST) return lfs_lock(handle, operation == F_LOCK ? F_SETLKW : F_SETLK, &lock);
  if (lfs_lock(handle, F_GETLK, &lock) < 0) return -1;
  return lock.l_type == F_UNLCK ? 0 : (int)lfs_fail(EACCES);
}
ALIAS(lockf) int lockf64(int, int, off64_t);
