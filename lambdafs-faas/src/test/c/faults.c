/* Opens a file, says so, waits for a line, and says how a read goes. Arguments: a file, how many more files to open. */
#include "say.h"

int main(int count, char **arguments) {
  char b[10];
  int fd = open(arguments[1], O_RDWR | O_CREAT, 0600);
  printf("opened %s\n", fd < 0 ? strerror(errno) : "it");
  for (int i = count > 2 ? atoi(arguments[2]) : 0; i > 0; i--) {
    if (open(arguments[1], O_RDONLY) < 0) printf("open: %s\n", strerror(errno));
  }
  printf("ready\n");
  fflush(stdout);
  if (read(0, b, 1) < 0) return 1;
  SAY(read(fd, b, sizeof b));
  return 0;
}
