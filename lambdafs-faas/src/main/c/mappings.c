/* Mapping of files: by a copy, unless what is written there should be seen by others. */
#include "lambdafs.h"

#include <sys/mman.h>

static void *copy(uint32_t handle, void *address, size_t length, int protection, int flags, off_t offset) {
  long page = sysconf(_SC_PAGESIZE);
  if (length == 0 || offset < 0 || offset % page) return (void)lfs_fail(EINVAL), MAP_FAILED;
  if ((flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE)) return (void)lfs_fail(ENODEV), MAP_FAILED;
  struct stat s;
  if (lfs_stat_handle(handle, &s) < 0) return MAP_FAILED;
  if (!S_ISREG(s.st_mode)) return (void)lfs_fail(ENODEV), MAP_FAILED;
  int how = MAP_PRIVATE | MAP_ANONYMOUS | (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_NORESERVE));
  void *mapped = REAL(mmap)(address, length, PROT_READ | PROT_WRITE, how, -1, 0);
  if (mapped == MAP_FAILED) return mapped;
  size_t there = s.st_size > offset ? (size_t)(s.st_size - offset) : 0;
  if (there > length) there = length;
  if (there && lfs_read(handle, mapped, there, offset) < 0) {
    int error = errno;
    munmap(mapped, length);
    return (void)lfs_fail(error == EBADF ? EACCES : error), MAP_FAILED;
  }
  if (protection != (PROT_READ | PROT_WRITE)) mprotect(mapped, length, protection);
  return mapped;
}

EXPORT void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  uint32_t handle = flags & MAP_ANONYMOUS ? 0 : lfs_handle(fd);
  return handle ? copy(handle, address, length, protection, flags, offset)
                : REAL(mmap)(address, length, protection, flags, fd, offset);
}
ALIAS(mmap) void *mmap64(void *, size_t, int, int, int, off64_t);
