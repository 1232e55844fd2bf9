#include "COutput.h"

#include <alsa/asoundlib.h>

static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)error;
  (void)format;
}

void thrum_alsa_be_quiet(void) { snd_lib_error_set_handler(ignore); }
