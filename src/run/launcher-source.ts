/** `launcher.c`, written here by scripts/assemble.mjs. */
export const source =
  '/* Starts a program on its CPU, ends it in time, and tells what it took, as a line on descriptor 3.\n' +
  ' * usage: launcher LIMIT_MS CPU COUNT PROGRAM ARGUMENTS...\n' +
  ' *        launcher serve\n' +
  " * CPU is -1 where the system chooses; COUNT is 1 where the program's threads are to be counted, which slows it down.\n" +
  " * A process that a large parent starts itself reports that parent's peak memory: this one is small.\n" +
  ' * Whatever the program starts becomes our child once its own parent is gone, in whatever session it hides: so all of it\n' +
  ' * can be ended, at the limit, at a signal, and when nobody is left to read descriptor 3. */\n' +
  '#define _GNU_SOURCE\n' +
  '#include <dirent.h>\n' +
  '#include <errno.h>\n' +
  '#include <fcntl.h>\n' +
  '#include <signal.h>\n' +
  '#include <stdio.h>\n' +
  '#include <stdlib.h>\n' +
  '#include <string.h>\n' +
  '#include <sys/resource.h>\n' +
  '#include <sys/select.h>\n' +
  '#include <sys/wait.h>\n' +
  '#include <time.h>\n' +
  '#include <unistd.h>\n' +
  '#ifdef __linux__\n' +
  '#include <sched.h>\n' +
  '#include <sys/prctl.h>\n' +
  '#include <sys/ptrace.h>\n' +
  '#define EVERY_CHILD __WALL\n' +
  '#else\n' +
  '#define EVERY_CHILD 0\n' +
  '#endif\n' +
  '\n' +
  'enum { REPORT = 3, REFUSED = 127, MISUSED = 125, PASSED_LIMIT = 124 };\n' +
  '\n' +
  '/* What stands before a report: nothing on a descriptor of its own, and on the one that all launchers of a service share\n' +
  ' * whose it is. */\n' +
  'static char whose[32] = "";\n' +
  '\n' +
  'static const long long SECOND = 1000000000LL, MILLISECOND = 1000000LL;\n' +
  '\n' +
  'static long long now(void) {\n' +
  '  struct timespec t;\n' +
  '  clock_gettime(CLOCK_MONOTONIC, &t);\n' +
  '  return t.tv_sec * SECOND + t.tv_nsec;\n' +
  '}\n' +
  '\n' +
  'static long long nanoseconds(struct timeval t) { return t.tv_sec * SECOND + t.tv_usec * 1000LL; }\n' +
  '\n' +
  'static volatile sig_atomic_t asked_by = 0;\n' +
  'static void hear_child(int number) { (void)number; }\n' +
  'static void hear_end(int number) { asked_by = number; }\n' +
  '\n' +
  '/* Signals are heard while we wait and at no other time; `outside` is the mask that we came with. */\n' +
  'static void listen_to_signals(sigset_t *outside, sigset_t *waiting) {\n' +
  '  static const int ends[] = {SIGTERM, SIGINT, SIGHUP};\n' +
  '  sigset_t held;\n' +
  '  struct sigaction action;\n' +
  '  memset(&action, 0, sizeof action);\n' +
  '  sigemptyset(&held);\n' +
  '  action.sa_handler = hear_child;\n' +
  '  sigaction(SIGCHLD, &action, NULL);\n' +
  '  sigaddset(&held, SIGCHLD);\n' +
  '  action.sa_handler = hear_end;\n' +
  '  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {\n' +
  '    sigaction(ends[i], &action, NULL);\n' +
  '    sigaddset(&held, ends[i]);\n' +
  '  }\n' +
  '  sigprocmask(SIG_BLOCK, &held, outside);\n' +
  '  *waiting = *outside;\n' +
  '  sigdelset(waiting, SIGCHLD);\n' +
  '  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigdelset(waiting, ends[i]);\n' +
  '}\n' +
  '\n' +
  '#ifdef __linux__\n' +
  'static int place(int cpu) {\n' +
  '  const size_t size = CPU_ALLOC_SIZE(cpu + 1);\n' +
  '  cpu_set_t *set = CPU_ALLOC(cpu + 1);\n' +
  '  if (set == NULL) return -1;\n' +
  '  CPU_ZERO_S(size, set);\n' +
  '  CPU_SET_S(cpu, size, set);\n' +
  '  return sched_setaffinity(0, size, set);\n' +
  '}\n' +
  '\n' +
  'static long threads_of(pid_t pid) {\n' +
  '  char path[64], line[256];\n' +
  '  long threads = 1;\n' +
  '  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);\n' +
  '  FILE *status = fopen(path, "r");\n' +
  '  if (status == NULL) return threads;\n' +
  '  while (fgets(line, sizeof line, status) != NULL && sscanf(line, "Threads: %ld", &threads) != 1) continue;\n' +
  '  fclose(status);\n' +
  '  return threads;\n' +
  '}\n' +
  '\n' +
  'static int is_configured = 0;\n' +
  '\n' +
  '/* Lets a traced process go on; `threads` grows where it has just started one. */\n' +
  'static void resume(pid_t pid, int status, long *threads) {\n' +
  '  const int event = status >> 16;\n' +
  '  int number = WSTOPSIG(status);\n' +
  '  if (event == PTRACE_EVENT_CLONE) {\n' +
  '    const long count = threads_of(pid);\n' +
  '    if (count > *threads) *threads = count;\n' +
  '  }\n' +
  '  if (event != 0 || number == SIGSTOP) number = 0; /* SIGSTOP is how one begins to be traced. */\n' +
  '  if (!is_configured) {\n' +
  '    ptrace(PTRACE_SETOPTIONS, pid, NULL,\n' +
  '           (void *)(long)(PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC));\n' +
  '    is_configured = 1;\n' +
  '    number = 0;\n' +
  '  }\n' +
  '  ptrace(PTRACE_CONT, pid, NULL, (void *)(long)number);\n' +
  '}\n' +
  '\n' +
  '/* Kills our children; those of theirs become ours. */\n' +
  'static void kill_children(void) {\n' +
  '  DIR *proc = opendir("/proc");\n' +
  '  if (proc == NULL) return;\n' +
  '  for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {\n' +
  '    const int pid = atoi(entry->d_name);\n' +
  '    char path[64], text[512];\n' +
  '    int parent = 0;\n' +
  '    if (pid <= 0) continue;\n' +
  '    snprintf(path, sizeof path, "/proc/%d/stat", pid);\n' +
  '    const int file = open(path, O_RDONLY | O_CLOEXEC);\n' +
  '    if (file < 0) continue;\n' +
  '    const ssize_t length = read(file, text, sizeof text - 1);\n' +
  '    close(file);\n' +
  '    if (length <= 0) continue;\n' +
  "    text[length] = '\\0';\n" +
  "    const char *after_name = strrchr(text, ')');\n" +
  '    if (after_name != NULL && sscanf(after_name, ") %*c %d", &parent) == 1 && parent == getpid()) kill(pid, SIGKILL);\n' +
  '  }\n' +
  '  closedir(proc);\n' +
  '}\n' +
  '#else\n' +
  'static int place(int cpu) { return cpu < 0 ? 0 : (errno = ENOSYS, -1); }\n' +
  'static long threads_of(pid_t pid) { return pid > 0; }\n' +
  'static void resume(pid_t pid, int status, long *threads) { (void)pid, (void)status, (void)threads; }\n' +
  'static pid_t only_child = 0;\n' +
  'static void kill_children(void) { kill(only_child, SIGKILL); }\n' +
  '#endif\n' +
  '\n' +
  '/* Ends the program and all that it started, but waits no longer than for what is stuck in the kernel. */\n' +
  'static void end_all(void) {\n' +
  '  const struct timespec moment = {0, 1000000};\n' +
  '  const long long deadline = now() + 5 * SECOND;\n' +
  '  while (now() < deadline) {\n' +
  '    pid_t pid;\n' +
  '    kill_children();\n' +
  '    while ((pid = wait4(-1, NULL, WNOHANG | EVERY_CHILD, NULL)) > 0) continue;\n' +
  '    if (pid < 0 && errno == ECHILD) return;\n' +
  '    nanosleep(&moment, NULL);\n' +
  '  }\n' +
  '}\n' +
  '\n' +
  '/* Ends as the program did, without a core file of our own. */\n' +
  'static void end_by(int number) {\n' +
  '  const struct rlimit none = {0, 0};\n' +
  '  sigset_t one;\n' +
  '  setrlimit(RLIMIT_CORE, &none);\n' +
  '  signal(number, SIG_DFL);\n' +
  '  sigemptyset(&one);\n' +
  '  sigaddset(&one, number);\n' +
  '  sigprocmask(SIG_UNBLOCK, &one, NULL);\n' +
  '  kill(getpid(), number);\n' +
  '}\n' +
  '\n' +
  'static void report(long long wall, const struct rusage *usage, long threads) {\n' +
  '  /* ru_maxrss is in kilobytes on Linux and in bytes on macOS. */\n' +
  '#ifdef __APPLE__\n' +
  '  const long long peak = usage->ru_maxrss;\n' +
  '#else\n' +
  '  const long long peak = usage->ru_maxrss * 1024LL;\n' +
  '#endif\n' +
  '  dprintf(REPORT,\n' +
  '          "%s{\\"wall_ns\\":%lld,\\"user_ns\\":%lld,\\"system_ns\\":%lld,\\"peak_rss_bytes\\":%lld,"\n' +
  '          "\\"minor_faults\\":%ld,\\"major_faults\\":%ld,\\"voluntary_switches\\":%ld,\\"involuntary_switches\\":%ld,"\n' +
  '          "\\"threads\\":%ld}\\n",\n' +
  '          whose, wall, nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime), peak, usage->ru_minflt, usage->ru_majflt,\n' +
  '          usage->ru_nvcsw, usage->ru_nivcsw, threads);\n' +
  '}\n' +
  '\n' +
  '/* `arguments` are LIMIT_MS CPU COUNT PROGRAM ARGUMENTS... */\n' +
  'static int launch(char **arguments) {\n' +
  '  if (fcntl(REPORT, F_SETFD, FD_CLOEXEC) != 0) return MISUSED;\n' +
  '  const long long limit = atoll(arguments[0]) * MILLISECOND;\n' +
  '  const int cpu = atoi(arguments[1]);\n' +
  "  const int counts = arguments[2][0] == '1';\n" +
  '  char **program = arguments + 3;\n' +
  '  sigset_t outside, waiting;\n' +
  '  listen_to_signals(&outside, &waiting);\n' +
  '#ifdef __linux__\n' +
  '  prctl(PR_SET_CHILD_SUBREAPER, 1);\n' +
  '#endif\n' +
  '\n' +
  '  /* The child shares our memory until it has become the program, or could not. */\n' +
  '  volatile int not_placed = 0, not_started = 0, not_traced = !counts;\n' +
  '  const long long start = now();\n' +
  '  const pid_t child = vfork();\n' +
  '  if (child < 0) return MISUSED;\n' +
  '  if (child == 0) {\n' +
  '    if (cpu >= 0 && place(cpu) != 0) {\n' +
  '      not_placed = errno;\n' +
  '      _exit(REFUSED);\n' +
  '    }\n' +
  '#ifdef __linux__\n' +
  '    if (counts) not_traced = ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0;\n' +
  '#endif\n' +
  '    sigprocmask(SIG_SETMASK, &outside, NULL);\n' +
  '    execv(program[0], program);\n' +
  '    not_started = errno;\n' +
  '    _exit(REFUSED);\n' +
  '  }\n' +
  '#ifndef __linux__\n' +
  '  only_child = child;\n' +
  '#endif\n' +
  '\n' +
  '  long threads = counts ? 1 : 0;\n' +
  '  int status = 0;\n' +
  '  struct rusage usage;\n' +
  '  for (;;) {\n' +
  '    pid_t pid;\n' +
  '    while ((pid = wait4(-1, &status, WNOHANG | (counts ? EVERY_CHILD : 0), &usage)) > 0) {\n' +
  '      if (WIFSTOPPED(status)) resume(pid, status, &threads);\n' +
  '      else if (pid == child) break;\n' +
  '    }\n' +
  '    if (pid == child) break;\n' +
  '    if (asked_by != 0) {\n' +
  '      end_all();\n' +
  '      end_by(asked_by);\n' +
  '    }\n' +
  '    long long left = start + limit - now();\n' +
  '    if (left <= 0) {\n' +
  '      end_all();\n' +
  '      dprintf(REPORT, "%s{\\"timed_out\\":true}\\n", whose);\n' +
  '      return PASSED_LIMIT;\n' +
  '    }\n' +
  '    if (counts && not_traced) {\n' +
  '      /* Where tracing is forbidden: what a look every millisecond finds. */\n' +
  '      const long count = threads_of(child);\n' +
  '      if (count > threads) threads = count;\n' +
  '      if (left > MILLISECOND) left = MILLISECOND;\n' +
  '    }\n' +
  '    const struct timespec timeout = {left / SECOND, left % SECOND};\n' +
  '    fd_set abandoned;\n' +
  '    FD_ZERO(&abandoned);\n' +
  '#ifdef __linux__\n' +
  '    FD_SET(REPORT, &abandoned); /* Nobody ever writes to us there: it is "readable" once nobody reads it. */\n' +
  '#endif\n' +
  '    if (pselect(REPORT + 1, &abandoned, NULL, NULL, &timeout, &waiting) > 0) {\n' +
  '      end_all();\n' +
  '      return MISUSED;\n' +
  '    }\n' +
  '  }\n' +
  '  const long long wall = now() - start;\n' +
  '#ifdef __linux__\n' +
  '  /* What outlives the program would run beside the next one, on its CPU. */\n' +
  '  if (waitpid(-1, NULL, WNOHANG | EVERY_CHILD) != -1 || errno != ECHILD) end_all();\n' +
  '#endif\n' +
  '  if (not_placed != 0) dprintf(REPORT, "%s{\\"not_placed\\":%d}\\n", whose, not_placed);\n' +
  '  else if (not_started != 0) dprintf(REPORT, "%s{\\"errno\\":%d}\\n", whose, not_started);\n' +
  '  else report(wall, &usage, threads);\n' +
  '  if (WIFSIGNALED(status)) end_by(WTERMSIG(status));\n' +
  '  return WEXITSTATUS(status);\n' +
  '}\n' +
  '\n' +
  '#ifdef __linux__\n' +
  '/* What is asked of `launcher serve`, each text with its closing zero: where the program starts, the files that become its\n' +
  ' * descriptors 0 to 2, the number of its variables and these, and the arguments of a launcher. */\n' +
  'enum { CWD, FILES, VARIABLES = FILES + 3, FIRST_VARIABLE, FEWEST = FIRST_VARIABLE + 4 };\n' +
  '\n' +
  'static ssize_t read_all(char *to, size_t size) {\n' +
  '  size_t have = 0;\n' +
  '  while (have < size) {\n' +
  '    const ssize_t more = read(STDIN_FILENO, to + have, size - have);\n' +
  '    if (more < 0 && errno == EINTR) continue;\n' +
  '    if (more <= 0) break;\n' +
  '    have += (size_t)more;\n' +
  '  }\n' +
  '  return (ssize_t)have;\n' +
  '}\n' +
  '\n' +
  '/* A request is the number of its bytes, a newline, and these. Null at the end of all requests. */\n' +
  'static char *read_request(size_t *size) {\n' +
  '  char digit;\n' +
  '  *size = 0;\n' +
  "  while (read_all(&digit, 1) == 1 && digit != '\\n') *size = *size * 10 + (size_t)(digit - '0');\n" +
  '  if (*size == 0) return NULL;\n' +
  '  char *text = malloc(*size);\n' +
  '  if (text == NULL || read_all(text, *size) != (ssize_t)*size) return NULL;\n' +
  '  return text;\n' +
  '}\n' +
  '\n' +
  '/* The texts of a request, with a null after the last one. */\n' +
  'static char **texts_in(char *request, size_t size, int *count) {\n' +
  '  *count = 0;\n' +
  "  for (size_t i = 0; i < size; i++) *count += request[i] == '\\0';\n" +
  '  char **texts = calloc((size_t)*count + 1, sizeof *texts);\n' +
  '  if (texts == NULL) return NULL;\n' +
  '  for (int i = 0; i < *count; i++, request += strlen(request) + 1) texts[i] = request;\n' +
  '  return texts;\n' +
  '}\n' +
  '\n' +
  'static void serve_one(char **texts, int count, const sigset_t *outside) {\n' +
  '  int files[3], opened = 0;\n' +
  '  const int variables = count >= FEWEST ? atoi(texts[VARIABLES]) : -1;\n' +
  '  if (variables < 0 || variables > count - FEWEST) {\n' +
  '    dprintf(STDOUT_FILENO, "refused %d\\n", EINVAL);\n' +
  '    return;\n' +
  '  }\n' +
  '  while (opened < 3 && (files[opened] = open(texts[FILES + opened], opened == 0 ? O_RDONLY : O_WRONLY)) >= 0) opened++;\n' +
  '  const pid_t child = opened == 3 ? fork() : -1;\n' +
  '  if (child == 0) {\n' +
  '    setsid();\n' +
  '    const int answers = dup(STDOUT_FILENO);\n' +
  '    for (int i = 0; i < 3; i++) dup2(files[i], i);\n' +
  '    dup2(answers, REPORT);\n' +
  '    for (int i = 0; i < 3; i++)\n' +
  '      if (files[i] > REPORT) close(files[i]);\n' +
  '    if (answers > REPORT) close(answers);\n' +
  '    snprintf(whose, sizeof whose, "told %d ", (int)getpid());\n' +
  '    sigprocmask(SIG_SETMASK, outside, NULL);\n' +
  '    if (chdir(texts[CWD]) != 0) {\n' +
  '      dprintf(REPORT, "%s{\\"errno\\":%d}\\n", whose, errno);\n' +
  '      _exit(REFUSED);\n' +
  '    }\n' +
  '    char **arguments = texts + FIRST_VARIABLE + variables;\n' +
  '    char **environment = calloc((size_t)variables + 1, sizeof *environment);\n' +
  '    if (environment == NULL) _exit(MISUSED);\n' +
  '    memcpy(environment, texts + FIRST_VARIABLE, (size_t)variables * sizeof *environment);\n' +
  '    environ = environment;\n' +
  '    _exit(launch(arguments));\n' +
  '  }\n' +
  '  if (child > 0) dprintf(STDOUT_FILENO, "started %d\\n", (int)child);\n' +
  '  else dprintf(STDOUT_FILENO, "refused %d\\n", errno);\n' +
  '  while (opened > 0) close(files[--opened]);\n' +
  '}\n' +
  '\n' +
  '/* Forks a launcher for every request on standard input, and tells on standard output when it began and how it ended:\n' +
  ' * a fork of this small process takes a tenth of the time that one of a large one takes. */\n' +
  'static int serve(void) {\n' +
  '  sigset_t outside, waiting;\n' +
  '  listen_to_signals(&outside, &waiting);\n' +
  '  while (asked_by == 0) {\n' +
  '    int status, count;\n' +
  '    size_t size;\n' +
  '    pid_t pid;\n' +
  '    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {\n' +
  '      if (WIFSIGNALED(status)) dprintf(STDOUT_FILENO, "killed %d %d\\n", (int)pid, WTERMSIG(status));\n' +
  '      else dprintf(STDOUT_FILENO, "exited %d %d\\n", (int)pid, WEXITSTATUS(status));\n' +
  '    }\n' +
  '    fd_set requests;\n' +
  '    FD_ZERO(&requests);\n' +
  '    FD_SET(STDIN_FILENO, &requests);\n' +
  '    if (pselect(STDIN_FILENO + 1, &requests, NULL, NULL, NULL, &waiting) <= 0) continue;\n' +
  '    char *request = read_request(&size);\n' +
  '    if (request == NULL) return 0;\n' +
  '    char **texts = texts_in(request, size, &count);\n' +
  '    if (texts == NULL) return MISUSED;\n' +
  '    serve_one(texts, count, &outside);\n' +
  '    free(texts);\n' +
  '    free(request);\n' +
  '  }\n' +
  '  return 0;\n' +
  '}\n' +
  '#else\n' +
  'static int serve(void) { return MISUSED; }\n' +
  '#endif\n' +
  '\n' +
  'int main(int argc, char **argv) {\n' +
  '#ifdef __linux__\n' +
  "  /* The program is the user's as we are: it is not to trace us or to open what we hold. */\n" +
  '  prctl(PR_SET_DUMPABLE, 0);\n' +
  '#endif\n' +
  '  if (argc == 2 && strcmp(argv[1], "serve") == 0) return serve();\n' +
  '  return argc < 5 ? MISUSED : launch(argv + 1);\n' +
  '}\n'
