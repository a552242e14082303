/* Directory streams. One of ours begins with a number that one of glibc's cannot begin with: there, the descriptor is first. */
#include "lambdafs.h"

#define OURS 0xfaa5d112fffffff1ULL
#define PART 32768

struct directory {
  uint64_t magic;
  int fd;
  int64_t next;    /* how many entries come before the next one */
  size_t at, end;  /* in the buffer */
  struct dirent entry;
  char buffer[PART];
};

static struct directory *ours(DIR *stream) {
  struct directory *d = (struct directory *)stream;
  return d && d->magic == OURS ? d : NULL;
}

static DIR *stream_of(int fd) {
  struct directory *d = malloc(sizeof *d);
  if (!d) return NULL;
  d->magic = OURS;
  d->fd = fd;
  d->next = 0;
  d->at = d->end = 0;
  return (DIR *)d;
}

EXPORT DIR *fdopendir(int fd) {
  uint32_t handle = lfs_handle(fd);
  struct stat s;
  if (!handle) return REAL(fdopendir)(fd);
  if (lfs_stat_handle(handle, &s) < 0) return NULL;
  if (!S_ISDIR(s.st_mode)) return (void)lfs_fail(ENOTDIR), NULL;
  return stream_of(fd);
}

EXPORT DIR *opendir(const char *path) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(opendir)(path);
  long fd = lfs_open_at(&at, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd == OUTSIDE) return REAL(opendir)(at.outside);
  return fd < 0 ? NULL : stream_of((int)fd);
}

static long fill(struct directory *d) {
  struct request r = {.op = LFS_LIST, .handle = lfs_handle(d->fd), .a1 = d->next, .a2 = 1000, .a3 = PART, .into = d->buffer, .room = PART};
  long n = lfs_call(&r);
  d->at = 0;
  d->end = n > 0 ? r.got : 0;
  return n;
}

static struct dirent *next(struct directory *d) {
  if (d->at >= d->end) {
    long n = fill(d);
    if (n <= 0) {
      if (n < 0) lfs_result(n);
      return NULL;
    }
  }
  const char *from = d->buffer + d->at;
  uint16_t length;
  memcpy(&d->entry.d_ino, from, 8);
  memcpy(&length, from + 10, 2);
  if (d->at + 12 + length > d->end || length >= sizeof d->entry.d_name) return (void)lfs_fail(EIO), NULL;
  d->entry.d_type = (unsigned char)from[8];
  memcpy(d->entry.d_name, from + 12, length);
  d->entry.d_name[length] = 0;
  d->entry.d_reclen = sizeof d->entry;
  d->at += 12 + length;
  d->entry.d_off = ++d->next;
  return &d->entry;
}

EXPORT struct dirent *readdir(DIR *stream) {
  struct directory *d = ours(stream);
  return d ? next(d) : REAL(readdir)(stream);
}
ALIAS(readdir) struct dirent64 *readdir64(DIR *);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
EXPORT int readdir_r(DIR *restrict stream, struct dirent *restrict entry, struct dirent **restrict result) {
  struct directory *d = ours(stream);
  if (!d) return REAL(readdir_r)(stream, entry, result);
  int saved = errno;
  errno = 0;
  struct dirent *found = next(d);
  int error = errno;
  errno = saved;
  *result = found ? entry : NULL;
  if (found) *entry = *found;
  return found ? 0 : error;
}
ALIAS(readdir_r) int readdir64_r(DIR *restrict, struct dirent64 *restrict, struct dirent64 **restrict);
#pragma GCC diagnostic pop

EXPORT int closedir(DIR *stream) {
  struct directory *d = ours(stream);
  if (!d) return REAL(closedir)(stream);
  int fd = d->fd;
  d->magic = 0;
  free(d);
  return close(fd);
}

EXPORT int dirfd(DIR *stream) {
  struct directory *d = ours(stream);
  return d ? d->fd : REAL(dirfd)(stream);
}

EXPORT void seekdir(DIR *stream, long where) {
  struct directory *d = ours(stream);
  if (!d) {
    REAL(seekdir)(stream, where);
    return;
  }
  d->next = where;
  d->at = d->end = 0;
}

EXPORT void rewinddir(DIR *stream) {
  if (ours(stream)) {
    seekdir(stream, 0);
  } else {
    REAL(rewinddir)(stream);
  }
}

EXPORT long telldir(DIR *stream) {
  struct directory *d = ours(stream);
  return d ? (long)d->next : REAL(telldir)(stream);
}

typedef int (*chooser)(const struct dirent *);
typedef int (*order)(const struct dirent **, const struct dirent **);

static int scan(DIR *stream, struct dirent ***list, chooser choose, order compare) {
  struct dirent **found = NULL, *entry;
  size_t count = 0, room = 0;
  errno = 0;
  while ((entry = readdir(stream))) {
    if (choose && !choose(entry)) continue;
    if (count == room) {
      room = room ? room * 2 : 64;
      struct dirent **more = realloc(found, room * sizeof *found);
      if (!more) break;
      found = more;
    }
    if (!(found[count] = malloc(sizeof **found))) break;
    *found[count++] = *entry;
    errno = 0;
  }
  int error = errno;
  closedir(stream);
  if (error) {
    while (count) free(found[--count]);
    free(found);
    return (int)lfs_fail(error);
  }
  if (compare && count) qsort(found, count, sizeof *found, (int (*)(const void *, const void *))(void *)compare);
  *list = found;
  return (int)count;
}

EXPORT int scandirat(int dirfd, const char *restrict path, struct dirent ***restrict list, chooser choose, order compare) {
  AT_OF(at, dirfd, path);
  if (!at.ours) return REAL(scandirat)(dirfd, path, list, choose, compare);
  int fd = openat(dirfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = fd < 0 ? NULL : fdopendir(fd);
  return stream ? scan(stream, list, choose, compare) : -1;
}

EXPORT int scandir(const char *restrict path, struct dirent ***restrict list, chooser choose, order compare) {
  return scandirat(AT_FDCWD, path, list, choose, compare);
}
ALIAS(scandir)
int scandir64(const char *restrict, struct dirent64 ***restrict, int (*)(const struct dirent64 *),
              int (*)(const struct dirent64 **, const struct dirent64 **));
