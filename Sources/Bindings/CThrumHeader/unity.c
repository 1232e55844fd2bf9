#include "thrum_unity.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The state of an engine or player that its handle does not provide.
typedef struct record {
  const void *object;
  struct record *next;
  thrum_unity_stopped stopped;
  thrum_unity_happened happened; // an engine's reset, or the end of a player's playback
  thrum_unity_finished finished;
  thrum_unity_object_failed failed;
  bool leave_running;
  bool is_muted;
  bool loops;
  double loop_end;
  float rate;
} record;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static record *records;

static record *find(const void *object) {
  record *found = records;
  while (found && found->object != object) found = found->next;
  return found;
}

// Returns a copy, so that nothing is called under the lock; zeros for an unknown object.
static record known(const void *object) {
  record copy = {0};
  pthread_mutex_lock(&lock);
  record *found = find(object);
  if (found) copy = *found;
  pthread_mutex_unlock(&lock);
  return copy;
}

static bool note(record new_record) {
  record *added = malloc(sizeof *added);
  if (!added) return false;
  *added = new_record;
  pthread_mutex_lock(&lock);
  added->next = records;
  records = added;
  pthread_mutex_unlock(&lock);
  return true;
}

static void forget(const void *object) {
  pthread_mutex_lock(&lock);
  record **place = &records;
  while (*place && (*place)->object != object) place = &(*place)->next;
  record *gone = *place;
  if (gone) *place = gone->next;
  pthread_mutex_unlock(&lock);
  free(gone);
}

// Changes a member of an object's record, under the lock.
#define CHANGE(object, member, value)        \
  do {                                       \
    pthread_mutex_lock(&lock);               \
    record *changed = find(object);          \
    if (changed) changed->member = (value);  \
    pthread_mutex_unlock(&lock);             \
  } while (0)

static bool report(thrum_status status, const void *object, thrum_unity_object_failed failed) {
  if (status == THRUM_OK) return true;
  if (failed) failed(object, (thrum_unity_error){status, thrum_last_error()});
  return false;
}

// MARK: Engine

static void did_stop(void *context, int32_t reason) {
  thrum_unity_stopped stopped = known(context).stopped;
  if (stopped) stopped(context, reason);
}

static void did_happen(void *context) {
  thrum_unity_happened happened = known(context).happened;
  if (happened) happened(context);
}

void *CoreHaptics_CHHapticEngine_Create(
    thrum_unity_failed failed, thrum_unity_stopped stopped, thrum_unity_happened reset) {
  thrum_engine *engine = NULL;
  thrum_status status = thrum_engine_create(NULL, NULL, &engine);
  if (status != THRUM_OK) {
    if (failed) failed((thrum_unity_error){status, thrum_last_error()});
    return NULL;
  }
  if (!note((record){.object = engine, .stopped = stopped, .happened = reset})) {
    thrum_engine_free(engine);
    return NULL;
  }
  thrum_engine_set_stopped_handler(engine, did_stop, engine);
  thrum_engine_set_reset_handler(engine, did_happen, engine);
  return engine;
}

void CoreHaptics_CHHapticEngine_Destroy(void *engine) {
  thrum_engine_free(engine);
  forget(engine);
}

void CoreHaptics_CHHapticEngine_Start(void *engine, thrum_unity_object_failed failed) {
  report(thrum_engine_start(engine), engine, failed);
}

void CoreHaptics_CHHapticEngine_Stop(void *engine, thrum_unity_object_failed failed) {
  report(thrum_engine_stop(engine), engine, failed);
}

static thrum_status read_text(const char *ahap, thrum_pattern **pattern) {
  return thrum_pattern_from_ahap(ahap, ahap ? strlen(ahap) : 0, pattern);
}

static void play(void *engine, thrum_status status, thrum_pattern *pattern, thrum_unity_object_failed failed) {
  if (report(status, engine, failed)) report(thrum_engine_play(engine, pattern), engine, failed);
  thrum_pattern_free(pattern);
}

void CoreHaptics_CHHapticEngine_PlayPatternFromUrl(void *engine, const char *path, thrum_unity_object_failed failed) {
  thrum_pattern *pattern = NULL;
  thrum_status status = thrum_pattern_from_file(path, &pattern);
  play(engine, status, pattern, failed);
}

void CoreHaptics_CHHapticEngine_PlayPatternFromJson(void *engine, const char *ahap, thrum_unity_object_failed failed) {
  thrum_pattern *pattern = NULL;
  thrum_status status = read_text(ahap, &pattern);
  play(engine, status, pattern, failed);
}

static void did_finish_playing(void *context, thrum_status status, const char *message) {
  (void)status, (void)message;
  did_happen(context);
}

static void *make_player(
    void *engine, const char *ahap, bool advanced, thrum_unity_happened finished, thrum_unity_object_failed failed) {
  thrum_pattern *pattern = NULL;
  thrum_player *player = NULL;
  if (report(read_text(ahap, &pattern), engine, failed))
    report(thrum_player_create(engine, pattern, advanced, &player), engine, failed);
  thrum_pattern_free(pattern);
  if (!player) return NULL;
  if (!note((record){.object = player, .happened = finished, .rate = 1})) {
    thrum_player_free(player);
    return NULL;
  }
  if (advanced) thrum_player_set_completion_handler(player, did_finish_playing, player);
  return player;
}

void *CoreHaptics_CHHapticEngine_MakePlayer(void *engine, const char *ahap, thrum_unity_object_failed failed) {
  return make_player(engine, ahap, false, NULL, failed);
}

void *CoreHaptics_CHHapticEngine_MakeAdvancedPlayer(
    void *engine, const char *ahap, thrum_unity_happened finished, thrum_unity_object_failed failed) {
  return make_player(engine, ahap, true, finished, failed);
}

static int32_t did_finish(void *context) {
  record engine = known(context);
  if (engine.finished) engine.finished(context);
  return engine.leave_running ? 2 : 1; // CHHapticEngine.FinishedAction
}

void CoreHaptics_CHHapticEngine_NotifyWhenPlayersFinished(
    void *engine, bool leave_running, thrum_unity_finished finished, thrum_unity_object_failed failed) {
  CHANGE(engine, finished, finished);
  CHANGE(engine, leave_running, leave_running);
  report(thrum_engine_notify_when_players_finished(engine, did_finish, engine), engine, failed);
}

bool CoreHaptics_CHHapticEngine_HardwareSupportsHaptics(void) { return thrum_supports_haptics(); }

#define SWITCH(title, name)                                                                                    \
  bool CoreHaptics_CHHapticEngine_Get_##title(void *engine) { return thrum_engine_get(engine, name); }        \
  void CoreHaptics_CHHapticEngine_Set_##title(void *engine, bool value) { thrum_engine_set(engine, name, value); }
SWITCH(IsAutoShutdownEnabled, THRUM_AUTO_SHUTDOWN_ENABLED)
SWITCH(PlaysHapticsOnly, THRUM_PLAYS_HAPTICS_ONLY)
SWITCH(IsMutedForAudio, THRUM_MUTED_FOR_AUDIO)
SWITCH(IsMutedForHaptics, THRUM_MUTED_FOR_HAPTICS)

double CoreHaptics_CHHapticEngine_Get_CurrentTime(void *engine) { return thrum_engine_time(engine); }

// MARK: Players

// Converts the plug-in's control numbers to those of `thrum.h`: pan and pitch are swapped.
static int32_t control(int32_t name) { return name == 6 ? THRUM_AUDIO_PAN_CONTROL : name == 7 ? THRUM_AUDIO_PITCH_CONTROL : name; }

static thrum_status send(void *player, thrum_unity_parameters request) {
  size_t count = request.parameters && request.count > 0 ? (size_t)request.count : 0;
  thrum_parameter *parameters = calloc(count + 1, sizeof *parameters);
  if (!parameters) return THRUM_MEMORY_ERROR;
  for (size_t index = 0; index < count; index++) {
    thrum_unity_parameter given = request.parameters[index];
    parameters[index] = (thrum_parameter){.name = control(given.name), .value = given.value, .time = given.time};
  }
  thrum_status status = thrum_player_send_parameters(player, parameters, count, request.time);
  free(parameters);
  return status;
}

#define PLAYER(kind)                                                                                             \
  void CoreHaptics_##kind##_Destroy(void *player) {                                                             \
    thrum_player_free(player);                                                                                  \
    forget(player);                                                                                             \
  }                                                                                                             \
  bool CoreHaptics_##kind##_GetIsMuted(void *player) { return known(player).is_muted; }                         \
  void CoreHaptics_##kind##_SetIsMuted(void *player, bool muted) {                                              \
    if (thrum_player_set_muted(player, muted) == THRUM_OK) CHANGE(player, is_muted, muted);                     \
  }                                                                                                             \
  void CoreHaptics_##kind##_Start(void *player, float time, thrum_unity_object_failed failed) {                 \
    report(thrum_player_start(player, time), player, failed);                                                   \
  }                                                                                                             \
  void CoreHaptics_##kind##_Stop(void *player, float time, thrum_unity_object_failed failed) {                  \
    report(thrum_player_stop(player, time), player, failed);                                                    \
  }                                                                                                             \
  void CoreHaptics_##kind##_SendParameters(                                                                     \
      void *player, thrum_unity_parameters request, thrum_unity_object_failed failed) {                         \
    report(send(player, request), player, failed);                                                              \
  }
PLAYER(CHHapticPatternPlayer)
PLAYER(CHHapticAdvancedPatternPlayer)

void CoreHaptics_CHHapticPatternPlayer_ScheduleParameterCurve(
    void *player, thrum_unity_curve curve, float time, thrum_unity_object_failed failed) {
  size_t count = curve.points && curve.count > 0 ? (size_t)curve.count : 0;
  thrum_point *points = calloc(count + 1, sizeof *points);
  thrum_status status = THRUM_MEMORY_ERROR;
  if (points) {
    for (size_t index = 0; index < count; index++)
      points[index] = (thrum_point){.time = curve.points[index].time, .value = curve.points[index].value};
    thrum_curve given = {.name = control(curve.name), .time = curve.time, .points = points, .point_count = count};
    status = thrum_player_schedule_curve(player, &given, time);
    free(points);
  }
  report(status, player, failed);
}

void CoreHaptics_CHHapticAdvancedPatternPlayer_Pause(void *player, float time, thrum_unity_object_failed failed) {
  report(thrum_player_pause(player, time), player, failed);
}

void CoreHaptics_CHHapticAdvancedPatternPlayer_Resume(void *player, float time, thrum_unity_object_failed failed) {
  report(thrum_player_resume(player, time), player, failed);
}

void CoreHaptics_CHHapticAdvancedPatternPlayer_Seek(void *player, float offset, thrum_unity_object_failed failed) {
  report(thrum_player_seek(player, offset), player, failed);
}

bool CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnabled(void *player) { return known(player).loops; }

void CoreHaptics_CHHapticAdvancedPatternPlayer_SetLoopEnabled(void *player, bool enabled) {
  if (thrum_player_set_loop_enabled(player, enabled) == THRUM_OK) CHANGE(player, loops, enabled);
}

double CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnd(void *player) {
  double end = known(player).loop_end;
  return end > 0 ? end : thrum_player_duration(player);
}

void CoreHaptics_CHHapticAdvancedPatternPlayer_SetLoopEnd(void *player, double end) {
  if (thrum_player_set_loop_end(player, end) == THRUM_OK) CHANGE(player, loop_end, end);
}

float CoreHaptics_CHHapticAdvancedPatternPlayer_GetPlaybackRate(void *player) { return known(player).rate; }

void CoreHaptics_CHHapticAdvancedPatternPlayer_SetPlaybackRate(void *player, float rate) {
  if (thrum_player_set_playback_rate(player, rate) == THRUM_OK) CHANGE(player, rate, rate);
}

void CoreHaptics_CHHapticAdvancedPatternPlayer_RegisterCompletionHandler(
    void *player, thrum_unity_happened finished, thrum_unity_object_failed failed) {
  CHANGE(player, happened, finished);
  report(thrum_player_set_completion_handler(player, did_finish_playing, player), player, failed);
}
