#define _GNU_SOURCE
#include "CTimers.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

// Swift's calling convention, with its separate registers for `self` and for a result in memory.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define RESULT __attribute__((swift_indirect_result))

#define MAKE "$s8Dispatch0A6SourceC09makeTimerB05flags5queueAA0abD0_pAC0D5FlagsV_AA0A5QueueCSgtFZ"

// The result is an existential, which is returned in memory.
typedef SWIFT void (*make_function)(RESULT void *result, uintptr_t flags, void *queue, SELF void *type);

// In ThrumDelays, which need not be linked.
extern void thrum_source_take(void) __attribute__((weak));

static _Atomic(thrum_source_note) current_note;

void thrum_sources_note(thrum_source_note note) {
  if (!thrum_source_take) atomic_store(&current_note, note);
}

SWIFT void thrum_source_make(RESULT void *result, uintptr_t flags, void *queue, SELF void *type)
    __attribute__((weak, visibility("default"))) __asm__(MAKE);

SWIFT void thrum_source_make(RESULT void *result, uintptr_t flags, void *queue, SELF void *type) {
  static _Atomic(void *) next;
  void *function = atomic_load(&next);
  if (!function) atomic_store(&next, function = dlsym(RTLD_NEXT, MAKE));
  thrum_source_note note = atomic_load(&current_note);
  if (note) note(queue);
  ((make_function)function)(result, flags, queue, type);
}
