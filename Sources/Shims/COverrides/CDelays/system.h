// Private interfaces of Dispatch and the block runtime, part of every Swift program on Linux, and access to the
// originals.
#ifndef THRUM_CDELAYS_SYSTEM_H
#define THRUM_CDELAYS_SYSTEM_H

#define _GNU_SOURCE
#include "CDelays.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void *dispatch_block_create(unsigned long flags, void *block);
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern char _dispatch_main_q;

// The start of every block (clang's block ABI).
struct block_layout {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(void *);
};

// Seconds from this thread's last reading of the clock of `when`, a dispatch_time_t; negative for never.
double thrum_seconds_until(uint64_t when);

// Tells the observer if Foundation has read a clock. `caller` is where `clock_gettime` was called from.
void thrum_clock_was_read(bool is_date, const void *caller);

// The system's function with a given name, looked up once.
#define SYSTEM(type, name)                                                        \
  ({                                                                              \
    static _Atomic(void *) next;                                                  \
    if (!atomic_load(&next)) atomic_store(&next, dlsym(RTLD_NEXT, name));         \
    (type) atomic_load(&next);                                                    \
  })

#endif
