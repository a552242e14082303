/* Calls with names of files. Argument: an empty directory. */
#include "say.h"

#include <ftw.h>
#include <glob.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

static char top[4096];

static void make(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT, 0644);
  if (fd < 0) printf("make %s: %s\n", path, strerror(errno));
  close(fd);
}

static void status(void) {
  struct stat s;
  struct statx x;
  struct statvfs v;
  make("f");
  SAY(truncate("f", 1234));
  SAY(stat("f", &s));
  say_stat("f", &s);
  SAY(statx(AT_FDCWD, "f", 0, STATX_SIZE, &x));
  printf("%ld\n", (long)x.stx_size);
  x.stx_size = 0;
  SAY(syscall(SYS_statx, AT_FDCWD, "f", 0, STATX_SIZE, &x));
  printf("%ld\n", (long)x.stx_size);
  int fd = open("f", O_RDONLY);
  char b[4];
  SAY(syscall(SYS_read, fd, b, 4));
  SAY(fstat(fd, &s));
  SAY(fstatat(fd, "", &s, AT_EMPTY_PATH));
  SAY(fstatat(fd, "x", &s, 0));
  SAY(fstatvfs(fd, &v));
  SAY(v.f_namemax);
  SAY(fchmod(fd, 0600));
  close(fd);
  SAY(chmod("f", 0444));
  SAY(stat("f", &s));
  say_stat("f", &s);
  SAY(access("f", R_OK));
  SAY(access("f", X_OK));
  SAY(access("nothing", F_OK));
  SAY(faccessat(AT_FDCWD, "f", R_OK, AT_EACCESS));
  struct timespec times[2] = {{5, 0}, {7, 9}};
  SAY(utimensat(AT_FDCWD, "f", times, 0));
  SAY(stat("f", &s));
  say_stat("f", &s);
  struct timeval micros[2] = {{1, 2}, {3, 4}};
  SAY(utimes("f", micros));
  SAY(stat("f", &s));
  say_stat("f", &s);
  SAY(utime("f", NULL));
  SAY(chown("f", 1, 2));
  SAY(stat("f", &s));
  say_stat("f", &s);
  SAY(stat("f/", &s));
  SAY(stat("f/x", &s));
  SAY(stat("", &s));
  SAY(stat("nothing/x", &s));
  SAY(getxattr("f", "user.nothing", NULL, 0) < 0);
}

static void directories(void) {
  SAY(mkdir("d", 0755));
  SAY(mkdir("d", 0755));
  SAY(mkdir("d/e", 0700));
  SAY(mkdir("x/y", 0700));
  make("d/1");
  make("d/2");
  SAY(rmdir("d"));
  SAY(unlink("d"));
  SAY(rmdir("d/1"));
  SAY(unlink("d/1"));
  SAY(remove("d/e"));
  SAY(open("d", O_WRONLY));
  SAY(open("f", O_RDONLY | O_DIRECTORY));
  int d = open("d", O_RDONLY | O_DIRECTORY);
  SAY(mkdirat(d, "sub", 0700));
  SAY(openat(d, "2", O_RDONLY));
  SAY(faccessat(d, "sub", F_OK, 0));
  SAY(renameat(d, "2", d, "sub/3"));
  SAY(unlinkat(d, "sub", AT_REMOVEDIR));
  SAY(unlinkat(d, "sub/3", 0));
  SAY(unlinkat(d, "sub", AT_REMOVEDIR));
  SAY(openat(d, "../f", O_RDONLY));
  close(d);
}

static void listing(void) {
  SAY(mkdir("many", 0755));
  char name[64];
  for (int i = 0; i < 3000; i++) {
    snprintf(name, sizeof name, "many/a-file-with-a-rather-long-name-%04d", i);
    make(name);
  }
  DIR *d = opendir("many");
  struct dirent *e;
  long n = 0, sum = 0, where = -1;
  char at[300] = "";
  while ((e = readdir(d))) {
    n++;
    sum += strlen(e->d_name) + (e->d_type == DT_REG);
    if (n == 1500) where = telldir(d);
    if (n == 1501) strcpy(at, e->d_name);
  }
  printf("%ld %ld\n", n, sum);
  seekdir(d, where);
  e = readdir(d);
  SAY(strcmp(e->d_name, at));
  rewinddir(d);
  for (n = 0; readdir(d); n++) continue;
  SAY(n);
  SAY(fchdir(dirfd(d)));
  SAY(closedir(d));
  glob_t g;
  SAY(glob("*-00[0-2]?", 0, NULL, &g));
  printf("%zu %s\n", g.gl_pathc, g.gl_pathv[29]);
  globfree(&g);
  SAY(chdir(".."));
  struct dirent **list;
  SAY(scandir("many", &list, NULL, alphasort));
  printf("%s\n", list[2]->d_name);
  SAY_POINTER(opendir("f"));
  SAY_POINTER(opendir("nothing"));
  SAY(system("rm -r many"));
}

static long entries, depths;

static int count_entry(const char *path, const struct stat *s, int kind, struct FTW *where) {
  entries++;
  depths += where->level * 100 + kind + strlen(path + where->base);
  return s->st_size < 0;
}

static void trees(void) {
  SAY(mkdir("t", 0755));
  SAY(mkdir("t/1", 0755));
  SAY(symlink("nothing", "t/1/l"));
  make("t/1/f");
  SAY(nftw("t", count_entry, 10, FTW_PHYS));
  SAY(nftw("t/", count_entry, 10, FTW_DEPTH | FTW_PHYS));
  SAY(nftw("t/1", count_entry, 10, 0));
  SAY(nftw("nothing", count_entry, 10, 0));
  printf("%ld %ld\n", entries, depths);
  SAY(system("rm -r t"));
}

static void links(void) {
  char b[100] = {0};
  struct stat s;
  SAY(symlink("f", "l"));
  SAY(symlink("f", "l"));
  SAY(readlink("l", b, sizeof b));
  printf("%s\n", b);
  SAY(readlink("l", b, 0));
  SAY(readlink("f", b, sizeof b));
  SAY(lstat("l", &s));
  say_stat("l", &s);
  SAY(stat("l", &s));
  say_stat("l", &s);
  SAY(open("l", O_RDONLY | O_NOFOLLOW));
  SAY(symlink("loop", "loop"));
  SAY(open("loop", O_RDONLY));
  SAY(symlink("/etc/passwd", "out"));
  SAY(access("out", R_OK));
  SAY(stat("out", &s) == 0 && s.st_size > 0);
  SAY(symlink("d/../../../../../../../../../../../../../../etc/passwd", "climbs"));
  SAY(access("climbs", R_OK));
  SAY(stat("climbs", &s) == 0 && s.st_size > 0);
  SAY(open("climbs/x", O_RDONLY));
  SAY(unlink("climbs"));
  SAY(symlink(top, "home"));
  SAY(access("home/f", F_OK));
  SAY(access("home/home/home/f", F_OK));
  SAY(unlink("home"));
  SAY(link("f", "hard"));
  SAY(stat("hard", &s));
  say_stat("hard", &s);
  SAY(link("d", "hard2"));
  SAY(rename("hard", "hard3"));
  SAY(rename("nothing", "x"));
  SAY(rename("f", "d"));
  SAY(rename("d", "f"));
  SAY(rename("d", "d/inside"));
  SAY(renameat2(AT_FDCWD, "f", AT_FDCWD, "hard3", RENAME_NOREPLACE));
  SAY(rename("f", "/dev/shm/lambdafs-other"));
  SAY(rename("hard3", "f"));
  SAY(unlink("l"));
  SAY(unlink("l"));
}

static void places(void) {
  char b[4096];
  SAY(chdir("d"));
  printf("%s\n", getcwd(b, sizeof b));
  SAY_POINTER(getcwd(b, 3));
  SAY(chdir("../d/./../d"));
  printf("%s\n", getcwd(b, sizeof b));
  printf("%s\n", realpath("../f", b));
  SAY_POINTER(realpath("nothing/x", b));
  SAY(chdir("nothing"));
  SAY(chdir("../f"));
  SAY(access("../../../../../../../etc/passwd", R_OK));
  snprintf(b, sizeof b, "%s/d/../../../../../../../../etc", top);
  SAY(access(b, R_OK));
  SAY(mkdir("gone", 0700));
  SAY(chdir("gone"));
  SAY(rmdir("../gone"));
  SAY_POINTER(getcwd(b, sizeof b));
  SAY(open("x", O_CREAT | O_WRONLY, 0644));
  SAY(mkdir("x", 0700));
  SAY(symlink("y", "x"));
  SAY(linkat(AT_FDCWD, "../f", AT_FDCWD, "x", 0));
  SAY(rename("../f", "x"));
  SAY(chdir("/"));
  printf("%s\n", getcwd(b, sizeof b));
  SAY(chdir(top));
  char t[] = "tmp-XXXXXX", u[] = "dir-XXXXXX";
  int fd = mkstemp(t);
  struct stat s;
  SAY(fstat(fd, &s));
  say_stat("temporary", &s);
  close(fd);
  SAY(unlink(t));
  SAY_POINTER(mkdtemp(u));
  SAY(rmdir(u));
}

static void bad_names(void) {
  char b[8192];
  memset(b, 'x', sizeof b);
  b[256] = 0;
  SAY(mkdir(b, 0700));
  b[256] = 'x';
  b[255] = 0;
  SAY(mkdir(b, 0700));
  SAY(rmdir(b));
  b[255] = 'x';
  for (int i = 100; i < 8000; i += 100) b[i] = '/';
  b[5000] = 0;
  SAY(mkdir(b, 0700));
}

int main(int count, char **arguments) {
  if (count < 2 || chdir(arguments[1]) != 0) return 1;
  strcpy(top, arguments[1]);
  umask(022);
  status();
  directories();
  listing();
  trees();
  links();
  places();
  bad_names();
  return 0;
}
