/* Files and directories with names that nothing has yet. */
#include "lambdafs.h"

#include <sys/random.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Tries names until one was free; what is made says the flags, or a directory if they are -1. */
static int make(char *template, int suffix, int flags) {
  size_t length = strlen(template);
  if (suffix < 0 || length < 6 + (size_t)suffix) return (int)lfs_fail(EINVAL);
  char *x = template + length - 6 - (size_t)suffix;
  if (memcmp(x, "XXXXXX", 6) != 0) return (int)lfs_fail(EINVAL);
  for (int tries = 0; tries < 1000; tries++) {
    uint8_t chance[6];
    if (getrandom(chance, sizeof chance, 0) != sizeof chance) return -1;
    for (int i = 0; i < 6; i++) x[i] = letters[chance[i] % (sizeof letters - 1)];
    int made = flags < 0 ? mkdir(template, 0700) : open(template, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (made >= 0 || errno != EEXIST) return made;
  }
  return (int)lfs_fail(EEXIST);
}

static bool is_ours(const char *template) {
  AT_OF(at, AT_FDCWD, template);
  return at.ours;
}

EXPORT int mkostemps(char *template, int suffix, int flags) {
  return is_ours(template) ? make(template, suffix, flags & ~O_ACCMODE) : REAL(mkostemps)(template, suffix, flags);
}
EXPORT int mkstemps(char *template, int suffix) { return mkostemps(template, suffix, 0); }
EXPORT int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }
EXPORT int mkstemp(char *template) { return mkostemps(template, 0, 0); }
ALIAS(mkostemps) int mkostemps64(char *, int, int);
ALIAS(mkstemps) int mkstemps64(char *, int);
ALIAS(mkostemp) int mkostemp64(char *, int);
ALIAS(mkstemp) int mkstemp64(char *);

EXPORT char *mkdtemp(char *template) {
  if (!is_ours(template)) return REAL(mkdtemp)(template);
  return make(template, 0, -1) < 0 ? NULL : template;
}
