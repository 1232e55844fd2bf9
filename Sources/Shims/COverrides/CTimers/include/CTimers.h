// Intercepts an app's use of Foundation's Timer in a test. Takes the place of Timer.scheduledTimer(withTimeInterval:…),
// Timer.init(timeInterval:…) and RunLoop.add(_:forMode:) by their mangled names and in the classes' method tables. If
// a Foundation lacks one of these names, or is linked statically, timers stay Foundation's.
#ifndef THRUM_CTIMERS_H
#define THRUM_CTIMERS_H

#include <stdbool.h>

/// Moves the app's timers to virtual time from now on. Implemented in ThrumTesting.
void thrum_timers_register(void);

/// Receives a new Timer and the exact interval that the app asked for, in seconds.
typedef void (*thrum_timer_note)(void *timer, double seconds);

/// Receives a Timer that the app adds to a run loop; `loop` is NULL for the calling thread's. Returns true to take it
/// over: it is then in no run loop.
typedef bool (*thrum_timer_taker)(void *timer, void *loop);

/// Sets the callbacks for the rest of the process, and puts them into Foundation's method tables.
void thrum_timers_take(thrum_timer_note note, thrum_timer_taker taker);

/// Receives the DispatchQueue of a timer source that the program makes, or NULL for the default queue.
typedef void (*thrum_source_note)(void *queue);

/// Sets the callback for the rest of the process. Has no effect if ThrumDelays is linked, which moves timer sources to
/// virtual time.
void thrum_sources_note(thrum_source_note note);

#endif
