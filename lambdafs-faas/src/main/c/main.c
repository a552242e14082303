/* Runs before the program. */
#include "lambdafs.h"

#include <pthread.h>

__attribute__((constructor)) static void begin(void) {
  lfs_attach();
  lfs_adopt_descriptors();
  if (!lfs_memory) return;
  for (int fd = 0; fd <= 2; fd++) {
    if (lfs_handle(fd)) lfs_replace_standard_stream(fd);
  }
  pthread_atfork(lfs_fork_prepare, lfs_fork_parent, lfs_fork_child);
}
