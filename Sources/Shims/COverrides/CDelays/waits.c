#include "system.h"

static _Atomic(thrum_wait_begin) wait_begins;
static _Atomic(thrum_wait_end) wait_ended;

void thrum_wait_observe(thrum_wait_begin begins, thrum_wait_end ended) {
  atomic_store(&wait_ended, ended);
  atomic_store(&wait_begins, begins);
}

extern const char *dispatch_queue_get_label(void *queue);

static _Atomic(thrum_main_begin) main_begins;
static _Atomic(thrum_wait_end) main_ended;
static _Thread_local int syncs_of_main;

void thrum_main_observe(thrum_main_begin begins, thrum_wait_end ended) {
  atomic_store(&main_ended, ended);
  atomic_store(&main_begins, begins);
}

bool thrum_runs_for_main(void) { return syncs_of_main > 0; }

static void *main_waits(thrum_wait wait, const char *label) {
  thrum_main_begin begins = atomic_load(&main_begins);
  return begins ? begins(wait, label) : NULL;
}

static void main_continues(void *token) {
  if (token) atomic_load(&main_ended)(token);
}

typedef intptr_t (*waiter)(void *object, uint64_t timeout);

// DISPATCH_TIME_NOW, with which a wait never blocks.
enum { at_once = 0 };

static intptr_t observed(waiter wait, const char *call, void *object, uint64_t timeout) {
  thrum_wait_begin begins = atomic_load(&wait_begins);
  void *token = begins ? begins(call) : NULL;
  intptr_t result = wait(object, timeout);
  if (token) atomic_load(&wait_ended)(token);
  return result;
}

__attribute__((weak, visibility("default"))) intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  waiter wait = SYSTEM(waiter, "dispatch_semaphore_wait");
  // A semaphore that is free may be a lock, for which nobody waits.
  if (timeout == at_once) return wait(semaphore, at_once);
  if (wait(semaphore, at_once) == 0) return 0;
  void *main = main_waits(THRUM_WAIT_SEMAPHORE, NULL);
  intptr_t result = observed(wait, "DispatchSemaphore.wait", semaphore, timeout);
  main_continues(main);
  return result;
}

__attribute__((weak, visibility("default"))) intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  waiter wait = SYSTEM(waiter, "dispatch_group_wait");
  if (timeout == at_once) return wait(group, at_once);
  void *main = main_waits(THRUM_WAIT_GROUP, NULL);
  intptr_t result = wait(group, at_once);
  if (result != 0) result = observed(wait, "DispatchGroup.wait", group, timeout);
  main_continues(main);
  return result;
}

// The block runs on the calling thread, after the queue's earlier work.
#define SYNC(name)                                                                       \
  __attribute__((weak, visibility("default"))) void name(void *queue, void *block) {     \
    void *main = main_waits(THRUM_WAIT_SYNC, dispatch_queue_get_label(queue));                                       \
    if (main) syncs_of_main++;                                                           \
    SYSTEM(void (*)(void *, void *), #name)(queue, block);                               \
    if (main) syncs_of_main--;                                                           \
    main_continues(main);                                                                \
  }

SYNC(dispatch_sync)
SYNC(dispatch_barrier_sync)
