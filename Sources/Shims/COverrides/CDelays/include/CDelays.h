// Intercepts an app's calls to Dispatch in a test. DispatchQueue.asyncAfter calls dispatch_after, Task.sleep calls
// dispatch_after_f; both are defined here as weak symbols that take precedence, as are clock_gettime, to compute the
// delay, the waits for semaphores and groups, and the functions of timer sources. A program that links Dispatch
// statically is not intercepted.
#ifndef THRUM_CDELAYS_H
#define THRUM_CDELAYS_H

#include <stdbool.h>
#include <stdint.h>

/// A pending block or function; it retains its block and its queue.
typedef struct thrum_delay thrum_delay;

/// Takes over delays and follows work from now on. Implemented in ThrumDelays.
void thrum_delays_register(void);

/// Receives every delay, on the requesting thread: `seconds` from now, a job of Swift's concurrency or a block of the
/// app. Returns true to take it over; Dispatch then never sees it, and `thrum_delay_release` must be called.
typedef bool (*thrum_delay_taker)(thrum_delay *delay, double seconds, bool is_job);

/// Sets the taker, or NULL for none.
void thrum_delay_set_taker(thrum_delay_taker taker);

/// Enqueues `body(context)` on the delay's queue (dispatch_async_f).
void thrum_delay_enqueue(thrum_delay *delay, void *context, void (*body)(void *context));

/// Returns the tag for work put on a queue, given the thread's own tag, which may be NULL. The tag must stay alive
/// until the work has run; NULL means that the work is not followed.
///
/// Work inherits its tag from the work that enqueued it, including Swift tasks.
typedef void *(*thrum_work_asker)(void *tag, bool is_for_main);

/// Called for followed work, on the thread that runs it.
typedef void (*thrum_work_observer)(void *tag, bool is_for_main);

/// Sets the callbacks for the rest of the process: `asked` when work is enqueued, `begins` and `ended` when it runs.
void thrum_work_follow(thrum_work_asker asked, thrum_work_observer begins, thrum_work_observer ended);

/// Sets the calling thread's tag, or NULL; returns the previous one.
void *thrum_work_exchange_tag(void *tag);

/// Called before a thread blocks in a semaphore or a group. Returns a token for the end, or NULL.
typedef void *(*thrum_wait_begin)(const char *call);

/// Called with the token, on the same thread, when the wait has ended.
typedef void (*thrum_wait_end)(void *token);

/// Sets the callbacks for the rest of the process.
void thrum_wait_observe(thrum_wait_begin begins, thrum_wait_end ended);

/// How a thread waits for others.
typedef enum {
  THRUM_WAIT_SYNC,
  THRUM_WAIT_GROUP,
  THRUM_WAIT_SEMAPHORE,
} thrum_wait;

/// Called before `dispatch_sync` on a queue, whose label is given, before a wait for a group, and before a semaphore
/// blocks. Returns a token for the end, or NULL if nobody asks.
typedef void *(*thrum_main_begin)(thrum_wait wait, const char *label);

/// Sets the callbacks for the rest of the process, which are called on the waiting thread.
void thrum_main_observe(thrum_main_begin begins, thrum_wait_end ended);

/// Whether this thread is inside a `dispatch_sync` for which `begins` gave a token.
bool thrum_runs_for_main(void);

/// A clock of the system that an app can read.
typedef enum {
  THRUM_CLOCK_DATE,
  THRUM_CLOCK_UPTIME,
  THRUM_CLOCK_CONTINUOUS,
  THRUM_CLOCK_SUSPENDING,
} thrum_clock;

/// Called when Foundation, or code through a clock's `now`, reads a clock, on the reading thread.
typedef void (*thrum_clock_observer)(thrum_clock clock);

/// Sets the callback for the rest of the process.
void thrum_clock_observe(thrum_clock_observer reads);

/// What an app's timer sources need. The functions are called on any thread, but not within one another.
typedef struct {
  /// The app set a source's timer: first in `seconds`, then every `period` seconds, or once if that is 0. Returns true
  /// to take it over: `thrum_source_fire` must then be called at each of its times. `schedule` identifies this setting.
  bool (*schedules)(void *source, uint64_t schedule, double seconds, double period);
  /// Runs the handler with `thrum_source_call`, on the source's queue, and frees the token.
  void (*runs)(void *firing, void *handler);
  /// The handler will not run; frees the token.
  void (*misses)(void *firing);
} thrum_source_callbacks;

/// Sets the callbacks for the rest of the process; later calls have no effect.
void thrum_source_take(thrum_source_callbacks wanted);

enum thrum_source_outcome {
  /// The handler will run, and `runs` or `misses` will get the token.
  thrum_source_runs,
  /// The source is suspended or still has a call pending. It fires later, without the token.
  thrum_source_waits,
  /// The source was cancelled or freed, or its timer was set again. Its address may belong to another object.
  thrum_source_is_over,
} __attribute__((enum_extensibility(closed)));

/// Fires a source whose timer was taken over.
enum thrum_source_outcome thrum_source_fire(void *source, uint64_t schedule, void *firing);

/// Whether the source's handler runs on the main queue.
bool thrum_source_is_on_main(void *source);

/// Calls a source's handler on the calling thread.
void thrum_source_call(void *handler);

/// Runs the delayed work on the calling thread.
void thrum_delay_run(thrum_delay *delay);

/// Frees a delay that was taken over.
void thrum_delay_release(thrum_delay *delay);

#endif
