// Preloaded: the wall clock jumps a day ahead, back, and a day behind, every 20 ms. Other clocks are unchanged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void find(void) {
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

static time_t jump(void) {
  static const time_t jumps[] = {86400, 0, -86400, 0};
  struct timespec now;
  real_clock_gettime(CLOCK_MONOTONIC, &now);
  long steps = now.tv_sec * 50 + now.tv_nsec / 20000000;
  return jumps[steps % 4];
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!real_clock_gettime) find();
  int result = real_clock_gettime(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += jump();
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
