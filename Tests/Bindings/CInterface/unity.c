// The life of a scene through the functions that Apple's plug-in for Unity calls, including its mistakes.
#include <thrum_unity.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "unity.c:%d: %s\n", __LINE__, #condition);      \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static int last_code;
static const void *last_object;
static volatile int finished, ended;

static void failed(thrum_unity_error error) { last_code = error.code; }
static void object_failed(const void *object, thrum_unity_error error) {
  last_object = object, last_code = error.code;
  CHECK(strlen(error.message) > 0);
}
static void stopped(const void *object, int32_t reason) { (void)object, (void)reason; }
static void happened(const void *object) { last_object = object; }
static void did_finish(const void *object) { (void)object, finished++; }
static int32_t did_end(const void *object) { (void)object; return ++ended; }

static int code(void) {
  int code = last_code;
  last_code = 0;
  return code;
}

static void wait_for(volatile int *count) {
  for (int tries = 0; *count == 0 && tries < 1000; tries++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  CHECK(*count > 0);
}

static const char tap[] =
    "{\"Version\":1,\"Pattern\":[{\"Event\":{\"Time\":0,\"EventType\":\"HapticTransient\",\"EventParameters\":[]}}]}";

int main(void) {
  CHECK(sizeof(thrum_unity_parameter) == 12 && sizeof(thrum_unity_parameters) == 16 && sizeof(thrum_unity_curve) == 32);
  CHECK(CoreHaptics_CHHapticEngine_HardwareSupportsHaptics());
  void *engine = CoreHaptics_CHHapticEngine_Create(failed, stopped, happened);
  CHECK(engine);

  CHECK(!CoreHaptics_CHHapticEngine_MakePlayer(engine, "{", object_failed));
  CHECK(last_object == engine && code() == -4813);
  void *player = CoreHaptics_CHHapticEngine_MakePlayer(engine, tap, object_failed);
  CHECK(player && code() == 0);
  CoreHaptics_CHHapticPatternPlayer_Start(player, 0, object_failed);
  CHECK(last_object == player && code() == -4805);

  CoreHaptics_CHHapticEngine_Start(engine, object_failed);
  CHECK(code() == 0 && CoreHaptics_CHHapticEngine_Get_CurrentTime(engine) > 0);
  CoreHaptics_CHHapticPatternPlayer_Start(player, 0, object_failed);
  thrum_unity_parameter pan = {6, 0, -1};
  CoreHaptics_CHHapticPatternPlayer_SendParameters(player, (thrum_unity_parameters){&pan, 1, 0}, object_failed);
  thrum_unity_point points[] = {{0, 1}, {0.1f, 0}};
  CoreHaptics_CHHapticPatternPlayer_ScheduleParameterCurve(
      player, (thrum_unity_curve){0, 0, points, 2}, 0, object_failed);
  CHECK(code() == 0);
  thrum_unity_parameter unknown = {99, 0, 0};
  CoreHaptics_CHHapticPatternPlayer_SendParameters(player, (thrum_unity_parameters){&unknown, 1, 0}, object_failed);
  CHECK(code() != 0);
  CoreHaptics_CHHapticPatternPlayer_SetIsMuted(player, true);
  CHECK(CoreHaptics_CHHapticPatternPlayer_GetIsMuted(player));

  void *advanced = CoreHaptics_CHHapticEngine_MakeAdvancedPlayer(engine, tap, did_finish, object_failed);
  CHECK(advanced);
  CoreHaptics_CHHapticAdvancedPatternPlayer_SetPlaybackRate(advanced, 2);
  CHECK(CoreHaptics_CHHapticAdvancedPatternPlayer_GetPlaybackRate(advanced) == 2);
  CoreHaptics_CHHapticAdvancedPatternPlayer_SetLoopEnd(advanced, 0.25);
  CHECK(CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnd(advanced) == 0.25);
  CHECK(!CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnabled(advanced));
  CoreHaptics_CHHapticAdvancedPatternPlayer_Start(advanced, 0, object_failed);
  wait_for(&finished);
  CoreHaptics_CHHapticEngine_NotifyWhenPlayersFinished(engine, true, did_end, object_failed);
  wait_for(&ended);
  CoreHaptics_CHHapticEngine_Set_IsMutedForAudio(engine, true);
  CHECK(CoreHaptics_CHHapticEngine_Get_IsMutedForAudio(engine));
  CHECK(!CoreHaptics_CHHapticEngine_Get_PlaysHapticsOnly(engine));

  void *generator = UIFeedbackGenerator_CreateImpactGenerator(4);
  UIFeedbackGenerator_Prepare(generator);
  UIImpactFeedbackGenerator_Trigger(generator, 0.5f);
  UINotificationFeedbackGenerator_Trigger(generator, 7);
  UIFeedbackGenerator_DestroyImpactGenerator(generator);

  CHECK(CoreHaptics_Capabilities_MinValueForEventParameter(7, 2) == -1);
  CHECK(CoreHaptics_Capabilities_DefaultValueForEventParameter(0, 0) == 0.75f);
  CHECK(CoreHaptics_Capabilities_MaxValueForDynamicParameter(0) == 1);

  CoreHaptics_CHHapticEngine_Stop(engine, object_failed);
  CHECK(code() == 0);
  CoreHaptics_CHHapticPatternPlayer_Destroy(player);
  CoreHaptics_CHHapticPatternPlayer_Destroy(player);
  CoreHaptics_CHHapticPatternPlayer_Start(player, 0, object_failed);
  CHECK(code() == THRUM_INVALID_HANDLE);
  CoreHaptics_CHHapticAdvancedPatternPlayer_Destroy(advanced);
  CoreHaptics_CHHapticEngine_Destroy(engine);
  CoreHaptics_CHHapticEngine_Destroy(engine);
  CoreHaptics_CHHapticEngine_Start(NULL, object_failed);
  CHECK(code() == THRUM_INVALID_HANDLE);
  puts("unity: a scene over the plug-in's functions");
  return 0;
}
