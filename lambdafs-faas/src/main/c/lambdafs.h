/* What the parts of the library share. */
#ifndef LAMBDAFS_H
#define LAMBDAFS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "protocol.h"

#if __SIZEOF_POINTER__ != 8
#error "the library of lambdafs is for machines of 64 bits only"
#endif

#define EXPORT __attribute__((visibility("default")))
#define ALIAS(of) EXPORT __attribute__((alias(#of)))

/* The function of that name which would have been called without this library. */
#define REAL(name)                                                        \
  (__extension__({                                                        \
    static __typeof__(&name) real_;                                       \
    if (!real_) *(void **)&real_ = dlsym(RTLD_NEXT, #name);               \
    real_;                                                                \
  }))

#define MAX_FDS 65536

/* memory.c: the memory, and calls through it. */
struct request {
  uint32_t op;
  int64_t handle, handle2, a1, a2, a3;
  const void *data;
  size_t length;
  const void *data2;
  size_t length2;
  void *into; /* for the reply's data */
  size_t room;
  size_t got;
  char *outside; /* PATH_MAX bytes: for the path where the path leads, if that is not in the volume */
};
#define OUTSIDE (-100000L)
extern struct lfs_header *lfs_memory; /* NULL if there is no server to talk to */
extern char lfs_mount[LFS_MOUNT_ROOM];
extern size_t lfs_mount_length;
extern bool lfs_broken; /* the memory was there, but was refused: calls below the mount get EIO */
void lfs_attach(void);
/* Returns the result, or an errno as a negative number, or OUTSIDE. */
long lfs_call(struct request *r);
/* The same for callers that return -1 and set errno. OUTSIDE stays. */
long lfs_result(long result);
_Atomic int64_t *lfs_position(uint32_t handle);
size_t lfs_data_bytes(void); /* how much goes through a slot at once */

/* connection.c: this process's socket. */
uint32_t lfs_connection(void); /* its number; 0 if there is none and none can be had */
int lfs_socket(void);
void lfs_wake_server(void);
/* Waits for a byte or until the time is over; returns the time if it is over, 0 if not, and -1 if the server is gone. */
int lfs_wait(int millis);
void lfs_take_byte(void);
bool lfs_is_internal(int fd);
void lfs_make_way(int fd); /* moves what the library keeps at this number */
int lfs_close_range_around(unsigned first, unsigned last, int flags);
int lfs_move_up(int fd, bool cloexec);
void lfs_adopt_connection(int marker, int socket, uint32_t number, int pid);
void lfs_set_cwd_fd(int fd);
int lfs_cwd_fd(void);
void lfs_fork_prepare(void);
void lfs_fork_parent(void);
void lfs_fork_child(void);
/* Around posix_spawn: a connection that the child will find, as exec's does. */
void lfs_spawn_prepare(void);
void lfs_spawn_done(void);

/* descriptors.c: which descriptors are the volume's. */
uint32_t lfs_handle(int fd); /* 0 if it is not one of the volume's */
int lfs_new_fd(uint32_t handle, bool cloexec, const char *tag);
void lfs_share(int fd, uint32_t handle); /* fd is one more descriptor of the handle */
void lfs_forget(int fd);                 /* fd was closed */
void lfs_hold(uint32_t handle);
void lfs_drop(uint32_t handle);
void lfs_adopt_descriptors(void);
bool lfs_holds_any(void);

/* paths.c: which paths lead below the mount. */
struct at {
  bool ours;
  int64_t handle;
  const char *path;
  char outside[PATH_MAX];
  char joined[PATH_MAX];
};
/* Finds out where a path leads, and says whether to the volume. */
bool lfs_route(struct at *at, int dirfd, const char *path);
long lfs_at(struct at *at, uint32_t op, int64_t a1, int64_t a2, int64_t a3);
long lfs_two(struct at *from, struct at *to, uint32_t op, int64_t a1);
void lfs_real_cwd_changed(void);
void lfs_adopt_cwd(uint32_t handle);
uint32_t lfs_cwd_handle(void); /* of the directory below the mount in which the process is, or 0 */

#define AT_OF(name, dirfd, path) \
  struct at name;                \
  lfs_route(&name, dirfd, path)

/* attributes.c */
void lfs_fill_stat(const struct lfs_stat *from, struct stat *to);
long lfs_stat_handle(uint32_t handle, struct stat *to);

/* open.c */
long lfs_open_at(struct at *at, int flags, mode_t mode); /* a descriptor, or -1 with errno, or OUTSIDE */
mode_t lfs_umask(void);

/* transfer.c */
ssize_t lfs_read(uint32_t handle, void *into, size_t length, off_t offset);
ssize_t lfs_write(uint32_t handle, const void *from, size_t length, off_t offset);
off_t lfs_seek(uint32_t handle, off_t offset, int whence);

/* locks.c */
int lfs_lock(uint32_t handle, int command, struct flock *lock);

/* streams.c */
void lfs_replace_standard_stream(int fd);

static inline long lfs_fail(int error) {
  errno = error;
  return -1;
}

#endif
