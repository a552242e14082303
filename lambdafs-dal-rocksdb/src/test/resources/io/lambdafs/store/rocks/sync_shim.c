/*
 * A library to preload: it notes how much of each file of a directory has been synced, lets syncs of RocksDB's logs fail, and
 * lets the directory be one of a file system that has become read-only.
 *
 * SHIM_DIRECTORY  the directory whose files count
 * SHIM_NOTES      the file to which each successful sync appends "INODE SIZE"
 * SHIM_FAIL       while this file exists: the next sync of a log removes it and fails
 * SHIM_READ_ONLY  while this file exists: nothing in the directory can be written
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int (*sync_function)(int);
typedef int (*open_function)(const char *, int, ...);
typedef int (*rename_function)(const char *, const char *);
typedef ssize_t (*write_function)(int, const void *, size_t);
typedef ssize_t (*pwrite_function)(int, const void *, size_t, off64_t);

/* The length of the path of a file that counts, or 0. */
static size_t counted(int fd, char *path, size_t size) {
    const char *directory = getenv("SHIM_DIRECTORY");
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (directory == NULL || length <= 0) {
        return 0;
    }
    path[length] = 0;
    return strncmp(path, directory, strlen(directory)) == 0 ? (size_t) length : 0;
}

static int read_only(void) {
    const char *trigger = getenv("SHIM_READ_ONLY");
    return trigger != NULL && access(trigger, F_OK) == 0;
}

static int refused(const char *path) {
    const char *directory = getenv("SHIM_DIRECTORY");
    int inside = directory != NULL && strncmp(path, directory, strlen(directory)) == 0;
    return inside && read_only() ? (errno = EROFS, 1) : 0;
}

static int refused_file(int fd) {
    char path[4096];
    return read_only() && counted(fd, path, sizeof path) > 0 ? (errno = EROFS, 1) : 0;
}

static int must_fail(const char *path, size_t length) {
    const char *trigger = getenv("SHIM_FAIL");
    return trigger != NULL && length > 4 && strcmp(path + length - 4, ".log") == 0 && unlink(trigger) == 0;
}

static void note(const struct stat *before) {
    const char *notes = getenv("SHIM_NOTES");
    int fd = notes == NULL ? -1 : open(notes, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        char line[64];
        int length = snprintf(line, sizeof line, "%llu %lld\n", (unsigned long long) before->st_ino,
                              (long long) before->st_size);
        if (write(fd, line, length) != length) {
            abort();
        }
        close(fd);
    }
}

static int shimmed(int fd, const char *name) {
    sync_function real = (sync_function) dlsym(RTLD_NEXT, name);
    char path[4096];
    size_t length = counted(fd, path, sizeof path);
    struct stat before;
    if (length == 0 || fstat(fd, &before) != 0) {
        return real(fd);
    }
    if (must_fail(path, length)) {
        errno = EIO;
        return -1;
    }
    if (read_only()) {
        errno = EROFS;
        return -1;
    }
    int result = real(fd);
    if (result == 0) {
        note(&before);
    }
    return result;
}

int fsync(int fd) {
    return shimmed(fd, "fsync");
}

int fdatasync(int fd) {
    return shimmed(fd, "fdatasync");
}

ssize_t write(int fd, const void *bytes, size_t count) {
    return refused_file(fd) ? -1 : ((write_function) dlsym(RTLD_NEXT, "write"))(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    return refused_file(fd) ? -1 : ((pwrite_function) dlsym(RTLD_NEXT, "pwrite64"))(fd, bytes, count, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    return pwrite64(fd, bytes, count, offset);
}

static int opened(const char *name, const char *path, int flags, mode_t mode) {
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
    return writes && refused(path) ? -1 : ((open_function) dlsym(RTLD_NEXT, name))(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open64", path, flags, mode);
}

int rename(const char *from, const char *to) {
    return refused(to) ? -1 : ((rename_function) dlsym(RTLD_NEXT, "rename"))(from, to);
}
