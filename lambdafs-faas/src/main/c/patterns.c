/* Patterns of file names: glibc's own glob, told to look at directories with our functions. */
#include "lambdafs.h"

#include <glob.h>

static void *open_stream(const char *path) { return opendir(path); }
static struct dirent *next_entry(void *stream) { return readdir(stream); }
static void close_stream(void *stream) { closedir(stream); }

EXPORT int glob(const char *restrict pattern, int flags, int (*failed)(const char *, int), glob_t *restrict found) {
  if (!lfs_mount_length || (flags & GLOB_ALTDIRFUNC)) return REAL(glob)(pattern, flags, failed, found);
  AT_OF(at, AT_FDCWD, pattern);
  if (!at.ours) return REAL(glob)(pattern, flags, failed, found);
  found->gl_opendir = open_stream;
  found->gl_readdir = next_entry;
  found->gl_closedir = close_stream;
  found->gl_stat = stat;
  found->gl_lstat = lstat;
  return REAL(glob)(pattern, flags | GLOB_ALTDIRFUNC, failed, found);
}
ALIAS(glob) int glob64(const char *restrict, int, int (*)(const char *, int), glob64_t *restrict);
