#include "CAudio.h"
#include "loaded.h"

#define FUNCTIONS(F)                                                                                                     \
  F(int, snd_pcm_open, (snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode), (pcm, name, stream, mode)) \
  F(int, snd_pcm_close, (snd_pcm_t *pcm), (pcm))                                                                          \
  F(snd_pcm_type_t, snd_pcm_type, (snd_pcm_t *pcm), (pcm))                                                                \
  F(snd_pcm_state_t, snd_pcm_state, (snd_pcm_t *pcm), (pcm))                                                              \
  F(int, snd_pcm_prepare, (snd_pcm_t *pcm), (pcm))                                                                        \
  F(int, snd_pcm_start, (snd_pcm_t *pcm), (pcm))                                                                          \
  F(int, snd_pcm_drop, (snd_pcm_t *pcm), (pcm))                                                                           \
  F(int, snd_pcm_resume, (snd_pcm_t *pcm), (pcm))                                                                         \
  F(int, snd_pcm_delay, (snd_pcm_t *pcm, snd_pcm_sframes_t *delay), (pcm, delay))                                         \
  F(snd_pcm_sframes_t, snd_pcm_avail_update, (snd_pcm_t *pcm), (pcm))                                                     \
  F(snd_pcm_sframes_t, snd_pcm_writei, (snd_pcm_t *pcm, const void *data, snd_pcm_uframes_t frames), (pcm, data, frames)) \
  F(int, snd_pcm_poll_descriptors_count, (snd_pcm_t *pcm), (pcm))                                                         \
  F(int, snd_pcm_poll_descriptors, (snd_pcm_t *pcm, struct pollfd *all, unsigned int count), (pcm, all, count))           \
  F(int, snd_pcm_poll_descriptors_revents, (snd_pcm_t *pcm, struct pollfd *all, unsigned int count,                       \
    unsigned short *events), (pcm, all, count, events))                                                                   \
  F(int, snd_pcm_hw_params_malloc, (snd_pcm_hw_params_t **wish), (wish))                                                  \
  F(void, snd_pcm_hw_params_free, (snd_pcm_hw_params_t *wish), (wish))                                                    \
  F(int, snd_pcm_hw_params_any, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish), (pcm, wish))                                 \
  F(int, snd_pcm_hw_params, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish), (pcm, wish))                                     \
  F(int, snd_pcm_hw_params_set_access, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, snd_pcm_access_t access),              \
    (pcm, wish, access))                                                                                                  \
  F(int, snd_pcm_hw_params_set_format, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, snd_pcm_format_t format),              \
    (pcm, wish, format))                                                                                                  \
  F(int, snd_pcm_hw_params_set_channels, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, unsigned int count),                 \
    (pcm, wish, count))                                                                                                   \
  F(int, snd_pcm_hw_params_set_rate_near, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, unsigned int *rate, int *side),     \
    (pcm, wish, rate, side))                                                                                              \
  F(int, snd_pcm_hw_params_set_period_size_near, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, snd_pcm_uframes_t *frames,   \
    int *side), (pcm, wish, frames, side))                                                                                \
  F(int, snd_pcm_hw_params_set_buffer_size_near, (snd_pcm_t *pcm, snd_pcm_hw_params_t *wish, snd_pcm_uframes_t *frames),  \
    (pcm, wish, frames))                                                                                                  \
  F(int, snd_pcm_hw_params_get_period_size, (const snd_pcm_hw_params_t *wish, snd_pcm_uframes_t *frames, int *side),      \
    (wish, frames, side))                                                                                                 \
  F(int, snd_pcm_hw_params_get_buffer_size, (const snd_pcm_hw_params_t *wish, snd_pcm_uframes_t *frames), (wish, frames)) \
  F(int, snd_pcm_sw_params_malloc, (snd_pcm_sw_params_t **wish), (wish))                                                  \
  F(void, snd_pcm_sw_params_free, (snd_pcm_sw_params_t *wish), (wish))                                                    \
  F(int, snd_pcm_sw_params_current, (snd_pcm_t *pcm, snd_pcm_sw_params_t *wish), (pcm, wish))                             \
  F(int, snd_pcm_sw_params, (snd_pcm_t *pcm, snd_pcm_sw_params_t *wish), (pcm, wish))                                     \
  F(int, snd_pcm_sw_params_set_avail_min, (snd_pcm_t *pcm, snd_pcm_sw_params_t *wish, snd_pcm_uframes_t frames),          \
    (pcm, wish, frames))                                                                                                  \
  F(int, snd_pcm_sw_params_set_start_threshold, (snd_pcm_t *pcm, snd_pcm_sw_params_t *wish, snd_pcm_uframes_t frames),    \
    (pcm, wish, frames))                                                                                                  \
  F(int, snd_device_name_hint, (int card, const char *kind, void ***hints), (card, kind, hints))                          \
  F(char *, snd_device_name_get_hint, (const void *hint, const char *id), (hint, id))                                     \
  F(int, snd_device_name_free_hint, (void **hints), (hints))                                                              \
  F(int, snd_lib_error_set_handler, (snd_lib_error_handler_t handler), (handler))

THRUM_LOADED("libasound.so.2", "libasound2", FUNCTIONS)

static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

const char *thrum_alsa_load(void) {
  const char *problem = thrum_load(&library);
  if (!problem) snd_lib_error_set_handler(ignore);
  return problem;
}
