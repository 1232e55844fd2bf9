#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

// Defined only if the program is linked with RealtimeSanitizer.
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

void thrum_realtime_enter(void) {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

void thrum_realtime_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

uint64_t thrum_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

struct start {
  void (*body)(void *);
  void *context;
  char name[16];
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  prctl(PR_SET_NAME, start.name, 0, 0, 0);
  start.body(start.context);
  return NULL;
}

int thrum_thread_start(const char *name, void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  start->body = body;
  start->context = context;
  strncpy(start->name, name, sizeof start->name - 1);
  start->name[sizeof start->name - 1] = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int result = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (result != 0) free(start);
  return result;
}

int thrum_thread_request_fifo(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

int thrum_signal_descriptor(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int thrum_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void thrum_event_raise(int event) {
  uint64_t one = 1;
  ssize_t written = write(event, &one, sizeof one);
  (void)written;  // EAGAIN: already raised 2^64 - 2 times
}

int thrum_event_clear(int event) {
  uint64_t count;
  return read(event, &count, sizeof count) == (ssize_t)sizeof count;
}

int thrum_event_wait_until(int event, uint64_t deadline) {
  for (;;) {
    if (thrum_event_clear(event)) return 1;
    uint64_t now = thrum_monotonic_nanoseconds();
    if (now >= deadline) return 0;
    uint64_t left = deadline - now;
    struct timespec timeout = {.tv_sec = (time_t)(left / 1000000000ull), .tv_nsec = (long)(left % 1000000000ull)};
    struct pollfd descriptor = {.fd = event, .events = POLLIN};
    if (ppoll(&descriptor, 1, &timeout, NULL) < 0 && errno != EINTR) return 0;
  }
}

void thrum_event_wait_either(int event, int other) {
  struct pollfd descriptors[] = {{.fd = event, .events = POLLIN}, {.fd = other, .events = POLLIN}};
  while (poll(descriptors, 2, -1) < 0 && errno == EINTR) {
  }
  thrum_event_clear(event);
  thrum_event_clear(other);
}

int thrum_event_duplicate(int event) { return fcntl(event, F_DUPFD_CLOEXEC, 0); }

void thrum_event_close(int event) { close(event); }

// Filled only while the program is loaded, by one thread.
static void (*library_hooks[16])(void);
static int library_hook_count;

void thrum_library_hook_add(void (*hook)(void)) {
  if (library_hook_count < (int)(sizeof library_hooks / sizeof *library_hooks)) library_hooks[library_hook_count++] = hook;
}

void thrum_library_hooks_call(void) {
  for (int index = 0; index < library_hook_count; index++) library_hooks[index]();
}

int thrum_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

void thrum_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void thrum_return_heap(void) { malloc_trim(0); }
