/* Calls on open files. Argument: an empty directory. */
#include "say.h"

#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <sys/wait.h>

static void positions(void) {
  char b[64] = {0};
  int fd = open("f", O_RDWR | O_CREAT | O_EXCL, 0640);
  printf("fd %d\n", fd);
  SAY(open("f", O_RDWR | O_CREAT | O_EXCL, 0640));
  SAY(write(fd, "hello world", 11));
  SAY(lseek(fd, 0, SEEK_CUR));
  SAY(lseek(fd, -5, SEEK_END));
  SAY(read(fd, b, sizeof b));
  printf("%s\n", b);
  SAY(read(fd, b, sizeof b));
  SAY(lseek(fd, -1, SEEK_SET));
  SAY(lseek(fd, -100, SEEK_CUR));
  SAY(lseek(fd, 100, SEEK_SET));
  SAY(write(fd, "!", 1));
  SAY(pread(fd, b, 20, 90));
  printf("hole %d end %d\n", b[0], b[10]);
  SAY(pwrite(fd, "J", 1, 0));
  SAY(pwrite(fd, "J", 1, -1));
  SAY(lseek(fd, 0, SEEK_CUR));
  struct iovec v[2] = {{b, 3}, {b + 10, 4}};
  SAY(preadv(fd, v, 2, 0));
  printf("%.3s %.4s\n", b, b + 10);
  SAY(pwritev(fd, v, 2, 200));
  SAY(lseek(fd, 300, SEEK_SET));
  SAY(writev(fd, v, 2));
  SAY(ftruncate(fd, 5));
  SAY(ftruncate(fd, -5));
  SAY(lseek(fd, 0, SEEK_END));
  SAY(posix_fallocate(fd, 0, 10));
  SAY(lseek(fd, 0, SEEK_END));
  SAY(close(fd));
  SAY(close(fd));
  SAY(read(fd, b, 1));
}

static void access_modes(void) {
  char b[8];
  int r = open("f", O_RDONLY), w = open("f", O_WRONLY | O_APPEND);
  SAY(write(r, "x", 1));
  SAY(read(w, b, 1));
  SAY(write(w, "end", 3));
  SAY(lseek(w, 0, SEEK_CUR));
  SAY(lseek(w, 0, SEEK_SET));
  SAY(write(w, "more", 4));
  SAY(lseek(r, 0, SEEK_END));
  SAY(fcntl(w, F_GETFL) & (O_ACCMODE | O_APPEND));
  SAY(fcntl(w, F_SETFL, 0));
  SAY(fcntl(w, F_GETFL) & (O_ACCMODE | O_APPEND));
  SAY(fcntl(r, F_GETFD));
  SAY(fcntl(r, F_SETFD, FD_CLOEXEC));
  SAY(fcntl(r, F_GETFD));
  SAY(flock(r, LOCK_EX | LOCK_NB));
  SAY(lockf(w, F_LOCK, 0));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  SAY(fcntl(w, F_SETLK, &lock));
  SAY(fsync(w));
  SAY(fdatasync(w));
  SAY(isatty(w));
  close(r);
  close(w);
}

static int in_child(int (*work)(void)) {
  int status;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int result = work();
    fflush(stdout);
    _exit(result);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static int locks_of_child(void) {
  int fd = open("f", O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 1};
  SAY(fcntl(fd, F_SETLK, &lock));
  SAY(fcntl(fd, F_GETLK, &lock));
  SAY(lock.l_type == F_WRLCK);
  lock = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 20, .l_len = 0};
  SAY(fcntl(fd, F_SETLK, &lock));
  lock = (struct flock){.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 12, .l_len = 1};
  SAY(fcntl(fd, F_SETLK, &lock));
  SAY(flock(fd, LOCK_SH | LOCK_NB));
  SAY(lockf(fd, F_TEST, 10));
  return 0;
}

static void locks(void) {
  int fd = open("f", O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
  SAY(fcntl(fd, F_SETLK, &lock));
  lock = (struct flock){.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 5};
  SAY(fcntl(fd, F_SETLK, &lock));
  SAY(flock(fd, LOCK_EX));
  SAY(in_child(locks_of_child));
  lock = (struct flock){.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 1};
  SAY(fcntl(fd, F_SETLK, &lock));
  SAY(flock(fd, LOCK_UN));
  SAY(in_child(locks_of_child));
  lock.l_start = -1;
  SAY(fcntl(fd, F_SETLK, &lock));
  SAY(close(fd));
  SAY(in_child(locks_of_child));
}

static void sharing(void) {
  char b[8];
  int fd = open("f", O_RDWR | O_TRUNC);
  SAY(write(fd, "abcdefgh", 8));
  int copy = dup(fd);
  printf("fd %d copy %d\n", fd, copy);
  SAY(lseek(copy, 2, SEEK_SET));
  SAY(read(fd, b, 1));
  printf("%c\n", b[0]);
  SAY(dup2(fd, 77));
  SAY(close(fd));
  SAY(read(77, b, 1));
  printf("%c\n", b[0]);
  SAY(fcntl(77, F_DUPFD, 80));
  SAY(fcntl(77, F_DUPFD_CLOEXEC, 80));
  SAY(fcntl(81, F_GETFD));
  SAY(dup2(77, 77));
  SAY(dup3(77, 77, 0));
  int other = open("/dev/null", O_RDONLY);
  SAY(dup2(other, 77));
  SAY(read(77, b, 1));
  SAY(read(80, b, 1));
  printf("%c\n", b[0]);
  close_range(77, 90, 0);
  SAY(read(80, b, 1));
  SAY(unlink("f"));
  SAY(pread(copy, b, 3, 0));
  printf("%.3s\n", b);
  SAY(close(copy));
  SAY(open("f", O_RDONLY));
  close(other);
}

static void mappings(void) {
  int fd = open("m", O_RDWR | O_CREAT, 0600);
  SAY(ftruncate(fd, 10000));
  SAY(pwrite(fd, "mapped", 6, 4096));
  char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 4096);
  printf("%s\n", p == MAP_FAILED ? strerror(errno) : p);
  p[0] = 'M';
  char b[8] = {0};
  SAY(pread(fd, b, 6, 4096));
  printf("%s\n", b);
  SAY(munmap(p, 8192));
  p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 4096);
  printf("%s\n", p == MAP_FAILED ? strerror(errno) : p);
  SAY_POINTER(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 1));
  SAY_POINTER(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0));
  close(fd);
  fd = open(".", O_RDONLY | O_DIRECTORY);
  SAY(read(fd, b, 1));
  SAY_POINTER(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0));
  close(fd);
}

static void large(void) {
  size_t n = 3000017;
  char *a = malloc(n), *b = malloc(n);
  for (size_t i = 0; i < n; i++) a[i] = (char)(i * 7 + i / 1000);
  int fd = open("large", O_RDWR | O_CREAT, 0600);
  SAY(write(fd, a, n));
  SAY(lseek(fd, 0, SEEK_SET));
  SAY(read(fd, b, n));
  SAY(memcmp(a, b, n));
  SAY(read(fd, b, n));
  close(fd);
  free(a);
  free(b);
}

int main(int count, char **arguments) {
  if (count < 2 || chdir(arguments[1]) != 0) return 1;
  umask(022);
  positions();
  access_modes();
  locks();
  sharing();
  mappings();
  large();
  return 0;
}
