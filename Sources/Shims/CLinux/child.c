#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs in the child until the program replaces it, so calls only async-signal-safe functions.
static void become(char *const words[], pid_t parent, int output, int errors, int report) {
  setsid();
  int null = open("/dev/null", O_RDONLY);
  int isReady = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && null >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
                dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0;
  if (null > STDERR_FILENO) close(null);
  // The parent may have ended before the request above.
  if (getppid() != parent) _exit(127);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL) {
      action.sa_flags = 0;
      action.sa_handler = SIG_DFL;
      sigaction(number, &action, NULL);
    }
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (isReady) execvp(words[0], words);
  int error = errno;
  while (write(report, &error, sizeof error) < 0 && errno == EINTR) {}
  _exit(127);
}

int thrum_child_start(char *const words[], int sink, int errors, struct thrum_child *child) {
  int output[2] = {-1, sink}, report[2], error = 0;
  if (sink < 0 && pipe2(output, O_CLOEXEC) != 0) return errno;
  if (pipe2(report, O_CLOEXEC) != 0) {
    error = errno;
    if (sink < 0) close(output[0]), close(output[1]);
    return error;
  }
  // No handler of this process may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Without the handlers of pthread_atfork, which may do more than is safe here.
  pid_t parent = getpid(), id = _Fork();
  if (id == 0) become(words, parent, output[1], sink < 0 ? output[1] : errors, report[1]);
  if (id < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (sink < 0) close(output[1]);
  close(report[1]);
  int number;
  ssize_t count = 0;
  if (id > 0) {
    // Nothing comes if the program has replaced the child.
    while ((count = read(report[0], &number, sizeof number)) < 0 && errno == EINTR) {}
    if (count == sizeof number) error = number;
  }
  close(report[0]);
  int end = error ? -1 : (int)syscall(SYS_pidfd_open, id, 0);
  if (!error && end < 0) error = errno;
  if (!error) {
    *child = (struct thrum_child){.id = id, .output = output[0], .end = end};
    return 0;
  }
  if (sink < 0) close(output[0]);
  if (id > 0) {
    kill(id, SIGKILL);
    waitpid(id, NULL, 0);
  }
  return error;
}

int thrum_child_unread(const struct thrum_child *child) {
  int count = 0;
  return ioctl(child->output, FIONREAD, &count) == 0 ? count : 0;
}
