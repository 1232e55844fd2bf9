// What an app asks Dispatch for, seen before Dispatch does. Delays: DispatchQueue.asyncAfter is dispatch_after, and Task.sleep is
// dispatch_after_f. Both are defined here, weakly, so that in a test they come first, and clock_gettime, to know how long a delay was
// meant to be. A program that links Dispatch statically keeps Dispatch's own.
#ifndef THRUM_CDELAYS_H
#define THRUM_CDELAYS_H

#include <stdbool.h>
#include <stdint.h>

/// A block or a function that waits for its time; it keeps its block and its queue.
typedef struct thrum_delay thrum_delay;

/// Defined in ThrumDelays: takes delays and follows work from now on.
void thrum_delays_register(void);

/// Asked for every delay, on the thread that asks for it: `seconds` from now, a job of Swift's concurrency or a block of
/// the app's. Returns true to take the delay over: then Dispatch never hears of it, and `thrum_delay_release` has to be called.
typedef bool (*thrum_delay_taker)(thrum_delay *delay, double seconds, bool is_job);

/// Sets who is asked; NULL for nobody.
void thrum_delay_set_taker(thrum_delay_taker taker);

/// Puts a call on the queue that the delay was meant for: `body(context)` runs there (dispatch_async_f).
void thrum_delay_enqueue(thrum_delay *delay, void *context, void (*body)(void *context));

/// Work that follows from other work: whatever a thread puts on a Dispatch queue, tasks of Swift's included, runs with the tag that it
/// is given then, and so does what it puts on queues itself.
///
/// Asked when work is put on a queue, with the thread's own tag, which may be NULL: the tag that the work is to have, kept alive until
/// it has run, or NULL for work that is not followed.
typedef void *(*thrum_work_asker)(void *tag, bool is_for_main);

/// Notified of such work, on the thread that it runs on.
typedef void (*thrum_work_observer)(void *tag, bool is_for_main);

/// Sets who follows, for the rest of the process: `asked` when work is put on a queue, `begins` and `ended` when it runs.
void thrum_work_follow(thrum_work_asker asked, thrum_work_observer begins, thrum_work_observer ended);

/// Gives the calling thread a tag, NULL for none; returns the one that it had.
void *thrum_work_exchange_tag(void *tag);

/// Does what was delayed, on the calling thread.
void thrum_delay_run(thrum_delay *delay);

/// Frees a delay that was taken over.
void thrum_delay_release(thrum_delay *delay);

#endif
