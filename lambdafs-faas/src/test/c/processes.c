/* Streams, threads, fork and exec. Argument: an empty directory. */
#include "say.h"

#include <pthread.h>
#include <spawn.h>

static void streams(void) {
  char line[100];
  FILE *f = fopen("s", "w+");
  SAY(fileno(f) > 2);
  SAY(fprintf(f, "line %d\nline %d\n", 1, 2));
  SAY(fputs("line 3\n", f));
  SAY(ftell(f));
  SAY(fflush(f));
  SAY(fseek(f, 7, SEEK_SET));
  printf("%s", fgets(line, sizeof line, f));
  SAY(ftell(f));
  rewind(f);
  int n = 0;
  while (fgets(line, sizeof line, f)) n++;
  SAY(n);
  SAY(feof(f) != 0);
  SAY(fclose(f));
  f = fopen("s", "a");
  SAY(fputs("appended\n", f));
  SAY(fclose(f));
  f = fopen("s", "r");
  char *all = NULL;
  size_t room = 0;
  SAY(getdelim(&all, &room, 0, f));
  printf("%s", all);
  SAY(fputc('x', f));
  SAY(fclose(f));
  SAY_POINTER(fopen("nothing", "r"));
  SAY_POINTER(fopen("s", "wx"));
  int fd = open("s", O_RDONLY);
  f = fdopen(fd, "r");
  SAY(fgetc(f));
  SAY(fclose(f));
  SAY(close(fd));
  fd = open("s", O_RDWR | O_TRUNC);
  SAY(dprintf(fd, "%s-%d", "printed", 5));
  SAY(lseek(fd, 0, SEEK_END));
  close(fd);
}

static void forking(void) {
  char b[100] = {0};
  int fd = open("s", O_RDWR | O_TRUNC);
  for (int i = 0; i < 3; i++) {
    pid_t child = fork();
    if (child == 0) {
      dprintf(fd, "child %d\n", i);
      close(fd);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    SAY(status);
  }
  SAY(lseek(fd, 0, SEEK_CUR));
  SAY(pread(fd, b, sizeof b, 0));
  printf("%s", b);
  pid_t child = vfork();
  if (child == 0) {
    dup2(fd, 1);
    execlp("echo", "echo", "executed", (char *)NULL);
    _exit(127);
  }
  int status;
  waitpid(child, &status, 0);
  SAY(status);
  close(fd);
  SAY(system("cat s; echo from system >> s; cd ..; ls >/dev/null"));
  FILE *p = popen("wc -l < s", "r");
  SAY(fgetc(p));
  SAY(pclose(p));
  fd = open("s", O_RDONLY);
  int closed = open("s", O_RDONLY | O_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fd, 0);
  char script[100];
  snprintf(script, sizeof script, "head -n 1; test -e /proc/self/fd/%d && echo leaked; echo done", closed);
  char *const shell[] = {"sh", "-c", script, NULL};
  extern char **environ;
  int spawned = posix_spawn(&child, "/bin/sh", &actions, NULL, shell, environ);
  waitpid(child, &status, 0);
  SAY(spawned);
  SAY(status);
  close(fd);
  close(closed);
}

static void *writer(void *argument) {
  long number = (long)argument;
  char b[16];
  int fd = open("threads", O_RDWR);
  for (int i = 0; i < 100; i++) {
    snprintf(b, sizeof b, "%03ld-%03d;", number, i);
    if (pwrite(fd, b, 8, (number * 100 + i) * 8) != 8) return (void *)1;
  }
  close(fd);
  return NULL;
}

static void threads(void) {
  pthread_t all[20];
  close(open("threads", O_CREAT | O_WRONLY, 0600));
  for (long i = 0; i < 20; i++) pthread_create(&all[i], NULL, writer, (void *)i);
  for (int i = 0; i < 20; i++) {
    void *result;
    pthread_join(all[i], &result);
    SAY((long)result);
  }
  SAY(system("wc -c < threads; cksum < threads"));
}

static int run(const char *path, bool search) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    if (search) {
      execlp(path, "name", "one", "two", (char *)NULL);
    } else {
      execl(path, "name", "one", "two", (char *)NULL);
    }
    printf("exec: %s\n", strerror(errno));
    fflush(stdout);
    _exit(127);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static void script(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
}

static void programs(void) {
  int status;
  pid_t child;
  script("script", "#! /bin/sh -u \necho \"script $0 $1 $2\"\nexit 3\n");
  SAY(run("./script", false));
  SAY(chmod("script", 0755));
  SAY(run("./script", false));
  SAY(run("./script", true));
  SAY(system("./script a b; true"));
  SAY(system("PATH=$PATH:$PWD; script a b; true"));
  script("plain", "echo \"plain $1\"\n");
  SAY(chmod("plain", 0755));
  SAY(run("./plain", false));
  SAY(run("./plain", true));
  SAY(system("cp /bin/echo binary; ./binary from a copy"));
  SAY(run("./binary", false));
  SAY(run(".", false));
  SAY(run("./nothing", false));
  char *const arguments[] = {"name", "spawned", NULL};
  extern char **environ;
  int spawned = posix_spawn(&child, "./script", NULL, NULL, (char *const[]){"name", "a", "b", NULL}, environ);
  waitpid(child, &status, 0);
  SAY(spawned);
  spawned = posix_spawnp(&child, "./binary", NULL, NULL, arguments, environ);
  waitpid(child, &status, 0);
  SAY(spawned);
  SAY(posix_spawn(&child, "./nothing", NULL, NULL, arguments, environ));
}

static void redirected(void) {
  SAY_POINTER(freopen("redirected", "w", stdout));
  printf("in a file\n");
  fflush(stdout);
  system("echo of a child");
  system("cat redirected >&2");
}

int main(int count, char **arguments) {
  if (count < 2 || chdir(arguments[1]) != 0) return 1;
  umask(022);
  streams();
  forking();
  threads();
  programs();
  redirected();
  return 0;
}
