#include "system.h"

#include <link.h>
#include <string.h>

static _Atomic(thrum_clock_observer) current_observer;
// Where the library with `Date` is mapped.
static uintptr_t dates_begin, dates_end;

static int find_dates(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size, (void)context;
  if (!strstr(library->dlpi_name, "libFoundationEssentials.so")) return 0;
  for (int number = 0; number < library->dlpi_phnum; number++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[number];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    dates_begin = library->dlpi_addr + part->p_vaddr;
    dates_end = dates_begin + part->p_memsz;
  }
  return 1;
}

void thrum_clock_observe(thrum_clock_observer reads) {
  dl_iterate_phdr(find_dates, NULL);
  atomic_store(&current_observer, reads);
}

static void tell(thrum_clock clock) {
  thrum_clock_observer observer = atomic_load(&current_observer);
  if (observer) observer(clock);
}

void thrum_clock_was_read(bool is_date, const void *caller) {
  uintptr_t place = (uintptr_t)caller;
  if (place >= dates_begin && place < dates_end) tell(is_date ? THRUM_CLOCK_DATE : THRUM_CLOCK_UPTIME);
}

// Swift's calling convention. An instant is returned in memory, because its layout is not part of the library's
// interface, and a clock is passed in memory. The library itself reads its clocks by other means, so only an app comes
// here.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define RESULT __attribute__((swift_indirect_result))

// Replaces the getter with a mangled name.
#define NOW(function, name, clock)                                                                                 \
  SWIFT void function(RESULT void *instant, SELF void *self)                                                       \
      __attribute__((weak, visibility("default"))) __asm__(name);                                                  \
  SWIFT void function(RESULT void *instant, SELF void *self) {                                                     \
    tell(clock);                                                                                                   \
    SYSTEM(SWIFT void (*)(RESULT void *, SELF void *), name)(instant, self);                                       \
  }

NOW(thrum_continuous_now, "$ss15ContinuousClockV3nowAB7InstantVvg", THRUM_CLOCK_CONTINUOUS)
NOW(thrum_continuous_type_now, "$ss15ContinuousClockV3nowAB7InstantVvgZ", THRUM_CLOCK_CONTINUOUS)
NOW(thrum_suspending_now, "$ss15SuspendingClockV3nowAB7InstantVvg", THRUM_CLOCK_SUSPENDING)
NOW(thrum_suspending_type_now, "$ss15SuspendingClockV3nowAB7InstantVvgZ", THRUM_CLOCK_SUSPENDING)
