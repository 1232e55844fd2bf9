#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct thrum_latch {
  pthread_mutex_t mutex;
  pthread_cond_t change;
  bool is_raised;
};

thrum_latch *thrum_latch_make(void) {
  thrum_latch *latch = malloc(sizeof *latch);
  if (!latch) return NULL;
  // With default attributes, neither call can fail on Linux.
  pthread_mutex_init(&latch->mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&latch->change, &attributes);
  pthread_condattr_destroy(&attributes);
  latch->is_raised = false;
  return latch;
}

void thrum_latch_raise(thrum_latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  latch->is_raised = true;
  pthread_cond_broadcast(&latch->change);
  pthread_mutex_unlock(&latch->mutex);
}

int thrum_latch_wait_until(thrum_latch *latch, uint64_t deadline) {
  struct timespec until = {
      .tv_sec = (time_t)(deadline / 1000000000ull), .tv_nsec = (long)(deadline % 1000000000ull)};
  pthread_mutex_lock(&latch->mutex);
  int failure = 0;
  while (!latch->is_raised && failure == 0) failure = pthread_cond_timedwait(&latch->change, &latch->mutex, &until);
  int raised = latch->is_raised;
  pthread_mutex_unlock(&latch->mutex);
  return raised;
}

void thrum_latch_free(thrum_latch *latch) {
  pthread_cond_destroy(&latch->change);
  pthread_mutex_destroy(&latch->mutex);
  free(latch);
}
