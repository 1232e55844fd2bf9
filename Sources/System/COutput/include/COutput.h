// What ThrumOutput needs of C: the libraries it plays and reads through, which are loaded when they are needed, a function that
// runs when a program is loaded, and room for files.
#ifndef THRUM_COUTPUT_H
#define THRUM_COUTPUT_H

#include <alsa/asoundlib.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdint.h>

/// Written in Swift, in ThrumOutput: makes devices and sounds known to the engine.
void thrum_output_register(void);

/// Loads libasound, and silences it for the process: it prints its errors to stderr unless told otherwise
/// (snd_lib_error_set_handler). NULL, or what is missing. Idempotent.
const char *thrum_alsa_load(void);

/// Loads libsndfile. NULL, or what is missing. Idempotent.
const char *thrum_sndfile_load(void);

/// Asks the system for room for a file's bytes and leaves its length as it is (fallocate(2), which Swift does not see). `false` when
/// it cannot.
bool thrum_file_reserve(int descriptor, int64_t bytes);

#endif
