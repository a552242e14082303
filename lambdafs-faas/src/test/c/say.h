/* Prints what calls return, so that two runs can be compared. */
#ifndef SAY_H
#define SAY_H
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAY(call)                                                                       \
  do {                                                                                  \
    errno = 0;                                                                          \
    long r_ = (long)(call);                                                             \
    printf("%s = %ld%s%s\n", #call, r_, r_ < 0 ? " " : "", r_ < 0 ? strerror(errno) : ""); \
    fflush(stdout);                                                                     \
  } while (0)

#define SAY_POINTER(call)                                                     \
  do {                                                                        \
    errno = 0;                                                                \
    void *p_ = (void *)(call);                                                \
    printf("%s is %s\n", #call, p_ && p_ != MAP_FAILED ? "there" : strerror(errno)); \
    fflush(stdout);                                                           \
  } while (0)

static inline void say_stat(const char *name, const struct stat *s) {
  printf("%s: mode %o size %ld links %ld uid %d mtime %ld.%09ld\n", name, s->st_mode, S_ISDIR(s->st_mode) ? 0 : (long)s->st_size,
         S_ISDIR(s->st_mode) ? 0 : (long)s->st_nlink, (int)s->st_uid, s->st_mtim.tv_sec > 1000000000 ? 0 : s->st_mtim.tv_sec,
         s->st_mtim.tv_sec > 1000000000 ? 0 : s->st_mtim.tv_nsec);
  fflush(stdout);
}
#endif
