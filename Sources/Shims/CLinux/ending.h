// What is done before a signal ends the process; within this target only.
#ifndef THRUM_ENDING_H
#define THRUM_ENDING_H

/// Gives signals that end the process a handler that calls the two functions below, once. A previous handler, such as
/// Swift's for backtraces, runs after that. Ignored signals stay ignored.
void thrum_ending_guard(void);

/// Restores the terminal if it is guarded. Async-signal-safe.
void thrum_terminal_restore(void);

#endif
