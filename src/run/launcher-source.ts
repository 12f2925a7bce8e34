/** `launcher.c`, written here by scripts/assemble.mjs. */
export const source =
  '/* Starts a program and tells what it took, on descriptor 3: wall time, CPU time and peak memory.\n' +
  ' * usage: launcher PROGRAM ARGUMENTS...\n' +
  " * A process that a large parent starts itself reports that parent's peak memory: this one is small. */\n" +
  '#define _GNU_SOURCE\n' +
  '#include <errno.h>\n' +
  '#include <fcntl.h>\n' +
  '#include <signal.h>\n' +
  '#include <stdio.h>\n' +
  '#include <sys/resource.h>\n' +
  '#include <sys/wait.h>\n' +
  '#include <time.h>\n' +
  '#include <unistd.h>\n' +
  '\n' +
  'static long long now(void) {\n' +
  '  struct timespec t;\n' +
  '  clock_gettime(CLOCK_MONOTONIC, &t);\n' +
  '  return t.tv_sec * 1000000000LL + t.tv_nsec;\n' +
  '}\n' +
  '\n' +
  'static long long nanoseconds(struct timeval t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; }\n' +
  '\n' +
  'int main(int argc, char **argv) {\n' +
  '  int refused[2];\n' +
  '  int error = 0;\n' +
  '  if (argc < 2 || fcntl(3, F_SETFD, FD_CLOEXEC) != 0 || pipe(refused) != 0) return 125;\n' +
  '  fcntl(refused[1], F_SETFD, FD_CLOEXEC);\n' +
  '  const long long start = now();\n' +
  '  const pid_t child = fork();\n' +
  '  if (child < 0) return 125;\n' +
  '  if (child == 0) {\n' +
  '    close(refused[0]);\n' +
  '    execv(argv[1], argv + 1);\n' +
  '    error = errno;\n' +
  '    if (write(refused[1], &error, sizeof error) < 0) _exit(126);\n' +
  '    _exit(127);\n' +
  '  }\n' +
  '  close(refused[1]);\n' +
  '  const int started = read(refused[0], &error, sizeof error) == 0;\n' +
  '  int status = 0;\n' +
  '  struct rusage usage;\n' +
  '  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;\n' +
  '  const long long wall = now() - start;\n' +
  '  if (!started) {\n' +
  '    dprintf(3, "{\\"errno\\":%d}\\n", error);\n' +
  '    return 127;\n' +
  '  }\n' +
  '  /* ru_maxrss is in kilobytes on Linux and in bytes on macOS. */\n' +
  '#ifdef __APPLE__\n' +
  '  const long long peak = usage.ru_maxrss;\n' +
  '#else\n' +
  '  const long long peak = usage.ru_maxrss * 1024LL;\n' +
  '#endif\n' +
  '  dprintf(3, "{\\"wall_ns\\":%lld,\\"user_ns\\":%lld,\\"system_ns\\":%lld,\\"peak_rss_bytes\\":%lld}\\n", wall,\n' +
  '          nanoseconds(usage.ru_utime), nanoseconds(usage.ru_stime), peak);\n' +
  '  if (WIFSIGNALED(status)) {\n' +
  '    /* Ends as the program did, without a core file of its own. */\n' +
  '    const struct rlimit none = {0, 0};\n' +
  '    setrlimit(RLIMIT_CORE, &none);\n' +
  '    signal(WTERMSIG(status), SIG_DFL);\n' +
  '    kill(getpid(), WTERMSIG(status));\n' +
  '  }\n' +
  '  return WEXITSTATUS(status);\n' +
  '}\n'
