/// The few calls that a game engine's plug-in for Core Haptics makes, as a plain set of functions: what goes wrong is
/// told to one callback instead of being answered, so that a binding needs no error handling of its own.
///
/// The handles are those of `thrum.h`, whose calls can be mixed with these; free them with `thrum_engine_free` and
/// `thrum_player_free`. Threads, times and handles are as there.
#ifndef THRUM_PLUGIN_H
#define THRUM_PLUGIN_H

#include "thrum.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Told what went wrong in a call, on the caller's thread and before the call returns; in a start, possibly later and on
/// a thread of the engine's. `message` lives for the call.
typedef void (*thrum_plugin_error)(void *THRUM_NULLABLE context, thrum_status status, const char *message);

/// Makes an engine on the process's device; null when there is none, which `error` has been told. `context` is carried
/// by all three callbacks, any of which may be null.
thrum_engine *THRUM_NULLABLE thrum_plugin_create(
    void *THRUM_NULLABLE context, thrum_plugin_error THRUM_NULLABLE error,
    thrum_stopped_handler THRUM_NULLABLE stopped, thrum_reset_handler THRUM_NULLABLE reset);
/// Starts without waiting.
void thrum_plugin_start(thrum_engine *THRUM_NULLABLE engine);
/// Stops without waiting.
void thrum_plugin_stop(thrum_engine *THRUM_NULLABLE engine);
/// Plays AHAP text once.
void thrum_plugin_play_ahap(thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE text);
/// Plays a preset by name or number once, as a feedback generator does.
void thrum_plugin_play_preset(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE name, double intensity);
/// Makes an advanced player of AHAP text; null when it cannot be. `finished`, which may be null, is called at the end of
/// each playback with the engine's context.
thrum_player *THRUM_NULLABLE thrum_plugin_make_player(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE text, thrum_reset_handler THRUM_NULLABLE finished);
void thrum_plugin_player_start(thrum_player *THRUM_NULLABLE player, double time);
void thrum_plugin_player_stop(thrum_player *THRUM_NULLABLE player, double time);
void thrum_plugin_player_cancel(thrum_player *THRUM_NULLABLE player);
void thrum_plugin_player_send_parameters(
    thrum_player *THRUM_NULLABLE player, const thrum_parameter *THRUM_NULLABLE parameters, size_t count, double time);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#ifdef __cplusplus
}
#endif

#endif
