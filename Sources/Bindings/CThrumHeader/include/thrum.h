/// Thrum's C interface: Core Haptics' engine, players and patterns, played through a model of a phone's actuator.
///
/// - Call from any thread. Functions that can fail return a `thrum_status`; `thrum_last_error` explains.
/// - Handles are opaque. A stale, foreign or null handle is an error (`THRUM_INVALID_HANDLE`), never a crash; functions
///   that return a value then return 0 or false, and freeing does nothing. A handle is null if it could not be created.
/// - Text is UTF-8 with a terminating 0. The library owns returned text, for as long as the function's comment says.
/// - Times are seconds. Engine times refer to the engine's own clock (`thrum_engine_time`); 0 or a past time means now.
/// - Callbacks run one at a time on a thread of the engine, never inside the call that caused them, with the context
///   given with them. They may call anything except functions that advance virtual time, and must return: an exception
///   or `pthread_exit` in a callback ends the process.
/// - A context must live until its last call: for the functions that end in `_releasing`, until they call
///   `thrum_release`; for the others, until `thrum_engine_free` has returned. Neither freeing a player nor replacing or
///   removing a handler is enough: a call may be running or due.
/// - A child of fork(2) has none of its parent's threads. If the parent had started an engine before, every call for an
///   engine in real time, or for its players, returns `THRUM_OPERATION_NOT_PERMITTED` at once in the child, and freeing
///   frees only the handle. Engines in virtual time work, and so do all if the parent forks first. Otherwise, start the
///   child with posix_spawn or exec.
///
/// One file on purpose, however long: bindings of other languages read it as a whole.
#ifndef THRUM_H
#define THRUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define THRUM_NULLABLE _Nullable
#else
#define THRUM_NULLABLE
#endif

/// Changes whenever programs must be recompiled.
#define THRUM_ABI_VERSION 1

/// Returns the library's `THRUM_ABI_VERSION`.
uint32_t thrum_abi_version(void);
/// Returns the library's version, such as `0.1.0`; valid for the life of the thread.
const char *thrum_version(void);

// MARK: Errors

/// `THRUM_OK`, an error of this interface (1, 2) or one of Core Haptics.
typedef int32_t thrum_status;

enum {
  THRUM_OK = 0,
  /// A handle is null, stale or of another kind.
  THRUM_INVALID_HANDLE = 1,
  /// A null pointer, invalid UTF-8 or an undefined number.
  THRUM_INVALID_ARGUMENT = 2,

  THRUM_ENGINE_NOT_RUNNING = -4805,
  THRUM_OPERATION_NOT_PERMITTED = -4806,
  THRUM_ENGINE_START_TIMEOUT = -4808,
  THRUM_NOT_SUPPORTED = -4809,
  THRUM_SERVER_INIT_FAILED = -4810,
  THRUM_SERVER_INTERRUPTED = -4811,
  THRUM_INVALID_PATTERN_PLAYER = -4812,
  THRUM_INVALID_PATTERN_DATA = -4813,
  THRUM_INVALID_PATTERN_DICTIONARY = -4814,
  THRUM_INVALID_AUDIO_SESSION = -4815,
  THRUM_INVALID_ENGINE_PARAMETER = -4816,
  THRUM_INVALID_PARAMETER_TYPE = -4820,
  THRUM_INVALID_EVENT_TYPE = -4821,
  THRUM_INVALID_EVENT_TIME = -4822,
  THRUM_INVALID_EVENT_DURATION = -4823,
  THRUM_INVALID_AUDIO_RESOURCE = -4824,
  THRUM_RESOURCE_NOT_AVAILABLE = -4825,
  THRUM_BAD_EVENT_ENTRY = -4830,
  THRUM_BAD_PARAMETER_ENTRY = -4831,
  THRUM_INVALID_TIME = -4840,
  THRUM_FILE_NOT_FOUND = -4851,
  THRUM_INSUFFICIENT_POWER = -4897,
  THRUM_UNKNOWN_ERROR = -4898,
  THRUM_MEMORY_ERROR = -4899,

  // Without a name in Core Haptics.
  /// The haptic server no longer recognises the client.
  THRUM_CLIENT_MISSING = -4804,
  /// All 64 player channels are in use: stop a player, or wait for one to finish.
  THRUM_NO_PLAYER_CHANNEL = -10851,
  /// The audio session cannot start playing.
  THRUM_CANNOT_START_PLAYING = 561015905
};

/// Returns the message of this thread's last failed call, or an empty text; valid until its next failed call.
const char *thrum_last_error(void);
/// Returns a status's name, such as `engineNotRunning`, or its number if unknown; valid until this thread's next call.
const char *thrum_status_name(thrum_status status);

// MARK: Handles

typedef struct thrum_environment thrum_environment;
typedef struct thrum_engine thrum_engine;
typedef struct thrum_pattern thrum_pattern;
typedef struct thrum_player thrum_player;

/// Return `THRUM_OK` for a handle that can be used, or else the error of a call with it. They tell the 0 or false of a
/// value from that of an invalid handle.
thrum_status thrum_environment_check(thrum_environment *THRUM_NULLABLE environment);
thrum_status thrum_engine_check(thrum_engine *THRUM_NULLABLE engine);
thrum_status thrum_pattern_check(thrum_pattern *THRUM_NULLABLE pattern);
thrum_status thrum_player_check(thrum_player *THRUM_NULLABLE player);

// MARK: Environments

/// Creates a device in virtual time, which advances only on request. It makes no sound.
thrum_status thrum_environment_create_virtual(thrum_environment *THRUM_NULLABLE *THRUM_NULLABLE environment);
/// Frees the handle. The environment lives as long as its engines.
void thrum_environment_free(thrum_environment *THRUM_NULLABLE environment);
/// Returns seconds since creation.
double thrum_environment_elapsed(thrum_environment *THRUM_NULLABLE environment);
/// Advances time: players play, and timers and callbacks run in a fixed order, before it returns. Not from a callback.
thrum_status thrum_environment_advance(thrum_environment *THRUM_NULLABLE environment, double seconds);
/// Advances time until nothing is pending, at most an hour. Not from a callback.
thrum_status thrum_environment_run_until_idle(thrum_environment *THRUM_NULLABLE environment);
/// Applies a fault in a scenario's words: `suspend app`, `reset server`, `fail start engineStartTimeout 1`. Null
/// is the process's own device, in real time.
thrum_status thrum_environment_fault(
    thrum_environment *THRUM_NULLABLE environment, const char *THRUM_NULLABLE fault);
/// Writes the timeline into `text`, at most `capacity` bytes including the terminating 0. Returns the number of bytes
/// that all of it needs, including the 0. `json` selects the schema thrum.timeline/1.
size_t thrum_environment_timeline(
    thrum_environment *THRUM_NULLABLE environment, bool json, char *THRUM_NULLABLE text, size_t capacity);

// MARK: Devices, presets and motors

/// Writes the devices for `thrum_engine_create` as JSON, schema thrum.devices/1, in the manner of
/// `thrum_environment_timeline`. Opens none, but can take a moment: libraries are loaded, and ALSA's settings are read.
size_t thrum_devices(char *THRUM_NULLABLE text, size_t capacity);
/// Writes the presets for `thrum_pattern_from_preset` as JSON, schema thrum.presets/1, in the same manner.
size_t thrum_presets(char *THRUM_NULLABLE text, size_t capacity);
/// Writes the motors for `thrum_engine_set_motor` as JSON, schema thrum.motors/1, in the same manner; the default is
/// the first.
size_t thrum_motors(char *THRUM_NULLABLE text, size_t capacity);

// MARK: Engines

/// Whether the process's device supports haptics or audio.
bool thrum_supports_haptics(void);
bool thrum_supports_audio(void);

/// Receives the result of a start, a stop or a playback: `THRUM_OK` or an error, with a message valid during the call.
typedef void (*thrum_completion)(void *THRUM_NULLABLE context, thrum_status status, const char *message);
/// Called when something other than the caller stopped the engine.
typedef void (*thrum_stopped_handler)(void *THRUM_NULLABLE context, int32_t reason);
/// Called after the haptic server failed and recovered: start the engine again, recreate players and sounds.
typedef void (*thrum_reset_handler)(void *THRUM_NULLABLE context);
/// Called when no player is active any more. Returns the action to take.
typedef int32_t (*thrum_finished_handler)(void *THRUM_NULLABLE context);

enum {
  THRUM_STOPPED_AUDIO_SESSION_INTERRUPT = 1,
  THRUM_STOPPED_APPLICATION_SUSPENDED = 2,
  THRUM_STOPPED_IDLE_TIMEOUT = 3,
  THRUM_STOPPED_NOTIFY_WHEN_FINISHED = 4,
  THRUM_STOPPED_ENGINE_DESTROYED = 5,
  THRUM_STOPPED_GAME_CONTROLLER_DISCONNECT = 6,
  THRUM_STOPPED_SYSTEM_ERROR = -1
};

enum { THRUM_FINISHED_STOP_ENGINE = 1, THRUM_FINISHED_LEAVE_ENGINE_RUNNING = 2 };

/// Releases a context, once, after its last call. May call whatever a callback may.
///
/// It is due when the handler has been replaced or removed, its only call is over, or its player was freed and has
/// finished. It then runs at the end of a callback or of a call for the engine, on that thread, perhaps beside another
/// callback; at the latest before `thrum_engine_free` returns or, if a callback called that, when the callback ends.
/// If the call that was given the context fails, or its handler is null, it runs before that call returns.
typedef void (*thrum_release)(void *THRUM_NULLABLE context);

/// Creates an engine; no device is opened before it starts.
///
/// A null `environment` is the process's device in real time. `device` selects the output; null uses `THRUM_DEVICE`, or
/// else silence. In virtual time it must be null. The devices, with placeholders in capitals:
///
/// - `silent`: silence
/// - `alsa`, `alsa:NAME`: a sound card or sound server, through ALSA; `alsa` is ALSA's `default`
/// - `wav:PATH`: a WAV file, written in real time
/// - `pad`, `pad:N`: a game pad's motors, through SDL 2
/// - `dualsense`: the voice coils of a DualSense on USB
/// - `feedbackd`: the vibrator of a Linux phone, through feedbackd
/// - `evdev`, `evdev:PATH`: a force-feedback device, through the kernel
thrum_status thrum_engine_create(
    thrum_environment *THRUM_NULLABLE environment, const char *THRUM_NULLABLE device,
    thrum_engine *THRUM_NULLABLE *THRUM_NULLABLE engine);
/// Creates an engine in real time whose samples the host takes with `thrum_engine_pull`, at 8,000 … 192,000 frames per
/// second. A process can have 64 at once.
thrum_status thrum_engine_create_pulled(double sample_rate, thrum_engine *THRUM_NULLABLE *THRUM_NULLABLE engine);
/// Writes the engine's next `frames` frames, interleaved stereo of full scale 1, in blocks of any length. For an audio
/// callback: takes no lock, allocates nothing, does not wait. Always fills `samples`: with silence and 0 as the answer
/// while the engine does not run, while another thread pulls from it, and for any other handle. Returns the number of
/// frames that the engine has rendered: all or none.
///
/// While the host does not pull for 1.5 s or more, players go on in silence; the first pulls after that can still be
/// silent. After another 35 s the engine stops, with `THRUM_STOPPED_SYSTEM_ERROR` for the stopped handler.
/// `thrum_engine_stop` and `thrum_engine_free` wait for a pull that has begun, at most 0.15 s.
size_t thrum_engine_pull(thrum_engine *THRUM_NULLABLE engine, float *THRUM_NULLABLE samples, size_t frames);
/// Stops and frees the engine. Its players become invalid. Waits for a running callback; after it returns, none runs
/// any more, and all contexts are released. If called from a callback, that one is the last.
void thrum_engine_free(thrum_engine *THRUM_NULLABLE engine);
/// Waits for the callbacks of freed engines that are still running, such as one that freed its own engine, and for the
/// release of their contexts. Call it after `thrum_engine_free` and before the code of callbacks, or its runtime, goes
/// away: dlclose, the end of an interpreter. In a callback it returns at once.
void thrum_wait_for_callbacks(void);
/// Starts the engine and waits until it runs, at most 2 s.
thrum_status thrum_engine_start(thrum_engine *THRUM_NULLABLE engine);
/// Starts the engine without waiting.
thrum_status thrum_engine_start_async(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context);
thrum_status thrum_engine_start_async_releasing(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context,
    thrum_release THRUM_NULLABLE release);
/// Stops the engine and waits, at most 0.5 s, or 6 s while a file is still being written.
thrum_status thrum_engine_stop(thrum_engine *THRUM_NULLABLE engine);
/// Stops the engine without waiting.
thrum_status thrum_engine_stop_async(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context);
thrum_status thrum_engine_stop_async_releasing(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context,
    thrum_release THRUM_NULLABLE release);
bool thrum_engine_is_running(thrum_engine *THRUM_NULLABLE engine);
/// Returns seconds on the engine's clock, positive and never going back.
double thrum_engine_time(thrum_engine *THRUM_NULLABLE engine);
/// Null removes the handler.
thrum_status thrum_engine_set_stopped_handler(
    thrum_engine *THRUM_NULLABLE engine, thrum_stopped_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context);
thrum_status thrum_engine_set_stopped_handler_releasing(
    thrum_engine *THRUM_NULLABLE engine, thrum_stopped_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context,
    thrum_release THRUM_NULLABLE release);
/// Null removes the handler.
thrum_status thrum_engine_set_reset_handler(
    thrum_engine *THRUM_NULLABLE engine, thrum_reset_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context);
thrum_status thrum_engine_set_reset_handler_releasing(
    thrum_engine *THRUM_NULLABLE engine, thrum_reset_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context,
    thrum_release THRUM_NULLABLE release);
/// Calls back once when no player is active, at once if none is. A null handler stops the engine then.
thrum_status thrum_engine_notify_when_players_finished(
    thrum_engine *THRUM_NULLABLE engine, thrum_finished_handler THRUM_NULLABLE handler,
    void *THRUM_NULLABLE context);
thrum_status thrum_engine_notify_when_players_finished_releasing(
    thrum_engine *THRUM_NULLABLE engine, thrum_finished_handler THRUM_NULLABLE handler,
    void *THRUM_NULLABLE context, thrum_release THRUM_NULLABLE release);

/// The switches of an engine, all off by default.
enum {
  /// Silences haptic events at once.
  THRUM_MUTED_FOR_HAPTICS = 0,
  /// Silences audio events at once.
  THRUM_MUTED_FOR_AUDIO = 1,
  /// Skips audio events, from the next start.
  THRUM_PLAYS_HAPTICS_ONLY = 2,
  /// Skips haptic events, from the next start.
  THRUM_PLAYS_AUDIO_ONLY = 3,
  /// Stops the engine after two idle minutes and starts it with the next player.
  THRUM_AUTO_SHUTDOWN_ENABLED = 4
};
thrum_status thrum_engine_set(thrum_engine *THRUM_NULLABLE engine, int32_t name, bool value);
/// Returns false for an undefined switch.
bool thrum_engine_get(thrum_engine *THRUM_NULLABLE engine, int32_t name);

/// Sets the volume in dB, −120 … 40; 0 at first. A running engine ramps to it.
thrum_status thrum_engine_set_gain(thrum_engine *THRUM_NULLABLE engine, double decibels);
/// Sets the motor that the engine simulates, from the next start: one of `thrum_motors`.
thrum_status thrum_engine_set_motor(thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE motor);
/// Returns the peak and the RMS of the last 64 frames, full scale 1; 0 while stopped.
thrum_status thrum_engine_meter(
    thrum_engine *THRUM_NULLABLE engine, float *THRUM_NULLABLE peak, float *THRUM_NULLABLE level);
/// Renders the past output of an engine in virtual time: interleaved stereo at 48 kHz, `frames` frames from `start` s
/// after the environment's creation. The future is silent.
thrum_status thrum_engine_samples(
    thrum_engine *THRUM_NULLABLE engine, double start, size_t frames, float *THRUM_NULLABLE samples);

// MARK: Sounds

/// Registers a sound file for audio custom events; its number is never 0.
thrum_status thrum_engine_register_sound(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE path, bool uses_volume_envelope, bool loops,
    int64_t *THRUM_NULLABLE sound);
thrum_status thrum_engine_unregister_sound(thrum_engine *THRUM_NULLABLE engine, int64_t sound);

// MARK: Patterns

enum {
  THRUM_HAPTIC_TRANSIENT = 0,
  THRUM_HAPTIC_CONTINUOUS = 1,
  THRUM_AUDIO_CONTINUOUS = 2,
  THRUM_AUDIO_CUSTOM = 3
};

/// Event parameters: 0 … 1, pitch and pan −1 … 1.
enum {
  THRUM_HAPTIC_INTENSITY = 0,
  THRUM_HAPTIC_SHARPNESS = 1,
  THRUM_ATTACK_TIME = 2,
  THRUM_DECAY_TIME = 3,
  THRUM_RELEASE_TIME = 4,
  THRUM_SUSTAINED = 5,
  THRUM_AUDIO_VOLUME = 6,
  THRUM_AUDIO_PITCH = 7,
  THRUM_AUDIO_PAN = 8,
  THRUM_AUDIO_BRIGHTNESS = 9
};

/// Controls of all events of a playing player. Intensity and volume multiply, 0 … 1; the others add, −1 … 1.
enum {
  THRUM_HAPTIC_INTENSITY_CONTROL = 0,
  THRUM_HAPTIC_SHARPNESS_CONTROL = 1,
  THRUM_HAPTIC_ATTACK_TIME_CONTROL = 2,
  THRUM_HAPTIC_DECAY_TIME_CONTROL = 3,
  THRUM_HAPTIC_RELEASE_TIME_CONTROL = 4,
  THRUM_AUDIO_VOLUME_CONTROL = 5,
  THRUM_AUDIO_PITCH_CONTROL = 6,
  THRUM_AUDIO_PAN_CONTROL = 7,
  THRUM_AUDIO_BRIGHTNESS_CONTROL = 8,
  THRUM_AUDIO_ATTACK_TIME_CONTROL = 9,
  THRUM_AUDIO_DECAY_TIME_CONTROL = 10,
  THRUM_AUDIO_RELEASE_TIME_CONTROL = 11
};

typedef struct thrum_event_parameter {
  int32_t name;
  double value;
} thrum_event_parameter;

typedef struct thrum_event {
  int32_t type;
  /// Seconds from the pattern's start.
  double time;
  /// Seconds; negative means none. A continuous event with 0 or none has no fixed end.
  double duration;
  /// Number of a registered sound; 0 for none.
  int64_t sound;
  const thrum_event_parameter *THRUM_NULLABLE parameters;
  size_t parameter_count;
} thrum_event;

/// A dynamic parameter, which sets a control.
typedef struct thrum_parameter {
  int32_t name;
  double value;
  /// Seconds from the pattern's start, or from the time at which it is sent.
  double time;
} thrum_parameter;

/// A control point.
typedef struct thrum_point {
  /// Seconds from the curve's start.
  double time;
  double value;
} thrum_point;

/// A parameter curve.
typedef struct thrum_curve {
  int32_t name;
  /// Seconds from the pattern's start; ignored by `thrum_player_schedule_curve`.
  double time;
  const thrum_point *THRUM_NULLABLE points;
  size_t point_count;
} thrum_curve;

/// Parses AHAP text of `length` bytes. Sounds are searched in the working directory and the folders above.
thrum_status thrum_pattern_from_ahap(
    const char *THRUM_NULLABLE text, size_t length, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Parses it likewise, but sounds are searched in `folder` and the folders above, as those of a file there.
thrum_status thrum_pattern_from_ahap_in_folder(
    const char *THRUM_NULLABLE text, size_t length, const char *THRUM_NULLABLE folder,
    thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Reads an AHAP file. Sounds are searched in its folder and the folders above.
thrum_status thrum_pattern_from_file(
    const char *THRUM_NULLABLE path, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Creates a pattern from a preset, such as `impact-light`, or a system sound's number, such as `1519`. Intensities
/// are multiplied by `intensity`, 0 … 1; other values are refused. `thrum presets` lists them.
thrum_status thrum_pattern_from_preset(
    const char *THRUM_NULLABLE name, double intensity, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Creates a pattern from events, dynamic parameters and curves; an array may be null with a count of 0.
thrum_status thrum_pattern_create(
    const thrum_event *THRUM_NULLABLE events, size_t event_count,
    const thrum_parameter *THRUM_NULLABLE parameters, size_t parameter_count,
    const thrum_curve *THRUM_NULLABLE curves, size_t curve_count,
    thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Players created from it stay valid.
void thrum_pattern_free(thrum_pattern *THRUM_NULLABLE pattern);
/// Returns seconds.
double thrum_pattern_duration(thrum_pattern *THRUM_NULLABLE pattern);
/// Writes the pattern as AHAP text, in the manner of `thrum_environment_timeline`.
size_t thrum_pattern_ahap(thrum_pattern *THRUM_NULLABLE pattern, char *THRUM_NULLABLE text, size_t capacity);

/// Renders the pattern without an engine, to the samples of `thrum render` with the same options, bit for bit. Writes
/// at most `capacity` of them, and returns the number of all, or 0 on failure. Each call renders all of it.
///
/// `signal` is `monitor` (also null; full scale 1), `audio`, `drive` (V), `acceleration` (g), `displacement` (mm), or a
/// monitor mode: `full`, `felt`, `subwoofer`, `shaker`, `small-speaker`, `direct`. Monitors and `audio` are interleaved
/// stereo, the others one channel. `motor` is one of `thrum_motors`; null is the default. Sounds that are missing, or
/// registered with an engine, are left out. At most 100,000,000 frames before the tail, at 8,000 … 384,000 per second.
size_t thrum_pattern_render(
    thrum_pattern *THRUM_NULLABLE pattern, double sample_rate, const char *THRUM_NULLABLE signal,
    const char *THRUM_NULLABLE motor, float *THRUM_NULLABLE samples, size_t capacity);

// MARK: Players

/// Creates a player. `advanced` ones can pause, seek, loop, change their rate and report their end.
thrum_status thrum_player_create(
    thrum_engine *THRUM_NULLABLE engine, thrum_pattern *THRUM_NULLABLE pattern, bool advanced,
    thrum_player *THRUM_NULLABLE *THRUM_NULLABLE player);
/// Frees the handle; the playback continues to its end, and then calls the completion handler.
void thrum_player_free(thrum_player *THRUM_NULLABLE player);
/// Plays a pattern once. Starts an engine that is not running, whatever stopped it, and leaves it running. A player
/// starts one only if auto-shutdown is enabled.
thrum_status thrum_engine_play(thrum_engine *THRUM_NULLABLE engine, thrum_pattern *THRUM_NULLABLE pattern);

thrum_status thrum_player_start(thrum_player *THRUM_NULLABLE player, double time);
thrum_status thrum_player_stop(thrum_player *THRUM_NULLABLE player, double time);
/// Drops scheduled commands and ends playback within 5 ms.
thrum_status thrum_player_cancel(thrum_player *THRUM_NULLABLE player);
/// Whether it plays, is paused or is scheduled to start.
bool thrum_player_is_active(thrum_player *THRUM_NULLABLE player);
/// Returns the pattern's seconds.
double thrum_player_duration(thrum_player *THRUM_NULLABLE player);
/// Sends dynamic parameters at an engine time plus their own.
thrum_status thrum_player_send_parameters(
    thrum_player *THRUM_NULLABLE player, const thrum_parameter *THRUM_NULLABLE parameters, size_t count, double time);
/// Schedules a curve at an engine time.
thrum_status thrum_player_schedule_curve(
    thrum_player *THRUM_NULLABLE player, const thrum_curve *THRUM_NULLABLE curve, double time);
thrum_status thrum_player_set_muted(thrum_player *THRUM_NULLABLE player, bool muted);

// MARK: Advanced players; others return THRUM_NOT_SUPPORTED

thrum_status thrum_player_pause(thrum_player *THRUM_NULLABLE player, double time);
thrum_status thrum_player_resume(thrum_player *THRUM_NULLABLE player, double time);
/// `offset` is a time in the pattern.
thrum_status thrum_player_seek(thrum_player *THRUM_NULLABLE player, double offset);
thrum_status thrum_player_set_loop_enabled(thrum_player *THRUM_NULLABLE player, bool enabled);
/// `end` in seconds, finite and at least 0; 0 is the pattern's own end.
thrum_status thrum_player_set_loop_end(thrum_player *THRUM_NULLABLE player, double end);
/// `rate`: above 0 and below 1,000,000; 1 is normal speed. The pitch stays.
thrum_status thrum_player_set_playback_rate(thrum_player *THRUM_NULLABLE player, double rate);
/// Called at the end of each playback; null removes the handler.
thrum_status thrum_player_set_completion_handler(
    thrum_player *THRUM_NULLABLE player, thrum_completion THRUM_NULLABLE handler, void *THRUM_NULLABLE context);
thrum_status thrum_player_set_completion_handler_releasing(
    thrum_player *THRUM_NULLABLE player, thrum_completion THRUM_NULLABLE handler, void *THRUM_NULLABLE context,
    thrum_release THRUM_NULLABLE release);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif

#endif
