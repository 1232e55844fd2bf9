// libasound prints its errors to stderr unless told otherwise; the handler is variadic, which Swift cannot write.
#ifndef THRUM_CALSAERRORS_H
#define THRUM_CALSAERRORS_H

/// Silences libasound for the process (snd_lib_error_set_handler). Idempotent.
void thrum_alsa_be_quiet(void);

#endif
