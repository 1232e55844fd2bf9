#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CLinux.h"
#include "ending.h"

// A list that only grows, since a handler may read it at any time; its places are used again.
enum { unused, changing, registered };
struct place {
  struct place *next;
  atomic_int state;
  pid_t process;
  char path[PATH_MAX];
};
static _Atomic(struct place *) places;
// Threads between the registration of a file and its creation. Once `is_ending`, no further one enters.
static atomic_int creators;
static atomic_int is_ending;

static struct place *take(const char *path) {
  if (strlen(path) >= PATH_MAX) return NULL;
  struct place *place = atomic_load(&places);
  for (; place; place = place->next) {
    int state = unused;
    if (atomic_compare_exchange_strong(&place->state, &state, changing)) break;
  }
  if (!place) {
    place = malloc(sizeof *place);
    if (!place) return NULL;
    atomic_init(&place->state, changing);
    place->next = atomic_load(&places);
    while (!atomic_compare_exchange_weak(&places, &place->next, place)) {}
  }
  strcpy(place->path, path);
  // A child that has not yet become another program must not remove its parent's files.
  place->process = getpid();
  atomic_store(&place->state, registered);
  return place;
}

int thrum_unfinished_create(const char *path) {
  // A handler on this thread would wait for it in vain.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  atomic_fetch_add(&creators, 1);
  if (atomic_load(&is_ending)) {
    atomic_fetch_sub(&creators, 1);
    for (;;) pause();
  }
  struct place *place = take(path);
  int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666), error = errno;
  if (descriptor < 0 && place) atomic_store(&place->state, unused);
  atomic_fetch_sub(&creators, 1);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return descriptor;
}

void thrum_unfinished_forget(const char *path) {
  for (struct place *place = atomic_load(&places); place; place = place->next) {
    if (atomic_load(&place->state) == registered && strcmp(place->path, path) == 0) atomic_store(&place->state, unused);
  }
}

void thrum_unfinished_remove(void) {
  atomic_store(&is_ending, 1);
  // A file system may hang, so not for ever.
  const struct timespec millisecond = {0, 1000000};
  for (int count = 0; atomic_load(&creators) > 0 && count < 1000; count++) nanosleep(&millisecond, NULL);
  pid_t process = getpid();
  for (struct place *place = atomic_load(&places); place; place = place->next) {
    if (atomic_load(&place->state) == registered && place->process == process) unlink(place->path);
  }
}

void thrum_unfinished_guard(void) { thrum_ending_guard(); }
