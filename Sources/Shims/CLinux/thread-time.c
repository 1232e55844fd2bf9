#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int thrum_thread_number(void) {
  static _Thread_local int number;
  if (!number) number = gettid();
  return number;
}

// Programs without Dispatch have no queues.
extern const char *dispatch_queue_get_label(void *queue) __attribute__((weak));

unsigned long thrum_current_queue(void) {
  const char *label = dispatch_queue_get_label ? dispatch_queue_get_label(NULL) : NULL;
  return label && *label ? (unsigned long)label : 0;
}

double thrum_thread_seconds(int number) {
  // The kernel's ID of a thread's clock: the complement of the thread ID, above three bits that select the clock.
  struct timespec time;
  if (clock_gettime((clockid_t)(~(unsigned)number << 3 | 6), &time)) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int thrum_thread_is_runnable(int number) {
  char text[128];
  snprintf(text, sizeof text, "/proc/self/task/%d/stat", number);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  // The thread's name in parentheses may contain anything; the state follows it.
  const char *name_end = strrchr(text, ')');
  return name_end && strncmp(name_end, ") R", 3) == 0;
}

int thrum_thread_any_other_is_runnable(void) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return 0;
  int own = thrum_thread_number(), found = 0;
  for (struct dirent *entry; !found && (entry = readdir(threads));) {
    int number = atoi(entry->d_name);
    found = number > 0 && number != own && thrum_thread_is_runnable(number);
  }
  closedir(threads);
  return found;
}
