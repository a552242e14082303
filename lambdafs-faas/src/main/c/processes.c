/* New processes. fork is seen by its handlers, in main.c. */
#include "lambdafs.h"

/* A child of vfork would change this process's tables, so it gets its own. */
EXPORT pid_t vfork(void) { return fork(); }
