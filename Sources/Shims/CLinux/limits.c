#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Returns the address space in use, in bytes; 0 if /proc cannot be read.
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

struct tried {
  pthread_t thread;
  pid_t number;
  pthread_mutex_t *all;
};

static void *wait_for_all(void *given) {
  struct tried *tried = given;
  tried->number = (pid_t)syscall(SYS_gettid);
  pthread_mutex_lock(tried->all);
  pthread_mutex_unlock(tried->all);
  return NULL;
}

// A joined thread counts towards a limit until the kernel has removed it. If its number was reused, the wait ends
// after 10,000 tries.
static void wait_until_gone(pid_t number) {
  for (int tries = 0; tries < 10000 && syscall(SYS_tgkill, getpid(), number, 0) == 0; tries++) sched_yield();
}

int thrum_threads_try(int count) {
  struct tried *tried = calloc((size_t)count, sizeof *tried);
  if (!tried) return ENOMEM;
  pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 4 * (size_t)PTHREAD_STACK_MIN);
  int result = 0, made = 0;
  pthread_mutex_lock(&all);
  while (result == 0 && made < count) {
    tried[made].all = &all;
    result = pthread_create(&tried[made].thread, &attributes, wait_for_all, &tried[made]);
    if (result == 0) made++;
  }
  pthread_mutex_unlock(&all);
  for (int index = 0; index < made; index++) {
    pthread_join(tried[index].thread, NULL);
    wait_until_gone(tried[index].number);
  }
  pthread_attr_destroy(&attributes);
  free(tried);
  return result;
}

int thrum_is_privileged(void) { return getauxval(AT_SECURE) != 0; }
