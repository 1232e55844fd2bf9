// Counts what a real-time thread must not do, while the calling thread says that it is one.
#ifndef THRUM_INTERPOSER_H
#define THRUM_INTERPOSER_H

#include <stdint.h>

/// What has been counted on this thread between begin and end.
struct thrum_counts {
  uint64_t allocations, frees, locks, retains, releases;
};

/// Whether the interposer is compiled in; under a sanitizer, which has its own, it is not.
int thrum_interposer_is_active(void);
/// Begins to count on the calling thread.
void thrum_interposer_begin(void);
/// Ends, and returns what was counted.
struct thrum_counts thrum_interposer_end(void);

#endif
