// C parts of ThrumOutput: libraries loaded on demand, a function that runs at load time, and fallocate.
#ifndef THRUM_COUTPUT_H
#define THRUM_COUTPUT_H

#include <alsa/asoundlib.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdint.h>

/// Registers devices and sound readers with the engine. Implemented in ThrumOutput.
void thrum_output_register(void);

/// Loads libasound and silences its messages on stderr for the process (snd_lib_error_set_handler).
/// Returns NULL or an error message. Idempotent.
const char *thrum_alsa_load(void);

/// Loads libsndfile. Returns NULL or an error message. Idempotent.
const char *thrum_sndfile_load(void);

/// Reserves disk space for a file without changing its length (fallocate(2), not visible to Swift). Returns success.
bool thrum_file_reserve(int descriptor, int64_t bytes);

#endif
