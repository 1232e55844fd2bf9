#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// The address space in use; 0 when /proc cannot be read.
static int64_t address_space_used(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  return strtoll(text, NULL, 10) * sysconf(_SC_PAGESIZE);
}

int64_t thrum_address_space_left(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > INT64_MAX) return -1;
  int64_t left = (int64_t)limit.rlim_cur - address_space_used();
  return left > 0 ? left : 0;
}

static void *wait_for_all(void *all) {
  pthread_mutex_lock(all);
  pthread_mutex_unlock(all);
  return NULL;
}

// Threads of the process, those that are going included, plus a constant; 0 when /proc cannot be read.
static uint64_t threads(void) {
  struct stat status;
  return stat("/proc/self/task", &status) == 0 ? (uint64_t)status.st_nlink : 0;
}

int thrum_threads_try(int count) {
  pthread_t *started = calloc((size_t)count, sizeof *started);
  if (!started) return ENOMEM;
  uint64_t before = threads();
  pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 4 * (size_t)PTHREAD_STACK_MIN);
  int result = 0, made = 0;
  pthread_mutex_lock(&all);
  while (result == 0 && made < count) {
    result = pthread_create(&started[made], &attributes, wait_for_all, &all);
    if (result == 0) made++;
  }
  pthread_mutex_unlock(&all);
  for (int index = 0; index < made; index++) pthread_join(started[index], NULL);
  // A thread that was joined counts until the kernel has buried it.
  while (threads() > before) sched_yield();
  pthread_attr_destroy(&attributes);
  free(started);
  return result;
}

int thrum_is_privileged(void) { return getauxval(AT_SECURE) != 0; }
