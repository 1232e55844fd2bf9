/// The few functions a game engine's plug-in for Core Haptics needs. Errors go to one callback rather than being
/// returned, so a binding needs no error handling.
///
/// Handles, threads and times are those of `thrum.h`, and its functions can be mixed with these. Free handles with
/// `thrum_engine_free` and `thrum_player_free`.
#ifndef THRUM_PLUGIN_H
#define THRUM_PLUGIN_H

#include "thrum.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

/// Receives an error on the caller's thread before the call returns; an error of a start possibly later, on a thread
/// of the engine. `message` is valid during the call.
typedef void (*thrum_plugin_error)(void *THRUM_NULLABLE context, thrum_status status, const char *message);

/// Creates an engine on the process's device; on failure, calls `error` and returns null. `context` is passed to all
/// three callbacks, any of which may be null; it must live until `thrum_engine_free` has returned.
thrum_engine *THRUM_NULLABLE thrum_plugin_create(
    void *THRUM_NULLABLE context, thrum_plugin_error THRUM_NULLABLE error,
    thrum_stopped_handler THRUM_NULLABLE stopped, thrum_reset_handler THRUM_NULLABLE reset);
/// Starts without waiting.
void thrum_plugin_start(thrum_engine *THRUM_NULLABLE engine);
/// Stops without waiting.
void thrum_plugin_stop(thrum_engine *THRUM_NULLABLE engine);
/// Plays AHAP text once.
void thrum_plugin_play_ahap(thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE text);
/// Plays a preset by name or number once, like a feedback generator.
void thrum_plugin_play_preset(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE name, double intensity);
/// Creates an advanced player from AHAP text; null on failure. `finished` may be null; it is called at the end of each
/// playback with the engine's context.
thrum_player *THRUM_NULLABLE thrum_plugin_make_player(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE text, thrum_reset_handler THRUM_NULLABLE finished);
void thrum_plugin_player_start(thrum_player *THRUM_NULLABLE player, double time);
void thrum_plugin_player_stop(thrum_player *THRUM_NULLABLE player, double time);
void thrum_plugin_player_cancel(thrum_player *THRUM_NULLABLE player);
void thrum_plugin_player_send_parameters(
    thrum_player *THRUM_NULLABLE player, const thrum_parameter *THRUM_NULLABLE parameters, size_t count, double time);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif

#endif
