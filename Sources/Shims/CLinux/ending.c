#include "ending.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

#include "CLinux.h"

// The actions before the guard, by signal; the handler forwards to them.
static struct sigaction previous[NSIG];

// Whether a signal ends the process by default, can be caught and is not used by the C library (32, 33).
static int ends_process(int number) {
  switch (number) {
    case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
      return 0;
    default:
      return number < 32 || number >= SIGRTMIN;
  }
}

// The faulting instruction runs again as soon as the handler returns.
static int is_fault(int number, const siginfo_t *info) {
  return info->si_code > 0 && (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
}

static void end(int number, siginfo_t *info, void *context) {
  int error = errno;
  thrum_terminal_restore();
  thrum_unfinished_remove();
  struct sigaction action = previous[number];
  sigaction(number, &action, NULL);
  if (!is_fault(number, info)) {
    // A handler that writes a backtrace returns and expects the fault to repeat, but a sent signal arrives only once.
    // It reads the process's memory, so its own faults must not be blocked.
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, number);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    if (action.sa_flags & SA_SIGINFO) {
      action.sa_sigaction(number, info, context);
    } else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
      action.sa_handler(number);
    }
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

void thrum_ending_guard(void) {
  static atomic_flag is_guarded = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_guarded)) return;
  struct sigaction action = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  // In the background, setting the terminal would stop the process (SIGTTOU).
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  for (int number = 1; number < NSIG; number++) {
    if (!ends_process(number) || sigaction(number, NULL, &previous[number]) != 0) continue;
    int is_ignored = !(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(number, &action, NULL);
  }
}
