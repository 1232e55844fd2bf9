/// Thrum's C interface: Core Haptics' engine, players and patterns, playing through a model of a phone's actuator.
///
/// - Every call may come from any thread. What can fail returns a `thrum_status`, and `thrum_last_error` says why.
/// - Handles are opaque. A stale, foreign or null handle is an error (`THRUM_INVALID_HANDLE`), never a crash. Freeing
///   null or a stale handle does nothing. A handle that could not be made is null.
/// - Text is UTF-8, ended by 0. Text that a call answers is the library's, as long as its comment says.
/// - Times are seconds. An engine's times count on its own clock (`thrum_engine_time`); 0 is now, and so is the past.
/// - Callbacks come one after the other on a thread of the engine's, never inside the call that caused them, and with
///   the context given beside them. They may call anything but the moving of virtual time.
#ifndef THRUM_H
#define THRUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define THRUM_NULLABLE _Nullable
#else
#define THRUM_NULLABLE
#endif

/// Changes whenever a program must be compiled again.
#define THRUM_ABI_VERSION 1

/// `THRUM_ABI_VERSION` of the library.
uint32_t thrum_abi_version(void);
/// The library's version, such as `0.1.0`; lives as long as the thread.
const char *thrum_version(void);

// MARK: Errors

/// `THRUM_OK`, one of the two below it, or an error of Core Haptics.
typedef int32_t thrum_status;

enum {
  THRUM_OK = 0,
  /// A handle that is null, stale or of another kind.
  THRUM_INVALID_HANDLE = 1,
  /// An argument that cannot be: a null pointer, text that is not UTF-8, a number that names nothing.
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
  THRUM_MEMORY_ERROR = -4899
};

/// What was wrong with this thread's last call that failed; lives until the thread's next one fails. Empty at first.
const char *thrum_last_error(void);
/// The name of a status, such as `engineNotRunning`; of others the number. Lives until the thread's next call of it.
const char *thrum_status_name(thrum_status status);

// MARK: Handles

typedef struct thrum_environment thrum_environment;
typedef struct thrum_engine thrum_engine;
typedef struct thrum_pattern thrum_pattern;
typedef struct thrum_player thrum_player;

// MARK: Environments

/// Makes a device whose time stands still until it is moved: nothing sounds, everything can be tested.
thrum_status thrum_environment_create_virtual(thrum_environment *THRUM_NULLABLE *THRUM_NULLABLE environment);
/// Engines that were made in it continue living in it.
void thrum_environment_free(thrum_environment *THRUM_NULLABLE environment);
/// Seconds since its beginning; 0 for no handle.
double thrum_environment_elapsed(thrum_environment *THRUM_NULLABLE environment);
/// Lets time pass: players play, timers and callbacks happen, in one order, before it returns. Not from a callback.
thrum_status thrum_environment_advance(thrum_environment *THRUM_NULLABLE environment, double seconds);
/// Lets time pass until nothing happens on its own any more, an hour at most. Not from a callback.
thrum_status thrum_environment_run_until_idle(thrum_environment *THRUM_NULLABLE environment);
/// Does to the device what a phone would do, in the words of a scenario: `suspend app`, `reset server`,
/// `fail start engineStartTimeout 1`. Null is the process's own device, in real time.
thrum_status thrum_environment_fault(
    thrum_environment *THRUM_NULLABLE environment, const char *THRUM_NULLABLE fault);
/// Writes what has happened so far into `text`, at most `capacity` bytes with the ending 0, and returns the bytes that
/// all of it needs, the ending 0 included; 0 for no handle. `json` chooses the schema thrum.timeline/1.
size_t thrum_environment_timeline(
    thrum_environment *THRUM_NULLABLE environment, bool json, char *THRUM_NULLABLE text, size_t capacity);

// MARK: Engines

/// Whether the caller's device has haptics, and whether it has sound.
bool thrum_supports_haptics(void);
bool thrum_supports_audio(void);

/// Told how a start, a stop or a playback ended: `THRUM_OK` or why not, with a sentence that lives for the call.
typedef void (*thrum_completion)(void *THRUM_NULLABLE context, thrum_status status, const char *message);
/// Told that something outside has stopped the engine, and why.
typedef void (*thrum_stopped_handler)(void *THRUM_NULLABLE context, int32_t reason);
/// Told that the haptic server has failed and is back: start again, make players and sounds again.
typedef void (*thrum_reset_handler)(void *THRUM_NULLABLE context);
/// Told that no player is active any more; returns what to do.
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

/// Makes an engine; nothing is opened before it starts.
///
/// `environment` null is the process's device in real time. `device` says where the sound goes: `silent`, `alsa`,
/// `alsa:NAME`, `wav:PATH`; null is what `THRUM_DEVICE` says, else silence. In virtual time it must be null.
thrum_status thrum_engine_create(
    thrum_environment *THRUM_NULLABLE environment, const char *THRUM_NULLABLE device,
    thrum_engine *THRUM_NULLABLE *THRUM_NULLABLE engine);
/// Stops the engine and forgets it and its players. Waits for a callback that is under way: when it has returned, none
/// of the engine's runs or will run; called from one of them, none after that one.
void thrum_engine_free(thrum_engine *THRUM_NULLABLE engine);
/// Starts, and returns when the engine runs; 2 s at most.
thrum_status thrum_engine_start(thrum_engine *THRUM_NULLABLE engine);
/// Starts, returns at once and calls back.
thrum_status thrum_engine_start_async(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context);
/// Stops, and returns when the engine has stopped; 0.5 s at most, 6 s when a file is still being written.
thrum_status thrum_engine_stop(thrum_engine *THRUM_NULLABLE engine);
/// Stops, returns at once and calls back.
thrum_status thrum_engine_stop_async(
    thrum_engine *THRUM_NULLABLE engine, thrum_completion THRUM_NULLABLE completion, void *THRUM_NULLABLE context);
/// Whether the engine runs; no for no handle.
bool thrum_engine_is_running(thrum_engine *THRUM_NULLABLE engine);
/// Seconds on the engine's clock, which is positive and never goes back; 0 for no handle.
double thrum_engine_time(thrum_engine *THRUM_NULLABLE engine);
/// Null takes the handler away.
thrum_status thrum_engine_set_stopped_handler(
    thrum_engine *THRUM_NULLABLE engine, thrum_stopped_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context);
/// Null takes the handler away.
thrum_status thrum_engine_set_reset_handler(
    thrum_engine *THRUM_NULLABLE engine, thrum_reset_handler THRUM_NULLABLE handler, void *THRUM_NULLABLE context);
/// Calls back once when no player is active any more; at once if none is. Null stops the engine then.
thrum_status thrum_engine_notify_when_players_finished(
    thrum_engine *THRUM_NULLABLE engine, thrum_finished_handler THRUM_NULLABLE handler,
    void *THRUM_NULLABLE context);

/// The switches of an engine, all off at first.
enum {
  /// Silences haptic events at once.
  THRUM_MUTED_FOR_HAPTICS = 0,
  /// Silences audio events at once.
  THRUM_MUTED_FOR_AUDIO = 1,
  /// Leaves audio events out, from the next start on.
  THRUM_PLAYS_HAPTICS_ONLY = 2,
  /// Leaves haptic events out, from the next start on.
  THRUM_PLAYS_AUDIO_ONLY = 3,
  /// Stops the engine after two idle minutes, and starts it with the next player.
  THRUM_AUTO_SHUTDOWN_ENABLED = 4
};
thrum_status thrum_engine_set(thrum_engine *THRUM_NULLABLE engine, int32_t name, bool value);
/// No for no handle and no such switch.
bool thrum_engine_get(thrum_engine *THRUM_NULLABLE engine, int32_t name);

/// The largest magnitude and the root mean square of the last 64 frames, full scale 1; 0 while stopped.
thrum_status thrum_engine_meter(
    thrum_engine *THRUM_NULLABLE engine, float *THRUM_NULLABLE peak, float *THRUM_NULLABLE level);
/// Renders what an engine in virtual time has played, left and right in turn, 48 000 frames a second: `frames` of them
/// from `start` s after the environment's beginning on. What lies in the future is silent.
thrum_status thrum_engine_samples(
    thrum_engine *THRUM_NULLABLE engine, double start, size_t frames, float *THRUM_NULLABLE samples);

// MARK: Sounds

/// Registers a sound file for the custom audio events of patterns; its number is never 0.
thrum_status thrum_engine_register_sound(
    thrum_engine *THRUM_NULLABLE engine, const char *THRUM_NULLABLE path, bool uses_volume_envelope, bool loops,
    int64_t *THRUM_NULLABLE sound);
thrum_status thrum_engine_unregister_sound(thrum_engine *THRUM_NULLABLE engine, int64_t sound);

// MARK: Patterns

/// The types of events.
enum {
  THRUM_HAPTIC_TRANSIENT = 0,
  THRUM_HAPTIC_CONTINUOUS = 1,
  THRUM_AUDIO_CONTINUOUS = 2,
  THRUM_AUDIO_CUSTOM = 3
};

/// What an event is given; 0 … 1, pitch and pan −1 … 1.
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

/// What all events of a player are given while it plays. Intensity and volume multiply, 0 … 1; the others add, −1 … 1.
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

/// A parameter of an event.
typedef struct thrum_event_parameter {
  int32_t name;
  double value;
} thrum_event_parameter;

/// An event of a pattern.
typedef struct thrum_event {
  int32_t type;
  /// Seconds from the pattern's beginning.
  double time;
  /// Seconds; negative means not given. A continuous event of 0, or without one, has no fixed end.
  double duration;
  /// The number of a registered sound, 0 for none.
  int64_t sound;
  const thrum_event_parameter *THRUM_NULLABLE parameters;
  size_t parameter_count;
} thrum_event;

/// A dynamic parameter: a jump of a control.
typedef struct thrum_parameter {
  int32_t name;
  double value;
  /// Seconds from the pattern's beginning, or from the time at which it is sent.
  double time;
} thrum_parameter;

/// A point of a curve.
typedef struct thrum_point {
  /// Seconds from the curve's beginning.
  double time;
  double value;
} thrum_point;

/// A parameter curve: a path of a control.
typedef struct thrum_curve {
  int32_t name;
  /// Seconds from the pattern's beginning; without meaning for one that is scheduled.
  double time;
  const thrum_point *THRUM_NULLABLE points;
  size_t point_count;
} thrum_curve;

/// Reads AHAP text of `length` bytes. Sounds are looked for from the working directory on.
thrum_status thrum_pattern_from_ahap(
    const char *THRUM_NULLABLE text, size_t length, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Reads an AHAP file. Sounds are looked for from its folder on upwards.
thrum_status thrum_pattern_from_file(
    const char *THRUM_NULLABLE path, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// The pattern known by a name, such as `impact-light`, or by a system sound's number, such as `1519`; intensities times
/// `intensity`, 0 … 1. `thrum presets` lists them.
thrum_status thrum_pattern_from_preset(
    const char *THRUM_NULLABLE name, double intensity, thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Makes a pattern of events, dynamic parameters and curves; any of them may be null with a count of 0.
thrum_status thrum_pattern_create(
    const thrum_event *THRUM_NULLABLE events, size_t event_count,
    const thrum_parameter *THRUM_NULLABLE parameters, size_t parameter_count,
    const thrum_curve *THRUM_NULLABLE curves, size_t curve_count,
    thrum_pattern *THRUM_NULLABLE *THRUM_NULLABLE pattern);
/// Players that were made of it keep what they need.
void thrum_pattern_free(thrum_pattern *THRUM_NULLABLE pattern);
/// Seconds; 0 for no handle.
double thrum_pattern_duration(thrum_pattern *THRUM_NULLABLE pattern);
/// Writes the pattern as AHAP text, as `thrum_environment_timeline` writes.
size_t thrum_pattern_ahap(thrum_pattern *THRUM_NULLABLE pattern, char *THRUM_NULLABLE text, size_t capacity);

// MARK: Players

/// Makes a player; `advanced` ones can pause, seek, loop, change their rate and tell their end.
thrum_status thrum_player_create(
    thrum_engine *THRUM_NULLABLE engine, thrum_pattern *THRUM_NULLABLE pattern, bool advanced,
    thrum_player *THRUM_NULLABLE *THRUM_NULLABLE player);
/// What it plays continues to its end.
void thrum_player_free(thrum_player *THRUM_NULLABLE player);
/// Makes a player of the pattern, starts it and forgets it; starts the engine when auto-shutdown has stopped it.
thrum_status thrum_engine_play(thrum_engine *THRUM_NULLABLE engine, thrum_pattern *THRUM_NULLABLE pattern);

thrum_status thrum_player_start(thrum_player *THRUM_NULLABLE player, double time);
thrum_status thrum_player_stop(thrum_player *THRUM_NULLABLE player, double time);
/// Drops what waits, and stops as soon as possible.
thrum_status thrum_player_cancel(thrum_player *THRUM_NULLABLE player);
/// Whether it plays, is paused or waits for its start.
bool thrum_player_is_active(thrum_player *THRUM_NULLABLE player);
/// Seconds of its pattern; 0 for no handle.
double thrum_player_duration(thrum_player *THRUM_NULLABLE player);
/// Sets controls at an engine time plus their own.
thrum_status thrum_player_send_parameters(
    thrum_player *THRUM_NULLABLE player, const thrum_parameter *THRUM_NULLABLE parameters, size_t count, double time);
/// Moves a control along a curve that begins at an engine time.
thrum_status thrum_player_schedule_curve(
    thrum_player *THRUM_NULLABLE player, const thrum_curve *THRUM_NULLABLE curve, double time);
thrum_status thrum_player_set_muted(thrum_player *THRUM_NULLABLE player, bool muted);

// MARK: Advanced players; the others answer THRUM_NOT_SUPPORTED

thrum_status thrum_player_pause(thrum_player *THRUM_NULLABLE player, double time);
thrum_status thrum_player_resume(thrum_player *THRUM_NULLABLE player, double time);
/// `offset` counts in the pattern.
thrum_status thrum_player_seek(thrum_player *THRUM_NULLABLE player, double offset);
thrum_status thrum_player_set_loop_enabled(thrum_player *THRUM_NULLABLE player, bool enabled);
/// 0 is the pattern's own end.
thrum_status thrum_player_set_loop_end(thrum_player *THRUM_NULLABLE player, double end);
/// How fast times pass, above 0; the pitch stays.
thrum_status thrum_player_set_playback_rate(thrum_player *THRUM_NULLABLE player, double rate);
/// Called when a playback has ended; null takes the handler away.
thrum_status thrum_player_set_completion_handler(
    thrum_player *THRUM_NULLABLE player, thrum_completion THRUM_NULLABLE handler, void *THRUM_NULLABLE context);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#ifdef __cplusplus
}
#endif

#endif
