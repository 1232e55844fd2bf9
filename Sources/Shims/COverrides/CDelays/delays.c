#include "system.h"

#include <time.h>

void dispatch_async_f(void *queue, void *context, void (*work)(void *));

struct thrum_delay {
  void *queue;
  void *block;
  void *context;
  void (*work)(void *);
};

static _Atomic(thrum_delay_taker) current_taker;

void thrum_delay_set_taker(thrum_delay_taker taker) { atomic_store(&current_taker, taker); }

// This thread's last reading of each clock. A deadline is usually such a reading plus the wanted delay, so the
// difference between the two is the exact delay, however long the caller took in between.
static _Thread_local int64_t last_reading[3];

static int64_t *reading_of(clockid_t clock) {
  switch (clock) {
  case CLOCK_MONOTONIC: return &last_reading[0];
  case CLOCK_REALTIME: return &last_reading[1];
  case CLOCK_BOOTTIME: return &last_reading[2];
  default: return NULL;
  }
}

static int64_t nanoseconds(const struct timespec *time) { return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec; }

static int read_clock(clockid_t clock, struct timespec *time) {
  return SYSTEM(int (*)(clockid_t, struct timespec *), "clock_gettime")(clock, time);
}

__attribute__((weak, visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = read_clock(clock, time);
  int64_t *reading = reading_of(clock);
  if (result == 0 && reading) *reading = nanoseconds(time);
  thrum_clock_was_read(clock == CLOCK_REALTIME, __builtin_return_address(0));
  return result;
}

// An older reading is not the one that the deadline was computed from.
enum { freshest_seconds = 2 };

static double seconds_from(clockid_t clock, int64_t deadline) {
  struct timespec time;
  read_clock(clock, &time);
  int64_t now = nanoseconds(&time);
  int64_t before = *reading_of(clock);
  bool is_fresh = before <= now && now - before < (int64_t)freshest_seconds * 1000000000;
  int64_t left = deadline - (is_fresh ? before : now);
  return left > 0 ? (double)left * 1e-9 : 0;
}

// The two highest bits of a dispatch_time_t select its clock; the rest is nanoseconds (dispatch/time.h).
double thrum_seconds_until(uint64_t when) {
  if (when == UINT64_MAX) return -1;
  if ((when >> 62) == 3) return seconds_from(CLOCK_REALTIME, -(int64_t)when);
  if ((when >> 62) == 2) return seconds_from(CLOCK_BOOTTIME, (int64_t)(when & ~(1ull << 63)));
  return seconds_from(CLOCK_MONOTONIC, (int64_t)when);
}

static bool take(uint64_t when, void *queue, void *block, void *context, void (*work)(void *)) {
  thrum_delay_taker taker = atomic_load(&current_taker);
  if (!taker) return false;
  double seconds = thrum_seconds_until(when);
  if (seconds < 0) return false;
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

void thrum_delay_release(thrum_delay *delay) {
  if (delay->block) _Block_release(delay->block);
  dispatch_release(delay->queue);
  free(delay);
}

__attribute__((weak, visibility("default"))) void dispatch_after(uint64_t when, void *queue, void *block) {
  if (take(when, queue, block, NULL, NULL)) return;
  SYSTEM(void (*)(uint64_t, void *, void *), "dispatch_after")(when, queue, block);
}

__attribute__((weak, visibility("default"))) void dispatch_after_f(
    uint64_t when, void *queue, void *context, void (*work)(void *)) {
  if (take(when, queue, NULL, context, work)) return;
  SYSTEM(void (*)(uint64_t, void *, void *, void (*)(void *)), "dispatch_after_f")(when, queue, context, work);
}
