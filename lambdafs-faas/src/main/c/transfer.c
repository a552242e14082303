/* Reading, writing and seeking. A handle's position is in the shared memory, so that seeking needs no answer of the server. */
#include "lambdafs.h"

#include <sys/sendfile.h>
#include <sys/uio.h>

ssize_t lfs_read(uint32_t handle, void *into, size_t length, off_t offset) {
  size_t done = 0;
  do {
    size_t part = length - done < lfs_data_bytes() ? length - done : lfs_data_bytes();
    struct request r = {.op = LFS_READ, .handle = handle, .a1 = offset < 0 ? -1 : offset + (off_t)done, .a2 = (int64_t)part,
                        .into = (char *)into + done, .room = part};
    long n = lfs_call(&r);
    if (n < 0) return done ? (ssize_t)done : lfs_result(n);
    done += r.got;
    if (r.got < part) break;
  } while (done < length);
  return (ssize_t)done;
}

ssize_t lfs_write(uint32_t handle, const void *from, size_t length, off_t offset) {
  size_t done = 0;
  do {
    size_t part = length - done < lfs_data_bytes() ? length - done : lfs_data_bytes();
    struct request r = {.op = LFS_WRITE, .handle = handle, .a1 = offset < 0 ? -1 : offset + (off_t)done,
                        .data = (const char *)from + done, .length = part};
    long n = lfs_call(&r);
    if (n < 0) return done ? (ssize_t)done : lfs_result(n);
    done += (size_t)n;
    if ((size_t)n < part) break;
  } while (done < length);
  return (ssize_t)done;
}

off_t lfs_seek(uint32_t handle, off_t offset, int whence) {
  if (!lfs_memory) return lfs_fail(EIO);
  _Atomic int64_t *position = lfs_position(handle);
  int64_t old, moved;
  switch (whence) {
    case SEEK_SET:
      if (offset < 0) return lfs_fail(EINVAL);
      atomic_store(position, offset);
      return offset;
    case SEEK_CUR:
      old = atomic_load(position);
      do {
        if (__builtin_add_overflow(old, offset, &moved)) return lfs_fail(EOVERFLOW);
        if (moved < 0) return lfs_fail(EINVAL);
      } while (offset && !atomic_compare_exchange_weak(position, &old, moved));
      return moved;
    default: {
      struct request r = {.op = LFS_SEEK, .handle = handle, .a1 = offset, .a2 = whence};
      return lfs_result(lfs_call(&r));
    }
  }
}

EXPORT ssize_t read(int fd, void *into, size_t length) {
  uint32_t handle = lfs_handle(fd);
  return handle ? lfs_read(handle, into, length, -1) : REAL(read)(fd, into, length);
}

EXPORT ssize_t write(int fd, const void *from, size_t length) {
  uint32_t handle = lfs_handle(fd);
  return handle ? lfs_write(handle, from, length, -1) : REAL(write)(fd, from, length);
}

EXPORT ssize_t pread(int fd, void *into, size_t length, off_t offset) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(pread)(fd, into, length, offset);
  return offset < 0 ? lfs_fail(EINVAL) : lfs_read(handle, into, length, offset);
}
ALIAS(pread) ssize_t pread64(int, void *, size_t, off64_t);

EXPORT ssize_t pwrite(int fd, const void *from, size_t length, off_t offset) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(pwrite)(fd, from, length, offset);
  return offset < 0 ? lfs_fail(EINVAL) : lfs_write(handle, from, length, offset);
}
ALIAS(pwrite) ssize_t pwrite64(int, const void *, size_t, off64_t);

extern void __chk_fail(void) __attribute__((noreturn));

EXPORT ssize_t __read_chk(int fd, void *into, size_t length, size_t room) {
  if (length > room) __chk_fail();
  return read(fd, into, length);
}

EXPORT ssize_t __pread_chk(int fd, void *into, size_t length, off_t offset, size_t room) {
  if (length > room) __chk_fail();
  return pread(fd, into, length, offset);
}
ALIAS(__pread_chk) ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);

static ssize_t vector(uint32_t handle, const struct iovec *parts, int count, off_t offset, bool writes) {
  if (count < 0 || count > IOV_MAX) return lfs_fail(EINVAL);
  size_t done = 0;
  for (int i = 0; i < count; i++) {
    off_t at = offset < 0 ? -1 : offset + (off_t)done;
    if (!parts[i].iov_len) continue;
    ssize_t n = writes ? lfs_write(handle, parts[i].iov_base, parts[i].iov_len, at)
                       : lfs_read(handle, parts[i].iov_base, parts[i].iov_len, at);
    if (n < 0) return done ? (ssize_t)done : n;
    done += (size_t)n;
    if ((size_t)n < parts[i].iov_len) break;
  }
  return (ssize_t)done;
}

EXPORT ssize_t readv(int fd, const struct iovec *parts, int count) {
  uint32_t handle = lfs_handle(fd);
  return handle ? vector(handle, parts, count, -1, false) : REAL(readv)(fd, parts, count);
}

EXPORT ssize_t writev(int fd, const struct iovec *parts, int count) {
  uint32_t handle = lfs_handle(fd);
  return handle ? vector(handle, parts, count, -1, true) : REAL(writev)(fd, parts, count);
}

EXPORT ssize_t preadv(int fd, const struct iovec *parts, int count, off_t offset) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(preadv)(fd, parts, count, offset);
  return offset < 0 ? lfs_fail(EINVAL) : vector(handle, parts, count, offset, false);
}
ALIAS(preadv) ssize_t preadv64(int, const struct iovec *, int, off64_t);

EXPORT ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(pwritev)(fd, parts, count, offset);
  return offset < 0 ? lfs_fail(EINVAL) : vector(handle, parts, count, offset, true);
}
ALIAS(pwritev) ssize_t pwritev64(int, const struct iovec *, int, off64_t);

EXPORT ssize_t preadv2(int fd, const struct iovec *parts, int count, off_t offset, int flags) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(preadv2)(fd, parts, count, offset, flags);
  return offset < -1 ? lfs_fail(EINVAL) : vector(handle, parts, count, offset, false);
}
ALIAS(preadv2) ssize_t preadv64v2(int, const struct iovec *, int, off64_t, int);

EXPORT ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t offset, int flags) {
  uint32_t handle = lfs_handle(fd);
  if (!handle) return REAL(pwritev2)(fd, parts, count, offset, flags);
  return offset < -1 ? lfs_fail(EINVAL) : vector(handle, parts, count, offset, true);
}
ALIAS(pwritev2) ssize_t pwritev64v2(int, const struct iovec *, int, off64_t, int);

EXPORT off_t lseek(int fd, off_t offset, int whence) {
  uint32_t handle = lfs_handle(fd);
  return handle ? lfs_seek(handle, offset, whence) : REAL(lseek)(fd, offset, whence);
}
ALIAS(lseek) off64_t lseek64(int, off64_t, int);

/* Copies inside of the kernel: refused in the way after which programs copy themselves. */
EXPORT ssize_t sendfile(int to, int from, off_t *offset, size_t length) {
  return lfs_handle(to) || lfs_handle(from) ? lfs_fail(EINVAL) : REAL(sendfile)(to, from, offset, length);
}
ALIAS(sendfile) ssize_t sendfile64(int, int, off64_t *, size_t);

EXPORT ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t length, unsigned flags) {
  if (lfs_handle(to) || lfs_handle(from)) return lfs_fail(EXDEV);
  return REAL(copy_file_range)(from, from_offset, to, to_offset, length, flags);
}

EXPORT ssize_t splice(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t length, unsigned flags) {
  if (lfs_handle(to) || lfs_handle(from)) return lfs_fail(EINVAL);
  return REAL(splice)(from, from_offset, to, to_offset, length, flags);
}
