// Intercepts an app's calls to Dispatch in a test. DispatchQueue.asyncAfter calls dispatch_after, Task.sleep calls
// dispatch_after_f; both are defined here as weak symbols that take precedence, as are clock_gettime, to compute the
// delay, and the waits for semaphores and groups. A program that links Dispatch statically is not intercepted.
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

/// Runs the delayed work on the calling thread.
void thrum_delay_run(thrum_delay *delay);

/// Frees a delay that was taken over.
void thrum_delay_release(thrum_delay *delay);

#endif
