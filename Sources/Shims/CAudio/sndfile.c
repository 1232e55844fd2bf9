#include "CAudio.h"
#include "loaded.h"

#define FUNCTIONS(F)                                                                                            \
  F(SNDFILE *, sf_open_fd, (int descriptor, int mode, SF_INFO *info, int closes), (descriptor, mode, info, closes)) \
  F(int, sf_close, (SNDFILE *file), (file))                                                                     \
  F(sf_count_t, sf_readf_float, (SNDFILE *file, float *samples, sf_count_t frames), (file, samples, frames))    \
  F(sf_count_t, sf_writef_int, (SNDFILE *file, const int *samples, sf_count_t frames), (file, samples, frames))   \
  F(int, sf_error, (SNDFILE *file), (file))                                                                     \
  F(const char *, sf_strerror, (SNDFILE *file), (file))

THRUM_LOADED("libsndfile.so.1", "libsndfile1", FUNCTIONS)

const char *thrum_sndfile_load(void) { return thrum_load(&library); }
