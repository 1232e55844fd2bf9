// What the portable core needs, on Linux and in a browser: floating-point mode, square root and marks for real time.
#ifndef THRUM_PORTABLE_H
#define THRUM_PORTABLE_H

#include <stdint.h>

// Permits a call on the render path. The Swift compiler does not check that the function neither locks nor allocates.
#define THRUM_REALTIME __attribute__((swift_attr("@_noLocks")))

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Flushes denormals to zero on the calling thread (x86: MXCSR FTZ and DAZ; arm64: FPCR FZ).
/// Returns the previous mode for `thrum_restore_float_mode`.
THRUM_REALTIME static inline uint64_t thrum_flush_denormals(void) {
#if defined(__x86_64__)
  uint32_t before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);
  return before;
#elif defined(__aarch64__)
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ull << 24)));
  return before;
#else
  return 0;
#endif
}

/// Restores the mode that `thrum_flush_denormals` returned.
THRUM_REALTIME static inline void thrum_restore_float_mode(uint64_t before) {
#if defined(__x86_64__)
  _mm_setcsr((uint32_t)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(before));
#else
  (void)before;
#endif
}

/// Returns the correctly rounded square root, with the same bits on every machine.
THRUM_REALTIME static inline double thrum_square_root(double x) { return __builtin_sqrt(x); }

/// Mark a real-time region for RealtimeSanitizer; without it they do nothing.
THRUM_REALTIME void thrum_realtime_enter(void);
THRUM_REALTIME void thrum_realtime_exit(void);

/// Calls a function that is real-time safe, which the compiler cannot check through a pointer.
THRUM_REALTIME static inline int thrum_realtime_call(int (*body)(void *), void *context) { return body(context); }

/// Resizes memory, or allocates it if there is none; NULL if there is no room (realloc).
static inline void *thrum_memory_resize(void *memory, long bytes) {
  void *realloc(void *, __SIZE_TYPE__);
  return bytes < 0 ? (void *)0 : realloc(memory, (__SIZE_TYPE__)bytes);
}
static inline void thrum_memory_free(void *memory) {
  void free(void *);
  free(memory);
}

#ifdef __wasm__
static inline int64_t thrum_address_space_left(void) { return -1; }
// A module has no threads, so nobody waits for an event.
THRUM_REALTIME static inline uint64_t thrum_monotonic_nanoseconds(void) { return 0; }
static inline void thrum_event_raise(int event) { (void)event; }
#endif

#endif
