// Counts calls that a real-time thread must not make, between begin and end on the calling thread.
#ifndef THRUM_INTERPOSER_H
#define THRUM_INTERPOSER_H

#include <stdint.h>

/// Calls counted on this thread between begin and end.
struct thrum_counts {
  uint64_t allocations, frees, locks, retains, releases;
};

/// Whether the interposer is compiled in. Sanitizers bring their own, so it is not in those builds.
int thrum_interposer_is_active(void);
/// Starts counting on the calling thread.
void thrum_interposer_begin(void);
/// Stops counting and returns the counts.
struct thrum_counts thrum_interposer_end(void);

#endif
