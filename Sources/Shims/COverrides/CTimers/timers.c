#define _GNU_SOURCE
#include "CTimers.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Swift's calling convention, with its separate register for `self`.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define REPLACES(name) __attribute__((weak, visibility("default"))) __asm__(name)

#define MAKE "$s10Foundation5TimerC12timeInterval7repeats5blockACSd_SbyACYbctcfC"
#define SCHEDULE "$s10Foundation5TimerC09scheduledB016withTimeInterval7repeats5blockACSd_SbyACYbctFZ"
#define ADD "$s10Foundation7RunLoopC3add_7forModeyAA5TimerC_AC0F0VtF"

// A closure is a function and its context. Making a timer consumes the context, scheduling one does not.
typedef SWIFT void *(*timer_function)(double seconds, bool repeats, void *block, void *context, SELF void *type);
// A mode is a string: two words.
typedef SWIFT void (*add_function)(void *timer, uintptr_t mode, uintptr_t mode_storage, SELF void *loop);

extern void *swift_retain(void *object);
extern void swift_release(void *object);

static _Atomic(thrum_timer_note) current_note;
static _Atomic(thrum_timer_taker) current_taker;

static void *next(const char *name, _Atomic(void *) *found) {
  void *function = atomic_load(found);
  if (!function) atomic_store(found, function = dlsym(RTLD_NEXT, name));
  return function;
}

static _Atomic(void *) next_make, next_schedule, next_add;

// Libraries such as XCTest have timers, too.
static bool is_of_program(void *caller) {
  Dl_info own, other;
  return dladdr((void *)&current_taker, &own) && dladdr(caller, &other) && own.dli_fbase == other.dli_fbase;
}

SWIFT void *thrum_timer_make(double seconds, bool repeats, void *block, void *context, SELF void *type) REPLACES(MAKE);

SWIFT void *thrum_timer_make(double seconds, bool repeats, void *block, void *context, SELF void *type) {
  void *timer = ((timer_function)next(MAKE, &next_make))(seconds, repeats, block, context, type);
  thrum_timer_note note = atomic_load(&current_note);
  if (note) note(timer, seconds);
  return timer;
}

SWIFT void *thrum_timer_schedule(double seconds, bool repeats, void *block, void *context, SELF void *type)
    REPLACES(SCHEDULE);

SWIFT void *thrum_timer_schedule(double seconds, bool repeats, void *block, void *context, SELF void *type) {
  thrum_timer_taker taker = atomic_load(&current_taker);
  if (taker && is_of_program(__builtin_return_address(0))) {
    void *timer = thrum_timer_make(seconds, repeats, block, swift_retain(context), type);
    if (taker(timer, NULL)) return timer;
    swift_release(timer);
  }
  return ((timer_function)next(SCHEDULE, &next_schedule))(seconds, repeats, block, context, type);
}

SWIFT void thrum_timer_add(void *timer, uintptr_t mode, uintptr_t mode_storage, SELF void *loop) REPLACES(ADD);

SWIFT void thrum_timer_add(void *timer, uintptr_t mode, uintptr_t mode_storage, SELF void *loop) {
  thrum_timer_taker taker = atomic_load(&current_taker);
  if (taker && is_of_program(__builtin_return_address(0)) && taker(timer, loop)) return;
  ((add_function)next(ADD, &next_add))(timer, mode, mode_storage, loop);
}

// Replaces a method in the table of a class. Code built without optimisation finds methods there.
static void replace(const char *class, void *method, void *replacement) {
#ifdef __GLIBC__ // with another C library, timers of such code stay real
  uintptr_t *table = dlsym(RTLD_DEFAULT, class);
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  if (!table || !method || !dladdr1(table, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return;
  for (size_t word = 0; word < symbol->st_size / sizeof *table; word++)
    if (table[word] == (uintptr_t)method) table[word] = (uintptr_t)replacement;
#endif
}

static void replace_methods(void) {
  replace("$s10Foundation5TimerCN", next(SCHEDULE, &next_schedule), (void *)thrum_timer_schedule);
  replace("$s10Foundation7RunLoopCN", next(ADD, &next_add), (void *)thrum_timer_add);
}

void thrum_timers_take(thrum_timer_note note, thrum_timer_taker taker) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  atomic_store(&current_note, note);
  atomic_store(&current_taker, taker);
  pthread_once(&once, replace_methods);
}
