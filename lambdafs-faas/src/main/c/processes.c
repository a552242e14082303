/* New processes and programs. fork is seen by its handlers, in main.c. The kernel finds no program below the mount: a script is run by
 * the interpreter that it names, and a binary from a copy in memory. */
#include "lambdafs.h"

#include <linux/memfd.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/syscall.h>

/* A child of vfork would change this process's tables, so it gets its own. */
EXPORT pid_t vfork(void) { return fork(); }

#define MOST_ARGUMENTS 65536

struct program {
  char path[PATH_MAX];       /* what the kernel is to execute */
  char line[256];            /* the script's first line */
  char **arguments;
  int copy;                  /* of a binary; -1 otherwise */
};

static void forget_program(struct program *p) {
  free(p->arguments);
  if (p->copy >= 0) close(p->copy);
}

/* As `interpreter [argument] path arguments...`; the first line begins with #!. */
static int use_script(struct program *p, const char *path, char *const given[]) {
  char *name = p->line + 2 + strspn(p->line + 2, " \t");
  char *argument = name + strcspn(name, " \t");
  if (*argument) *argument++ = 0;
  argument += strspn(argument, " \t");
  for (size_t n = strlen(argument); n && (argument[n - 1] == ' ' || argument[n - 1] == '\t'); n--) argument[n - 1] = 0;
  size_t count = 0, to = 0;
  while (given[count] && count < MOST_ARGUMENTS) count++;
  p->arguments = calloc(count + 4, sizeof *p->arguments);
  if (!p->arguments || !*name) return (int)lfs_fail(p->arguments ? ENOEXEC : ENOMEM);
  p->arguments[to++] = name;
  if (*argument) p->arguments[to++] = argument;
  p->arguments[to++] = (char *)path;
  for (size_t i = 1; i < count; i++) p->arguments[to++] = given[i];
  return snprintf(p->path, sizeof p->path, "%s", name) < (int)sizeof p->path ? 0 : (int)lfs_fail(ENAMETOOLONG);
}

static int use_copy(struct program *p, int fd) {
  static const size_t part = 262144;
  char *buffer = malloc(part);
  p->copy = (int)REAL(syscall)(SYS_memfd_create, "program", 0);
  ssize_t n = -1;
  if (buffer && p->copy >= 0) {
    while ((n = read(fd, buffer, part)) > 0) {
      if (REAL(write)(p->copy, buffer, (size_t)n) != n) {
        n = -1;
        break;
      }
    }
  }
  free(buffer);
  snprintf(p->path, sizeof p->path, "/proc/self/fd/%d", p->copy);
  return n < 0 ? -1 : 0;
}

/* Makes the kernel's idea of a program below the mount; 1 if it is somewhere else, and so nothing was made. */
static int find_program(struct program *p, const char *path, char *const given[]) {
  AT_OF(at, AT_FDCWD, path);
  p->arguments = NULL;
  p->copy = -1;
  if (!at.ours) return 1;
  if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0) return -1;
  long fd = lfs_open_at(&at, O_RDONLY | O_CLOEXEC, 0);
  if (fd == OUTSIDE) {
    strcpy(p->path, at.outside);
    return 0;
  }
  if (fd < 0) return -1;
  ssize_t n = pread((int)fd, p->line, sizeof p->line - 1, 0);
  int result;
  if (n < 0) {
    result = errno == EISDIR ? (int)lfs_fail(EACCES) : -1;
  } else {
    p->line[n] = 0;
    p->line[strcspn(p->line, "\n")] = 0;
    if (n > 2 && p->line[0] == '#' && p->line[1] == '!') {
      result = use_script(p, path, given);
    } else {
      result = n > 4 && memcmp(p->line, "\177ELF", 4) == 0 ? use_copy(p, (int)fd) : (int)lfs_fail(ENOEXEC);
    }
  }
  int error = errno;
  close((int)fd);
  errno = error;
  return result;
}

static int execute(const char *path, char *const arguments[], char *const environment[], int depth) {
  struct program p;
  int found = find_program(&p, path, arguments);
  if (found > 0) return REAL(execve)(path, arguments, environment);
  if (found == 0 && depth >= 4) found = (int)lfs_fail(ELOOP);
  if (found == 0) {
    if (p.copy >= 0) REAL(fcntl)(p.copy, F_SETFD, FD_CLOEXEC);
    execute(p.path, p.arguments ? p.arguments : arguments, environment, depth + 1);
  }
  int error = errno;
  forget_program(&p);
  return (int)lfs_fail(error);
}

EXPORT int execve(const char *path, char *const arguments[], char *const environment[]) {
  return execute(path, arguments, environment, 0);
}

EXPORT int execv(const char *path, char *const arguments[]) { return execute(path, arguments, environ, 0); }

static int through_shell(const char *path, char *const arguments[], char *const environment[]) {
  size_t count = 0;
  while (arguments[count] && count < MOST_ARGUMENTS) count++;
  char *all[count + 3];
  all[0] = (char *)"/bin/sh";
  all[1] = (char *)path;
  for (size_t i = 1; i <= count; i++) all[i + 1] = arguments[i];
  if (count == 0) all[2] = NULL;
  all[count + 2] = NULL;
  return REAL(execve)("/bin/sh", all, environment);
}

EXPORT int execvpe(const char *name, char *const arguments[], char *const environment[]) {
  const char *search = getenv("PATH");
  bool below = lfs_mount_length && search && strstr(search, lfs_mount);
  if (strchr(name, '/')) {
    execute(name, arguments, environment, 0);
    return errno == ENOEXEC ? through_shell(name, arguments, environment) : -1;
  }
  if (!below) return REAL(execvpe)(name, arguments, environment);
  int error = ENOENT;
  for (const char *from = search; *name;) {
    char path[PATH_MAX];
    size_t n = strcspn(from, ":");
    snprintf(path, sizeof path, "%.*s%s%s", (int)n, from, n ? "/" : "", name);
    execute(path, arguments, environment, 0);
    if (errno == ENOEXEC) return through_shell(path, arguments, environment);
    if (errno == EACCES) error = EACCES;
    if (!from[n]) break;
    from += n + 1;
  }
  return (int)lfs_fail(error);
}

EXPORT int execvp(const char *name, char *const arguments[]) { return execvpe(name, arguments, environ); }

/* The arguments of execl and its like, up to the NULL. */
#define COLLECT(first, all, rest)                                \
  va_list rest;                                                  \
  va_start(rest, first);                                         \
  size_t count_ = 1;                                             \
  while (first && va_arg(rest, char *)) count_++;                \
  va_end(rest);                                                  \
  char *all[count_ + 1];                                         \
  all[0] = (char *)first;                                        \
  va_start(rest, first);                                         \
  for (size_t i = 1; i <= count_; i++) all[i] = va_arg(rest, char *)

EXPORT int execl(const char *path, const char *first, ...) {
  COLLECT(first, all, rest);
  va_end(rest);
  return execve(path, all, environ);
}

EXPORT int execlp(const char *name, const char *first, ...) {
  COLLECT(first, all, rest);
  va_end(rest);
  return execvpe(name, all, environ);
}

EXPORT int execle(const char *path, const char *first, ...) {
  COLLECT(first, all, rest);
  char *const *environment = va_arg(rest, char *const *);
  va_end(rest);
  return execve(path, all, environment);
}

EXPORT int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                       char *const environment[restrict]) {
  struct program p;
  int found = find_program(&p, path, arguments);
  if (found < 0) {
    int error = errno;
    forget_program(&p);
    return error;
  }
  lfs_spawn_prepare();
  int result = REAL(posix_spawn)(pid, found == 0 ? p.path : path, actions, attributes, p.arguments ? p.arguments : arguments,
                                 environment);
  lfs_spawn_done();
  forget_program(&p);
  return result;
}

EXPORT int posix_spawnp(pid_t *restrict pid, const char *restrict name, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                        char *const environment[restrict]) {
  if (strchr(name, '/')) return posix_spawn(pid, name, actions, attributes, arguments, environment);
  lfs_spawn_prepare();
  int result = REAL(posix_spawnp)(pid, name, actions, attributes, arguments, environment);
  lfs_spawn_done();
  return result;
}
