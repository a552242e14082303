/* Walks over trees of files. */
#include "lambdafs.h"

#include <ftw.h>

struct walk {
  int (*each)(const char *, const struct stat *, int, struct FTW *);
  int flags;
  char path[PATH_MAX];
};

static int visit(struct walk *w, size_t length, size_t base, int level);

static int visit_entries(struct walk *w, DIR *stream, size_t length, int level) {
  struct dirent *entry;
  int result = 0;
  while (!result && (entry = readdir(stream))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    size_t n = strlen(entry->d_name);
    if (length + n + 2 > sizeof w->path) {
      result = (int)lfs_fail(ENAMETOOLONG);
      break;
    }
    w->path[length] = '/';
    memcpy(w->path + length + 1, entry->d_name, n + 1);
    result = visit(w, length + 1 + n, length + 1, level + 1);
    w->path[length] = 0;
  }
  return result;
}

static int visit(struct walk *w, size_t length, size_t base, int level) {
  struct stat s;
  struct FTW where = {(int)base, level};
  bool links = w->flags & FTW_PHYS;
  memset(&s, 0, sizeof s);
  if ((links ? lstat(w->path, &s) : stat(w->path, &s)) != 0) {
    bool dangling = !links && lstat(w->path, &s) == 0;
    if (!dangling && level == 0) return -1;
    return w->each(w->path, &s, dangling ? FTW_SLN : FTW_NS, &where);
  }
  if (!S_ISDIR(s.st_mode)) return w->each(w->path, &s, S_ISLNK(s.st_mode) ? FTW_SL : FTW_F, &where);
  if (level > 1000) return (int)lfs_fail(ELOOP);
  DIR *stream = opendir(w->path);
  if (!stream) return errno == EACCES ? w->each(w->path, &s, FTW_DNR, &where) : -1;
  int result = w->flags & FTW_DEPTH ? 0 : w->each(w->path, &s, FTW_D, &where);
  if (!result) result = visit_entries(w, stream, length, level);
  closedir(stream);
  return !result && (w->flags & FTW_DEPTH) ? w->each(w->path, &s, FTW_DP, &where) : result;
}

EXPORT int nftw(const char *path, int (*each)(const char *, const struct stat *, int, struct FTW *), int open, int flags) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(nftw)(path, each, open, flags);
  if (flags & (FTW_CHDIR | FTW_ACTIONRETVAL)) return (int)lfs_fail(EINVAL);
  struct walk w = {.each = each, .flags = flags};
  size_t length = strlen(path);
  if (length >= sizeof w.path) return (int)lfs_fail(ENAMETOOLONG);
  memcpy(w.path, path, length + 1);
  while (length > 1 && w.path[length - 1] == '/') w.path[--length] = 0;
  const char *slash = strrchr(w.path, '/');
  return visit(&w, length, slash ? (size_t)(slash - w.path) + 1 : 0, 0);
}
ALIAS(nftw) int nftw64(const char *, int (*)(const char *, const struct stat64 *, int, struct FTW *), int, int);

static __thread int (*simple)(const char *, const struct stat *, int);

static int call_simple(const char *path, const struct stat *s, int kind, struct FTW *where) {
  (void)where;
  return simple(path, s, kind == FTW_SLN ? FTW_NS : kind);
}

EXPORT int ftw(const char *path, int (*each)(const char *, const struct stat *, int), int open) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(ftw)(path, each, open);
  simple = each;
  return nftw(path, call_simple, open, 0);
}
ALIAS(ftw) int ftw64(const char *, int (*)(const char *, const struct stat64 *, int), int);
