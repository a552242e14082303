/* Which paths lead below the mount. */
#include "lambdafs.h"

static uint32_t cwd_handle;
static char real_cwd[PATH_MAX]; /* where the kernel thinks that the process is */
static bool real_cwd_known;
static bool cwd_leads; /* whether a path without .. can lead from there below the mount */

uint32_t lfs_cwd_handle(void) { return cwd_handle; }
void lfs_adopt_cwd(uint32_t handle) { cwd_handle = handle; }
void lfs_real_cwd_changed(void) { real_cwd_known = false; }

static void learn_real_cwd(void) {
  if (real_cwd_known) return;
  if (!REAL(getcwd)(real_cwd, sizeof real_cwd)) real_cwd[0] = 0;
  size_t length = strlen(real_cwd);
  while (length && real_cwd[length - 1] == '/') length--;
  cwd_leads = length < lfs_mount_length && strncmp(real_cwd, lfs_mount, length) == 0 && lfs_mount[length] == '/';
  real_cwd_known = true;
}

static bool is_dots(const char *name, size_t length, size_t dots) {
  return length == dots && name[0] == '.' && name[dots - 1] == '.';
}

/* Goes through the path name by name, and counts how deep it is and how much of the mount's path it has gone. */
static const char *below_mount_by_names(const char *path) {
  const char *mounts[LFS_MOUNT_ROOM / 2];
  size_t lengths[LFS_MOUNT_ROOM / 2], count = 0;
  for (const char *m = lfs_mount; *m;) {
    while (*m == '/') m++;
    size_t n = strcspn(m, "/");
    if (!n) break;
    mounts[count] = m;
    lengths[count++] = n;
    m += n;
  }
  size_t depth = 0, matched = 0;
  while (*path) {
    while (*path == '/') path++;
    size_t n = strcspn(path, "/");
    if (!n) break;
    if (is_dots(path, n, 2)) {
      if (depth) depth--;
      if (matched > depth) matched = depth;
    } else if (!is_dots(path, n, 1)) {
      if (matched == depth && n == lengths[matched] && memcmp(path, mounts[matched], n) == 0) matched++;
      depth++;
    }
    path += n;
    if (matched == count && depth == count) return path;
  }
  return NULL;
}

/* What follows the mount in an absolute path, or NULL. */
static const char *below_mount(const char *path) {
  if (strncmp(path, lfs_mount, lfs_mount_length) == 0 && (path[lfs_mount_length] == '/' || path[lfs_mount_length] == 0))
    return path + lfs_mount_length;
  if (!strstr(path, "//") && !strstr(path, "/.")) return NULL;
  return below_mount_by_names(path);
}

static bool from_real_cwd(struct at *at, const char *path) {
  learn_real_cwd();
  if (!cwd_leads && !strstr(path, "..")) return false;
  if (!real_cwd[0] || snprintf(at->joined, sizeof at->joined, "%s/%s", real_cwd, path) >= (int)sizeof at->joined) return false;
  const char *rest = below_mount(at->joined);
  if (!rest) return false;
  at->path = *rest ? rest : "/";
  return true;
}

bool lfs_route(struct at *at, int dirfd, const char *path) {
  at->ours = false;
  at->handle = 0;
  if (!lfs_mount_length || !path) return false;
  if (path[0] == '/') {
    const char *rest = below_mount(path);
    at->path = rest && *rest ? rest : "/";
    return at->ours = rest != NULL;
  }
  at->path = path;
  if (dirfd == AT_FDCWD) {
    at->handle = cwd_handle;
    return at->ours = path[0] && (cwd_handle || from_real_cwd(at, path));
  }
  at->handle = lfs_handle(dirfd);
  return at->ours = at->handle != 0;
}

long lfs_at(struct at *at, uint32_t op, int64_t a1, int64_t a2, int64_t a3) {
  struct request r = {.op = op,
                      .handle = at->handle,
                      .a1 = a1,
                      .a2 = a2,
                      .a3 = a3,
                      .data = at->path,
                      .length = strlen(at->path),
                      .outside = at->outside};
  return lfs_result(lfs_call(&r));
}

long lfs_two(struct at *from, struct at *to, uint32_t op, int64_t a1) {
  if (!from->ours || !to->ours) return lfs_fail(EXDEV);
  struct request r = {.op = op,
                      .handle = from->handle,
                      .handle2 = to->handle,
                      .a1 = a1,
                      .data = from->path,
                      .length = strlen(from->path),
                      .data2 = to->path,
                      .length2 = strlen(to->path)};
  return lfs_result(lfs_call(&r));
}
