// Delays that an app asks Dispatch for, seen before Dispatch does: DispatchQueue.asyncAfter is dispatch_after, and Task.sleep is
// dispatch_after_f. Both are defined here, weakly, so that in a test they come first; a program that links Dispatch
// statically keeps Dispatch's own.
#ifndef THRUM_CDELAYS_H
#define THRUM_CDELAYS_H

#include <stdbool.h>
#include <stdint.h>

/// A block or a function that waits for its time; it keeps its block and its queue.
typedef struct thrum_delay thrum_delay;

/// Asked for every delay, on the thread that asks for it: `seconds` from now, a job of Swift's concurrency or a block of
/// the app's. Returns true to take the delay over: then Dispatch never hears of it, and `thrum_delay_release` has to be called.
typedef bool (*thrum_delay_taker)(thrum_delay *delay, double seconds, bool is_job);

/// Sets who is asked; NULL for nobody.
void thrum_delay_set_taker(thrum_delay_taker taker);

/// Puts a call on the queue that the delay was meant for: `body(context)` runs there (dispatch_async_f).
void thrum_delay_enqueue(thrum_delay *delay, void *context, void (*body)(void *context));

/// Does what was delayed, on the calling thread.
void thrum_delay_run(thrum_delay *delay);

/// Whether it was meant for the main queue.
bool thrum_delay_is_for_main(const thrum_delay *delay);

/// Frees a delay that was taken over.
void thrum_delay_release(thrum_delay *delay);

#endif
