/* Extended attributes, which volumes do not have: access control lists are among them. */
#include "lambdafs.h"

#include <sys/xattr.h>

static bool is_ours(const char *path) {
  AT_OF(at, AT_FDCWD, path);
  return at.ours;
}

#define UNSUPPORTED(type, name, parameters, arguments, which) \
  EXPORT type name parameters { return which ? (type)lfs_fail(EOPNOTSUPP) : REAL(name) arguments; }

UNSUPPORTED(ssize_t, getxattr, (const char *p, const char *n, void *v, size_t s), (p, n, v, s), is_ours(p))
UNSUPPORTED(ssize_t, lgetxattr, (const char *p, const char *n, void *v, size_t s), (p, n, v, s), is_ours(p))
UNSUPPORTED(ssize_t, fgetxattr, (int f, const char *n, void *v, size_t s), (f, n, v, s), lfs_handle(f))
UNSUPPORTED(int, setxattr, (const char *p, const char *n, const void *v, size_t s, int f), (p, n, v, s, f), is_ours(p))
UNSUPPORTED(int, lsetxattr, (const char *p, const char *n, const void *v, size_t s, int f), (p, n, v, s, f), is_ours(p))
UNSUPPORTED(int, fsetxattr, (int d, const char *n, const void *v, size_t s, int f), (d, n, v, s, f), lfs_handle(d))
UNSUPPORTED(ssize_t, listxattr, (const char *p, char *l, size_t s), (p, l, s), is_ours(p))
UNSUPPORTED(ssize_t, llistxattr, (const char *p, char *l, size_t s), (p, l, s), is_ours(p))
UNSUPPORTED(ssize_t, flistxattr, (int f, char *l, size_t s), (f, l, s), lfs_handle(f))
UNSUPPORTED(int, removexattr, (const char *p, const char *n), (p, n), is_ours(p))
UNSUPPORTED(int, lremovexattr, (const char *p, const char *n), (p, n), is_ours(p))
UNSUPPORTED(int, fremovexattr, (int f, const char *n), (f, n), lfs_handle(f))

/* What can be asked of a path or a descriptor without a look at the file. */
static long limit(int name) {
  switch (name) {
    case _PC_LINK_MAX:
      return 32000;
    case _PC_NAME_MAX:
      return 255;
    case _PC_PATH_MAX:
      return PATH_MAX;
    case _PC_NO_TRUNC:
    case _PC_CHOWN_RESTRICTED:
      return 1;
    default:
      return -1;
  }
}

EXPORT long pathconf(const char *path, int name) { return is_ours(path) ? limit(name) : REAL(pathconf)(path, name); }
EXPORT long fpathconf(int fd, int name) { return lfs_handle(fd) ? limit(name) : REAL(fpathconf)(fd, name); }
