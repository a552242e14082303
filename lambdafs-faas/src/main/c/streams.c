/* Standard streams: glibc's own reading and writing does not come through the functions that this library replaces, so a stream of
 * a file below the mount is one of glibc's "cookie" streams. */
#include "lambdafs.h"

#include <stdarg.h>
#include <stdio_ext.h>

static ssize_t stream_read(void *cookie, char *into, size_t length) { return read((int)(intptr_t)cookie, into, length); }

static ssize_t stream_write(void *cookie, const char *from, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t n = write((int)(intptr_t)cookie, from + done, length - done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence) {
  off64_t at = lseek((int)(intptr_t)cookie, *offset, whence);
  if (at < 0) return -1;
  *offset = at;
  return 0;
}

static int stream_close(void *cookie) { return close((int)(intptr_t)cookie); }

static FILE *stream_of(int fd, const char *mode) {
  cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
  FILE *stream = fopencookie((void *)(intptr_t)fd, mode, functions);
  if (stream) stream->_fileno = fd; /* so fileno() tells it */
  return stream;
}

static int flags_of(const char *mode) {
  int flags = mode[0] == 'r' ? O_RDONLY : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : mode[0] == 'a' ? O_WRONLY | O_CREAT | O_APPEND : -1;
  if (flags < 0) return -1;
  for (const char *m = mode + 1; *m && *m != ','; m++) {
    if (*m == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (*m == 'x') flags |= O_EXCL;
    if (*m == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

EXPORT FILE *fopen(const char *restrict path, const char *restrict mode) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(fopen)(path, mode);
  int flags = flags_of(mode);
  if (flags < 0) return (void)lfs_fail(EINVAL), NULL;
  long fd = lfs_open_at(&at, flags, 0666);
  if (fd == OUTSIDE) return REAL(fopen)(at.outside, mode);
  if (fd < 0) return NULL;
  FILE *stream = stream_of((int)fd, mode);
  if (!stream) close((int)fd);
  return stream;
}
ALIAS(fopen) FILE *fopen64(const char *restrict, const char *restrict);

EXPORT FILE *fdopen(int fd, const char *mode) {
  if (!lfs_handle(fd)) return REAL(fdopen)(fd, mode);
  if (flags_of(mode) < 0) return (void)lfs_fail(EINVAL), NULL;
  return stream_of(fd, mode);
}

/* Whether the standard stream of this number is one of ours already, so that it follows wherever the number leads. */
static bool replaced[3];

void lfs_replace_standard_stream(int fd) {
  FILE **streams[3] = {&stdin, &stdout, &stderr};
  if (replaced[fd] || !*streams[fd]) return;
  FILE *old = *streams[fd];
  FILE *stream = stream_of(fd, fd == 0 ? "r" : "w");
  if (!stream) return;
  if (fd == 2) setvbuf(stream, NULL, _IONBF, 0);
  if (fd == 1 && old->_IO_write_ptr > old->_IO_write_base) {
    /* What the program has written and not flushed goes where the number leads now, as it would without us. */
    fwrite(old->_IO_write_base, 1, (size_t)(old->_IO_write_ptr - old->_IO_write_base), stream);
    __fpurge(old);
  }
  *streams[fd] = stream;
  replaced[fd] = true;
}

static FILE *reopen(const char *path, const char *mode, FILE *stream) {
  int flags = flags_of(mode);
  int number = stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : -1;
  if (flags < 0) return (void)lfs_fail(EINVAL), NULL;
  AT_OF(at, AT_FDCWD, path);
  fflush(stream);
  long fd = lfs_open_at(&at, flags, 0666);
  if (fd == OUTSIDE) return REAL(freopen)(at.outside, mode, stream);
  if (fd < 0) return fclose(stream), NULL;
  if (number < 0) {
    /* A stream that is not a standard one cannot become one of ours in its place. */
    close((int)fd);
    return (void)lfs_fail(EOPNOTSUPP), NULL;
  }
  dup2((int)fd, number);
  close((int)fd);
  return number == 0 ? stdin : number == 1 ? stdout : stderr;
}

EXPORT FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  AT_OF(at, AT_FDCWD, path);
  return at.ours ? reopen(path, mode, stream) : REAL(freopen)(path, mode, stream);
}
ALIAS(freopen) FILE *freopen64(const char *restrict, const char *restrict, FILE *restrict);

/* These write to the descriptor without a stream. */
EXPORT int vdprintf(int fd, const char *restrict format, va_list arguments) {
  if (!lfs_handle(fd)) return REAL(vdprintf)(fd, format, arguments);
  char *text;
  int length = vasprintf(&text, format, arguments);
  if (length < 0) return -1;
  ssize_t written = stream_write((void *)(intptr_t)fd, text, (size_t)length);
  free(text);
  return written == length ? length : -1;
}

EXPORT int dprintf(int fd, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vdprintf(fd, format, arguments);
  va_end(arguments);
  return n;
}

EXPORT int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments) {
  return (void)flag, vdprintf(fd, format, arguments);
}

EXPORT int __dprintf_chk(int fd, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = __vdprintf_chk(fd, flag, format, arguments);
  va_end(arguments);
  return n;
}
