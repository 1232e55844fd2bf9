#define _GNU_SOURCE
#include "CDelays.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

// Dispatch's and the block runtime's own, which every Swift program on Linux has.
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern char _dispatch_main_q;

struct thrum_delay {
  void *queue;
  void *block;
  void *context;
  void (*work)(void *);
};

struct block_layout {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(void *);
};

static _Atomic(thrum_delay_taker) current_taker;

void thrum_delay_set_taker(thrum_delay_taker taker) { atomic_store(&current_taker, taker); }

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// A dispatch_time_t is nanoseconds of one of three clocks, by its two highest bits (dispatch/time.h).
static double seconds_until(uint64_t when) {
  if (when == UINT64_MAX) return -1;
  double left;
  if ((when >> 62) == 3)
    left = (double)(-(int64_t)when) * 1e-9 - seconds_of(CLOCK_REALTIME);
  else if ((when >> 62) == 2)
    left = (double)(when & ~(1ull << 63)) * 1e-9 - seconds_of(CLOCK_BOOTTIME);
  else
    left = (double)when * 1e-9 - seconds_of(CLOCK_MONOTONIC);
  return left > 0 ? left : 0;
}

static bool take(uint64_t when, void *queue, void *block, void *context, void (*work)(void *)) {
  thrum_delay_taker taker = atomic_load(&current_taker);
  double seconds = seconds_until(when);
  if (!taker || seconds < 0) return false;
  thrum_delay *delay = malloc(sizeof *delay);
  if (!delay) return false;
  dispatch_retain(queue);
  *delay = (thrum_delay){queue, block ? _Block_copy(block) : NULL, context, work};
  if (taker(delay, seconds, work != NULL)) return true;
  thrum_delay_release(delay);
  return false;
}

void thrum_delay_enqueue(thrum_delay *delay, void *context, void (*body)(void *)) {
  dispatch_async_f(delay->queue, context, body);
}

void thrum_delay_run(thrum_delay *delay) {
  if (delay->work)
    delay->work(delay->context);
  else
    ((struct block_layout *)delay->block)->invoke(delay->block);
}

bool thrum_delay_is_for_main(const thrum_delay *delay) { return delay->queue == (void *)&_dispatch_main_q; }

void thrum_delay_release(thrum_delay *delay) {
  if (delay->block) _Block_release(delay->block);
  dispatch_release(delay->queue);
  free(delay);
}

__attribute__((weak, visibility("default"))) void dispatch_after(uint64_t when, void *queue, void *block) {
  static _Atomic(void *) next;
  if (take(when, queue, block, NULL, NULL)) return;
  if (!atomic_load(&next)) atomic_store(&next, dlsym(RTLD_NEXT, "dispatch_after"));
  ((void (*)(uint64_t, void *, void *))atomic_load(&next))(when, queue, block);
}

__attribute__((weak, visibility("default"))) void dispatch_after_f(
    uint64_t when, void *queue, void *context, void (*work)(void *)) {
  static _Atomic(void *) next;
  if (take(when, queue, NULL, context, work)) return;
  if (!atomic_load(&next)) atomic_store(&next, dlsym(RTLD_NEXT, "dispatch_after_f"));
  ((void (*)(uint64_t, void *, void *, void (*)(void *)))atomic_load(&next))(when, queue, context, work);
}
