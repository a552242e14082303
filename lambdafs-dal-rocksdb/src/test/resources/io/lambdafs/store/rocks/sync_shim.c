/*
 * A library to preload: it notes how much of each file of a directory has been synced, and lets syncs of RocksDB's logs fail.
 *
 * SHIM_DIRECTORY  the directory whose files count
 * SHIM_NOTES      the file to which each successful sync appends "INODE SIZE"
 * SHIM_FAIL       while this file exists: the next sync of a log removes it and fails
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int (*sync_function)(int);

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
