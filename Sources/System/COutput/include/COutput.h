// What ThrumOutput needs of C: a function that runs when a program is loaded, and a variadic one.
#ifndef THRUM_COUTPUT_H
#define THRUM_COUTPUT_H

/// Written in Swift, in ThrumOutput: makes devices and sounds known to the engine.
void thrum_output_register(void);

/// Silences libasound for the process, which prints its errors to stderr unless told otherwise (snd_lib_error_set_handler).
/// Idempotent.
void thrum_alsa_be_quiet(void);

#endif
