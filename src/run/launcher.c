/* Starts a program on its CPU, ends it in time, and tells what it took, as a line on descriptor 3.
 * usage: launcher LIMIT_MS CPU COUNT PROGRAM ARGUMENTS...
 *        launcher serve
 * CPU is -1 where the system chooses; COUNT is 1 where the program's threads are to be counted, which slows it down.
 * A process that a large parent starts itself reports that parent's peak memory: this one is small.
 * Whatever the program starts becomes our child once its own parent is gone, in whatever session it hides: so all of it
 * can be ended, at the limit, at a signal, and when nobody is left to read descriptor 3. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#define EVERY_CHILD __WALL
#else
#define EVERY_CHILD 0
#endif

enum { REPORT = 3, REFUSED = 127, MISUSED = 125, PASSED_LIMIT = 124 };

/* What stands before a report: nothing on a descriptor of its own, and on the one that all launchers of a service share
 * whose it is. */
static char whose[32] = "";

static const long long SECOND = 1000000000LL, MILLISECOND = 1000000LL;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * SECOND + t.tv_nsec;
}

static long long nanoseconds(struct timeval t) { return t.tv_sec * SECOND + t.tv_usec * 1000LL; }

static volatile sig_atomic_t asked_by = 0;
static void hear_child(int number) { (void)number; }
static void hear_end(int number) { asked_by = number; }

/* Signals are heard while we wait and at no other time; `outside` is the mask that we came with. */
static void listen_to_signals(sigset_t *outside, sigset_t *waiting) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
  sigset_t held;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&held);
  action.sa_handler = hear_child;
  sigaction(SIGCHLD, &action, NULL);
  sigaddset(&held, SIGCHLD);
  action.sa_handler = hear_end;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    sigaction(ends[i], &action, NULL);
    sigaddset(&held, ends[i]);
  }
  sigprocmask(SIG_BLOCK, &held, outside);
  *waiting = *outside;
  sigdelset(waiting, SIGCHLD);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigdelset(waiting, ends[i]);
}

#ifdef __linux__
static int place(int cpu) {
  const size_t size = CPU_ALLOC_SIZE(cpu + 1);
  cpu_set_t *set = CPU_ALLOC(cpu + 1);
  if (set == NULL) return -1;
  CPU_ZERO_S(size, set);
  CPU_SET_S(cpu, size, set);
  return sched_setaffinity(0, size, set);
}

static long threads_of(pid_t pid) {
  char path[64], line[256];
  long threads = 1;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *status = fopen(path, "r");
  if (status == NULL) return threads;
  while (fgets(line, sizeof line, status) != NULL && sscanf(line, "Threads: %ld", &threads) != 1) continue;
  fclose(status);
  return threads;
}

static int is_configured = 0;

/* Lets a traced process go on; `threads` grows where it has just started one. */
static void resume(pid_t pid, int status, long *threads) {
  const int event = status >> 16;
  int number = WSTOPSIG(status);
  if (event == PTRACE_EVENT_CLONE) {
    const long count = threads_of(pid);
    if (count > *threads) *threads = count;
  }
  if (event != 0 || number == SIGSTOP) number = 0; /* SIGSTOP is how one begins to be traced. */
  if (!is_configured) {
    ptrace(PTRACE_SETOPTIONS, pid, NULL,
           (void *)(long)(PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC));
    is_configured = 1;
    number = 0;
  }
  ptrace(PTRACE_CONT, pid, NULL, (void *)(long)number);
}

/* Kills our children; those of theirs become ours. */
static void kill_children(void) {
  DIR *proc = opendir("/proc");
  if (proc == NULL) return;
  for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
    const int pid = atoi(entry->d_name);
    char path[64], text[512];
    int parent = 0;
    if (pid <= 0) continue;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) continue;
    text[length] = '\0';
    const char *after_name = strrchr(text, ')');
    if (after_name != NULL && sscanf(after_name, ") %*c %d", &parent) == 1 && parent == getpid()) kill(pid, SIGKILL);
  }
  closedir(proc);
}
#else
static int place(int cpu) { return cpu < 0 ? 0 : (errno = ENOSYS, -1); }
static long threads_of(pid_t pid) { return pid > 0; }
static void resume(pid_t pid, int status, long *threads) { (void)pid, (void)status, (void)threads; }
static pid_t only_child = 0;
static void kill_children(void) { kill(only_child, SIGKILL); }
#endif

/* Ends the program and all that it started, but waits no longer than for what is stuck in the kernel. */
static void end_all(void) {
  const struct timespec moment = {0, 1000000};
  const long long deadline = now() + 5 * SECOND;
  while (now() < deadline) {
    pid_t pid;
    kill_children();
    while ((pid = wait4(-1, NULL, WNOHANG | EVERY_CHILD, NULL)) > 0) continue;
    if (pid < 0 && errno == ECHILD) return;
    nanosleep(&moment, NULL);
  }
}

/* Ends as the program did, without a core file of our own. */
static void end_by(int number) {
  const struct rlimit none = {0, 0};
  sigset_t one;
  setrlimit(RLIMIT_CORE, &none);
  signal(number, SIG_DFL);
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  kill(getpid(), number);
}

static void report(long long wall, const struct rusage *usage, long threads) {
  /* ru_maxrss is in kilobytes on Linux and in bytes on macOS. */
#ifdef __APPLE__
  const long long peak = usage->ru_maxrss;
#else
  const long long peak = usage->ru_maxrss * 1024LL;
#endif
  dprintf(REPORT,
          "%s{\"wall_ns\":%lld,\"user_ns\":%lld,\"system_ns\":%lld,\"peak_rss_bytes\":%lld,"
          "\"minor_faults\":%ld,\"major_faults\":%ld,\"voluntary_switches\":%ld,\"involuntary_switches\":%ld,"
          "\"threads\":%ld}\n",
          whose, wall, nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime), peak, usage->ru_minflt, usage->ru_majflt,
          usage->ru_nvcsw, usage->ru_nivcsw, threads);
}

/* `arguments` are LIMIT_MS CPU COUNT PROGRAM ARGUMENTS... */
static int launch(char **arguments) {
  if (fcntl(REPORT, F_SETFD, FD_CLOEXEC) != 0) return MISUSED;
  const long long limit = atoll(arguments[0]) * MILLISECOND;
  const int cpu = atoi(arguments[1]);
  const int counts = arguments[2][0] == '1';
  char **program = arguments + 3;
  sigset_t outside, waiting;
  listen_to_signals(&outside, &waiting);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif

  /* The child shares our memory until it has become the program, or could not. */
  volatile int not_placed = 0, not_started = 0, not_traced = !counts;
  const long long start = now();
  const pid_t child = vfork();
  if (child < 0) return MISUSED;
  if (child == 0) {
    if (cpu >= 0 && place(cpu) != 0) {
      not_placed = errno;
      _exit(REFUSED);
    }
#ifdef __linux__
    if (counts) not_traced = ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0;
#endif
    sigprocmask(SIG_SETMASK, &outside, NULL);
    execv(program[0], program);
    not_started = errno;
    _exit(REFUSED);
  }
#ifndef __linux__
  only_child = child;
#endif

  long threads = counts ? 1 : 0;
  int status = 0;
  struct rusage usage;
  for (;;) {
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG | (counts ? EVERY_CHILD : 0), &usage)) > 0) {
      if (WIFSTOPPED(status)) resume(pid, status, &threads);
      else if (pid == child) break;
    }
    if (pid == child) break;
    if (asked_by != 0) {
      end_all();
      end_by(asked_by);
    }
    long long left = start + limit - now();
    if (left <= 0) {
      end_all();
      dprintf(REPORT, "%s{\"timed_out\":true}\n", whose);
      return PASSED_LIMIT;
    }
    if (counts && not_traced) {
      /* Where tracing is forbidden: what a look every millisecond finds. */
      const long count = threads_of(child);
      if (count > threads) threads = count;
      if (left > MILLISECOND) left = MILLISECOND;
    }
    const struct timespec timeout = {left / SECOND, left % SECOND};
    fd_set abandoned;
    FD_ZERO(&abandoned);
#ifdef __linux__
    FD_SET(REPORT, &abandoned); /* Nobody ever writes to us there: it is "readable" once nobody reads it. */
#endif
    if (pselect(REPORT + 1, &abandoned, NULL, NULL, &timeout, &waiting) > 0) {
      end_all();
      return MISUSED;
    }
  }
  const long long wall = now() - start;
#ifdef __linux__
  /* What outlives the program would run beside the next one, on its CPU. */
  if (waitpid(-1, NULL, WNOHANG | EVERY_CHILD) != -1 || errno != ECHILD) end_all();
#endif
  if (not_placed != 0) dprintf(REPORT, "%s{\"not_placed\":%d}\n", whose, not_placed);
  else if (not_started != 0) dprintf(REPORT, "%s{\"errno\":%d}\n", whose, not_started);
  else report(wall, &usage, threads);
  if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
  return WEXITSTATUS(status);
}

#ifdef __linux__
/* What is asked of `launcher serve`, each text with its closing zero: where the program starts, the files that become its
 * descriptors 0 to 2, the number of its variables and these, and the arguments of a launcher. */
enum { CWD, FILES, VARIABLES = FILES + 3, FIRST_VARIABLE, FEWEST = FIRST_VARIABLE + 4 };

static ssize_t read_all(char *to, size_t size) {
  size_t have = 0;
  while (have < size) {
    const ssize_t more = read(STDIN_FILENO, to + have, size - have);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    have += (size_t)more;
  }
  return (ssize_t)have;
}

/* A request is the number of its bytes, a newline, and these. Null at the end of all requests. */
static char *read_request(size_t *size) {
  char digit;
  *size = 0;
  while (read_all(&digit, 1) == 1 && digit != '\n') *size = *size * 10 + (size_t)(digit - '0');
  if (*size == 0) return NULL;
  char *text = malloc(*size);
  if (text == NULL || read_all(text, *size) != (ssize_t)*size) return NULL;
  return text;
}

/* The texts of a request, with a null after the last one. */
static char **texts_in(char *request, size_t size, int *count) {
  *count = 0;
  for (size_t i = 0; i < size; i++) *count += request[i] == '\0';
  char **texts = calloc((size_t)*count + 1, sizeof *texts);
  if (texts == NULL) return NULL;
  for (int i = 0; i < *count; i++, request += strlen(request) + 1) texts[i] = request;
  return texts;
}

static void serve_one(char **texts, int count, const sigset_t *outside) {
  int files[3], opened = 0;
  const int variables = count >= FEWEST ? atoi(texts[VARIABLES]) : -1;
  if (variables < 0 || variables > count - FEWEST) {
    dprintf(STDOUT_FILENO, "refused %d\n", EINVAL);
    return;
  }
  while (opened < 3 && (files[opened] = open(texts[FILES + opened], opened == 0 ? O_RDONLY : O_WRONLY)) >= 0) opened++;
  const pid_t child = opened == 3 ? fork() : -1;
  if (child == 0) {
    setsid();
    const int answers = dup(STDOUT_FILENO);
    for (int i = 0; i < 3; i++) dup2(files[i], i);
    dup2(answers, REPORT);
    for (int i = 0; i < 3; i++)
      if (files[i] > REPORT) close(files[i]);
    if (answers > REPORT) close(answers);
    snprintf(whose, sizeof whose, "told %d ", (int)getpid());
    sigprocmask(SIG_SETMASK, outside, NULL);
    if (chdir(texts[CWD]) != 0) {
      dprintf(REPORT, "%s{\"errno\":%d}\n", whose, errno);
      _exit(REFUSED);
    }
    char **arguments = texts + FIRST_VARIABLE + variables;
    char **environment = calloc((size_t)variables + 1, sizeof *environment);
    if (environment == NULL) _exit(MISUSED);
    memcpy(environment, texts + FIRST_VARIABLE, (size_t)variables * sizeof *environment);
    environ = environment;
    _exit(launch(arguments));
  }
  if (child > 0) dprintf(STDOUT_FILENO, "started %d\n", (int)child);
  else dprintf(STDOUT_FILENO, "refused %d\n", errno);
  while (opened > 0) close(files[--opened]);
}

/* Forks a launcher for every request on standard input, and tells on standard output when it began and how it ended:
 * a fork of this small process takes a tenth of the time that one of a large one takes. */
static int serve(void) {
  sigset_t outside, waiting;
  listen_to_signals(&outside, &waiting);
  while (asked_by == 0) {
    int status, count;
    size_t size;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
      if (WIFSIGNALED(status)) dprintf(STDOUT_FILENO, "killed %d %d\n", (int)pid, WTERMSIG(status));
      else dprintf(STDOUT_FILENO, "exited %d %d\n", (int)pid, WEXITSTATUS(status));
    }
    fd_set requests;
    FD_ZERO(&requests);
    FD_SET(STDIN_FILENO, &requests);
    if (pselect(STDIN_FILENO + 1, &requests, NULL, NULL, NULL, &waiting) <= 0) continue;
    char *request = read_request(&size);
    if (request == NULL) return 0;
    char **texts = texts_in(request, size, &count);
    if (texts == NULL) return MISUSED;
    serve_one(texts, count, &outside);
    free(texts);
    free(request);
  }
  return 0;
}
#else
static int serve(void) { return MISUSED; }
#endif

int main(int argc, char **argv) {
#ifdef __linux__
  /* The program is the user's as we are: it is not to trace us or to open what we hold. */
  prctl(PR_SET_DUMPABLE, 0);
#endif
  if (argc == 2 && strcmp(argv[1], "serve") == 0) return serve();
  return argc < 5 ? MISUSED : launch(argv + 1);
}
