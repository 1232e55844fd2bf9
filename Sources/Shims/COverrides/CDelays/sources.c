#include "system.h"

#include <pthread.h>
#include <string.h>

// An app's timer source (DispatchSource.makeTimerSource). It stays Dispatch's, so suspending, target queues and
// replaced handlers work as usual. Only its time is ours: the source is disarmed, and fires when virtual time has come.

void dispatch_set_context(void *object, void *context);
void dispatch_source_set_event_handler_f(void *source, void (*handler)(void *));
intptr_t dispatch_source_testcancel(void *source);
const char *dispatch_queue_get_label(void *queue);
extern char _dispatch_source_type_timer;

enum { at_once = 0 };
static const uint64_t never = UINT64_MAX;

struct timer_source {
  struct timer_source *next;
  void *source;
  bool is_on_main;
  int suspensions; // a new source is suspended
  uint64_t schedule; // counts calls of dispatch_source_set_timer
  struct block_layout *handler;
  void *firing; // the token of a pending call of the handler
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer_source *sources;
static _Atomic(int) source_count;
static thrum_source_callbacks callbacks;
static atomic_bool has_callbacks;

void thrum_source_take(thrum_source_callbacks wanted) {
  pthread_mutex_lock(&lock);
  if (!has_callbacks) callbacks = wanted;
  atomic_store(&has_callbacks, true);
  pthread_mutex_unlock(&lock);
}

// Requires the lock.
static struct timer_source *find(void *source) {
  struct timer_source *entry = sources;
  while (entry && entry->source != source) entry = entry->next;
  return entry;
}

// Only Swift's Dispatch creates an app's sources; Foundation and Thrum have timers, too.
static bool is_of_app(void *caller, void *queue) {
  Dl_info info;
  const char *label = queue ? dispatch_queue_get_label(queue) : "";
  return !(label && strncmp(label, "thrum.", 6) == 0) && dladdr(caller, &info) && info.dli_fname &&
         strstr(info.dli_fname, "libswiftDispatch");
}

__attribute__((weak, visibility("default"))) void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = SYSTEM(void *(*)(const void *, uintptr_t, uintptr_t, void *), "dispatch_source_create")(
      type, handle, mask, queue);
  bool is_timer = type == (const void *)&_dispatch_source_type_timer;
  if (!source || !is_timer || !atomic_load(&has_callbacks) || !is_of_app(__builtin_return_address(0), queue))
    return source;
  struct timer_source *entry = calloc(1, sizeof *entry);
  if (!entry) return source;
  pthread_mutex_lock(&lock);
  *entry = (struct timer_source){
      .next = sources, .source = source, .is_on_main = queue == (void *)&_dispatch_main_q, .suspensions = 1};
  sources = entry;
  atomic_fetch_add(&source_count, 1);
  pthread_mutex_unlock(&lock);
  return source;
}

// Calls the handler, which may cancel or release its source.
static void run_handler(void *context) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(context);
  void *firing = entry ? entry->firing : NULL;
  struct block_layout *handler = entry && entry->handler ? _Block_copy(entry->handler) : NULL;
  if (entry) entry->firing = NULL;
  pthread_mutex_unlock(&lock);
  if (firing)
    callbacks.runs(firing, handler);
  else if (handler)
    handler->invoke(handler);
  if (handler) _Block_release(handler);
}

void thrum_source_call(void *handler) {
  if (handler) ((struct block_layout *)handler)->invoke(handler);
}

__attribute__((weak, visibility("default"))) void dispatch_source_set_event_handler(void *source, void *block) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(source);
  struct block_layout *before = NULL;
  if (entry) {
    before = entry->handler;
    entry->handler = block ? _Block_copy(block) : NULL;
  }
  pthread_mutex_unlock(&lock);
  if (before) _Block_release(before);
  if (!entry)
    return SYSTEM(void (*)(void *, void *), "dispatch_source_set_event_handler")(source, block);
  dispatch_set_context(source, source);
  dispatch_source_set_event_handler_f(source, run_handler);
}

static void set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  SYSTEM(void (*)(void *, uint64_t, uint64_t, uint64_t), "dispatch_source_set_timer")(source, start, interval, leeway);
}

// Forgets a call of the handler that will not come. Requires the lock; returns the token to report.
static void *withdraw(struct timer_source *entry) {
  void *firing = entry->firing;
  entry->firing = NULL;
  return firing;
}

static void report(void *firing) {
  if (firing) callbacks.misses(firing);
}

__attribute__((weak, visibility("default"))) void dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(source);
  uint64_t schedule = entry ? ++entry->schedule : 0;
  void *missed = entry ? withdraw(entry) : NULL;
  pthread_mutex_unlock(&lock);
  report(missed);
  double seconds = entry ? thrum_seconds_until(start) : -1;
  double period = interval == never ? 0 : (double)interval * 1e-9;
  if (seconds >= 0) {
    // First, since the source may fire before `schedules` returns.
    set_timer(source, never, never, 0);
    if (callbacks.schedules(source, schedule, seconds, period)) return;
  }
  set_timer(source, start, interval, leeway);
}

enum thrum_source_outcome thrum_source_fire(void *source, uint64_t schedule, void *firing) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(source);
  enum thrum_source_outcome outcome = thrum_source_is_over;
  if (entry && entry->schedule == schedule && !dispatch_source_testcancel(source)) {
    outcome = entry->suspensions > 0 || entry->firing || !entry->handler ? thrum_source_waits : thrum_source_runs;
    if (outcome == thrum_source_runs) entry->firing = firing;
    set_timer(source, at_once, never, 0);
  }
  pthread_mutex_unlock(&lock);
  return outcome;
}

bool thrum_source_is_on_main(void *source) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(source);
  bool is_on_main = entry && entry->is_on_main;
  pthread_mutex_unlock(&lock);
  return is_on_main;
}

static void change_suspensions(void *object, int change) {
  if (atomic_load(&source_count) == 0) return;
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(object);
  if (entry) entry->suspensions += change;
  void *missed = entry && entry->suspensions > 0 ? withdraw(entry) : NULL;
  pthread_mutex_unlock(&lock);
  report(missed);
}

__attribute__((weak, visibility("default"))) void dispatch_suspend(void *object) {
  change_suspensions(object, 1);
  SYSTEM(void (*)(void *), "dispatch_suspend")(object);
}

__attribute__((weak, visibility("default"))) void dispatch_resume(void *object) {
  change_suspensions(object, -1);
  SYSTEM(void (*)(void *), "dispatch_resume")(object);
}

// Has no effect on an active source.
__attribute__((weak, visibility("default"))) void dispatch_activate(void *object) {
  if (atomic_load(&source_count) > 0) {
    pthread_mutex_lock(&lock);
    struct timer_source *entry = find(object);
    if (entry && entry->suspensions > 0) entry->suspensions -= 1;
    pthread_mutex_unlock(&lock);
  }
  SYSTEM(void (*)(void *), "dispatch_activate")(object);
}

__attribute__((weak, visibility("default"))) void dispatch_source_cancel(void *source) {
  pthread_mutex_lock(&lock);
  struct timer_source *entry = find(source);
  struct block_layout *handler = entry ? entry->handler : NULL;
  void *missed = entry ? withdraw(entry) : NULL;
  if (entry) entry->handler = NULL;
  pthread_mutex_unlock(&lock);
  report(missed);
  SYSTEM(void (*)(void *), "dispatch_source_cancel")(source);
  if (handler) _Block_release(handler);
}

// Swift's wrapper holds the only reference that matters: without it, a source ends.
__attribute__((weak, visibility("default"))) void dispatch_release(void *object) {
  struct timer_source *entry = NULL;
  if (atomic_load(&source_count) > 0) {
    pthread_mutex_lock(&lock);
    struct timer_source **link = &sources;
    while (*link && (*link)->source != object) link = &(*link)->next;
    entry = *link;
    if (entry) {
      *link = entry->next;
      atomic_fetch_sub(&source_count, 1);
    }
    pthread_mutex_unlock(&lock);
  }
  if (entry) report(entry->firing);
  SYSTEM(void (*)(void *), "dispatch_release")(object);
  if (entry && entry->handler) _Block_release(entry->handler);
  free(entry);
}
