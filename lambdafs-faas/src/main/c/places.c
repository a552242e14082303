/* The working directory, and the real names of files. */
#include "lambdafs.h"

static void set_cwd(int fd, uint32_t handle) {
  uint32_t old_handle = lfs_cwd_handle();
  int old = lfs_cwd_fd();
  lfs_set_cwd_fd(fd);
  lfs_adopt_cwd(handle);
  if (old >= 0) REAL(close)(old);
  if (old_handle) lfs_drop(old_handle);
}

/* The handle, which this takes over, becomes the working directory. It has a descriptor, so that exec keeps it. */
static int enter(uint32_t handle) {
  int fd = lfs_move_up(lfs_new_fd(handle, false, "cwd"), false);
  if (fd < 0) {
    lfs_drop(handle);
    return -1;
  }
  set_cwd(fd, handle);
  return 0;
}

static int entered_real(int result) {
  if (result == 0) {
    lfs_real_cwd_changed();
    if (lfs_cwd_handle()) set_cwd(-1, 0);
  }
  return result;
}

EXPORT int chdir(const char *path) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return entered_real(REAL(chdir)(path));
  long handle = lfs_at(&at, LFS_OPEN, 0200000, 0, 0);
  if (handle == OUTSIDE) return entered_real(REAL(chdir)(at.outside));
  if (handle < 0) return -1;
  lfs_hold((uint32_t)handle);
  return enter((uint32_t)handle);
}

EXPORT int fchdir(int fd) {
  uint32_t handle = lfs_handle(fd);
  struct stat s;
  if (!handle) return entered_real(REAL(fchdir)(fd));
  if (lfs_stat_handle(handle, &s) < 0) return -1;
  if (!S_ISDIR(s.st_mode)) return (int)lfs_fail(ENOTDIR);
  lfs_hold(handle);
  return enter(handle);
}

/* The mount and what follows it, into a buffer that is the caller's or made by this. */
static char *whole_path(char *into, size_t room) {
  char below[PATH_MAX];
  struct request r = {.op = LFS_PATH, .handle = lfs_cwd_handle(), .into = below, .room = sizeof below - 1};
  if (lfs_result(lfs_call(&r)) < 0) return NULL;
  below[r.got] = 0;
  const char *rest = r.got == 1 && below[0] == '/' ? "" : below;
  size_t length = lfs_mount_length + strlen(rest) + 1;
  if (into && room < length) return (void)lfs_fail(room ? ERANGE : EINVAL), NULL;
  if (!into && room && room < length) return (void)lfs_fail(ERANGE), NULL;
  if (!into) into = malloc(room > length ? room : length);
  if (!into) return NULL;
  memcpy(into, lfs_mount, lfs_mount_length);
  memcpy(into + lfs_mount_length, rest, length - lfs_mount_length);
  return into;
}

EXPORT char *getcwd(char *into, size_t room) {
  return lfs_cwd_handle() ? whole_path(into, room) : REAL(getcwd)(into, room);
}

EXPORT char *get_current_dir_name(void) {
  return lfs_cwd_handle() ? whole_path(NULL, 0) : REAL(get_current_dir_name)();
}

extern void __chk_fail(void) __attribute__((noreturn));

EXPORT char *__getcwd_chk(char *into, size_t length, size_t room) {
  if (length > room) __chk_fail();
  return getcwd(into, length);
}

EXPORT char *realpath(const char *restrict path, char *restrict into) {
  AT_OF(at, AT_FDCWD, path);
  if (!at.ours) return REAL(realpath)(path, into);
  char found[PATH_MAX];
  struct request r = {.op = LFS_REALPATH, .handle = at.handle, .data = at.path, .length = strlen(at.path), .into = found,
                      .room = sizeof found - 1, .outside = at.outside};
  long result = lfs_result(lfs_call(&r));
  if (result == OUTSIDE) return REAL(realpath)(at.outside, into);
  if (result < 0) return NULL;
  found[r.got] = 0;
  return into ? strcpy(into, found) : strdup(found);
}

EXPORT char *__realpath_chk(const char *path, char *into, size_t room) {
  if (room < PATH_MAX) __chk_fail();
  return realpath(path, into);
}

EXPORT char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
