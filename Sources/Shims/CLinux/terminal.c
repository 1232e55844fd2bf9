#include <signal.h>
#include <unistd.h>

#include "CLinux.h"
#include "ending.h"

static struct termios saved;
static int terminal = -1;
static volatile sig_atomic_t is_guarded;

void thrum_terminal_restore(void) {
  // In the background, the terminal belongs to another process.
  if (is_guarded && tcgetpgrp(terminal) == getpgrp()) tcsetattr(terminal, TCSANOW, &saved);
}

void thrum_terminal_guard(int descriptor, const struct termios *settings) {
  saved = *settings;
  terminal = descriptor;
  is_guarded = 1;
  thrum_ending_guard();
}

void thrum_terminal_unguard(void) { is_guarded = 0; }
