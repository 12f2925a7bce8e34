/* Starts a program and tells what it took, on descriptor 3: wall time, CPU time and peak memory.
 * usage: launcher PROGRAM ARGUMENTS...
 * A process that a large parent starts itself reports that parent's peak memory: this one is small. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long nanoseconds(struct timeval t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; }

int main(int argc, char **argv) {
  int refused[2];
  int error = 0;
  if (argc < 2 || fcntl(3, F_SETFD, FD_CLOEXEC) != 0 || pipe(refused) != 0) return 125;
  fcntl(refused[1], F_SETFD, FD_CLOEXEC);
  const long long start = now();
  const pid_t child = fork();
  if (child < 0) return 125;
  if (child == 0) {
    close(refused[0]);
    execv(argv[1], argv + 1);
    error = errno;
    if (write(refused[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(refused[1]);
  const int started = read(refused[0], &error, sizeof error) == 0;
  int status = 0;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  const long long wall = now() - start;
  if (!started) {
    dprintf(3, "{\"errno\":%d}\n", error);
    return 127;
  }
  /* ru_maxrss is in kilobytes on Linux and in bytes on macOS. */
#ifdef __APPLE__
  const long long peak = usage.ru_maxrss;
#else
  const long long peak = usage.ru_maxrss * 1024LL;
#endif
  dprintf(3, "{\"wall_ns\":%lld,\"user_ns\":%lld,\"system_ns\":%lld,\"peak_rss_bytes\":%lld}\n", wall,
          nanoseconds(usage.ru_utime), nanoseconds(usage.ru_stime), peak);
  if (WIFSIGNALED(status)) {
    /* Ends as the program did, without a core file of its own. */
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
