/* Prints the median and 99th percentile of reading, writing and seeking 1 KiB of a file, of opening and closing it, and of fsync after a
   write, in microseconds. Arguments: a file, rounds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void tell(const char *what, double *times, int n) {
  qsort(times, n, sizeof *times, by_size);
  printf("%-6s p50 %7.2f us   p99 %7.2f us\n", what, times[n / 2], times[n * 99 / 100]);
}

int main(int count, char **arguments) {
  int rounds = count > 2 ? atoi(arguments[2]) : 20000;
  char block[1024] = {1};
  int fd = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return perror("open"), 1;
  for (int i = 0; i < 256; i++) {
    if (write(fd, block, sizeof block) != sizeof block) return perror("write"), 1;
  }
  double *reads = malloc(rounds * sizeof *reads), *writes = malloc(rounds * sizeof *writes), *seeks = malloc(rounds * sizeof *seeks);
  for (int i = -rounds; i < rounds; i++) {
    int at = i < 0 ? 0 : i; /* the first half warms up */
    double t0 = now();
    lseek(fd, rand() % 256 * 1024, SEEK_SET);
    double t1 = now();
    if (read(fd, block, sizeof block) != sizeof block) return perror("read"), 1;
    double t2 = now();
    lseek(fd, rand() % 256 * 1024, SEEK_SET);
    double t3 = now();
    if (write(fd, block, sizeof block) != sizeof block) return perror("write"), 1;
    double t4 = now();
    seeks[at] = t1 - t0;
    reads[at] = t2 - t1;
    writes[at] = t4 - t3;
  }
  tell("read", reads, rounds);
  tell("write", writes, rounds);
  tell("seek", seeks, rounds);
  int fewer = rounds / 10; /* of what takes longer */
  for (int i = -fewer; i < fewer; i++) {
    int at = i < 0 ? 0 : i;
    double t0 = now();
    int other = open(arguments[1], O_RDWR);
    double t1 = now();
    if (other < 0) return perror("open"), 1;
    if (close(other) != 0) return perror("close"), 1;
    reads[at] = t1 - t0;
    writes[at] = now() - t1;
  }
  tell("open", reads, fewer);
  tell("close", writes, fewer);
  fewer = rounds / 100 + 1;
  for (int i = 0; i < fewer; i++) {
    if (pwrite(fd, block, sizeof block, 0) != sizeof block) return perror("write"), 1;
    double t0 = now();
    if (fsync(fd) != 0) return perror("fsync"), 1;
    seeks[i] = now() - t0;
  }
  tell("fsync", seeks, fewer);
  return 0;
}
