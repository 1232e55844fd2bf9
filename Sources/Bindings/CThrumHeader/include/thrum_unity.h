/// The native functions of Apple's Core Haptics plug-in for Unity, with its names and layouts, so that its C# code
/// runs unchanged on Linux: provide this library under the name `CoreHapticsWrapper`.
///
/// Unlike in `thrum.h`, pan comes before pitch, and a parameter is an `int`, a time and a value as floats. Handles are
/// those of `thrum.h`; a stale one is an error, never a crash. Errors are reported on the caller's thread before the
/// call returns; other callbacks run on the engine's thread, with the handle concerned.
#ifndef THRUM_UNITY_H
#define THRUM_UNITY_H

#include "thrum.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

/// A Core Haptics error code and a message, valid during the call.
typedef struct thrum_unity_error {
  int32_t code;
  const char *message;
} thrum_unity_error;

typedef void (*thrum_unity_failed)(thrum_unity_error error);
typedef void (*thrum_unity_object_failed)(const void *THRUM_NULLABLE object, thrum_unity_error error);
typedef void (*thrum_unity_happened)(const void *THRUM_NULLABLE object);
typedef void (*thrum_unity_stopped)(const void *THRUM_NULLABLE object, int32_t reason);
typedef int32_t (*thrum_unity_finished)(const void *THRUM_NULLABLE object);

/// A dynamic parameter. Numbers: intensity 0, sharpness 1, attack 2, decay 3, release 4, volume 5, pan 6, pitch 7,
/// brightness 8, audio attack 9, audio decay 10, audio release 11.
typedef struct thrum_unity_parameter {
  int32_t name;
  float time;
  float value;
} thrum_unity_parameter;

typedef struct thrum_unity_parameters {
  const thrum_unity_parameter *THRUM_NULLABLE parameters;
  int32_t count;
  float time;
} thrum_unity_parameters;

typedef struct thrum_unity_point {
  float time;
  float value;
} thrum_unity_point;

/// A curve; its control is numbered like a dynamic parameter.
typedef struct thrum_unity_curve {
  int32_t name;
  double time;
  const thrum_unity_point *THRUM_NULLABLE points;
  int32_t count;
} thrum_unity_curve;

// MARK: Engine

void *THRUM_NULLABLE CoreHaptics_CHHapticEngine_Create(
    thrum_unity_failed THRUM_NULLABLE failed, thrum_unity_stopped THRUM_NULLABLE stopped,
    thrum_unity_happened THRUM_NULLABLE reset);
void CoreHaptics_CHHapticEngine_Destroy(void *THRUM_NULLABLE engine);
/// Returns once the engine runs.
void CoreHaptics_CHHapticEngine_Start(void *THRUM_NULLABLE engine, thrum_unity_object_failed THRUM_NULLABLE failed);
/// Returns once the engine has stopped.
void CoreHaptics_CHHapticEngine_Stop(void *THRUM_NULLABLE engine, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticEngine_PlayPatternFromUrl(
    void *THRUM_NULLABLE engine, const char *THRUM_NULLABLE path, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticEngine_PlayPatternFromJson(
    void *THRUM_NULLABLE engine, const char *THRUM_NULLABLE ahap, thrum_unity_object_failed THRUM_NULLABLE failed);
void *THRUM_NULLABLE CoreHaptics_CHHapticEngine_MakePlayer(
    void *THRUM_NULLABLE engine, const char *THRUM_NULLABLE ahap, thrum_unity_object_failed THRUM_NULLABLE failed);
void *THRUM_NULLABLE CoreHaptics_CHHapticEngine_MakeAdvancedPlayer(
    void *THRUM_NULLABLE engine, const char *THRUM_NULLABLE ahap, thrum_unity_happened THRUM_NULLABLE finished,
    thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticEngine_NotifyWhenPlayersFinished(
    void *THRUM_NULLABLE engine, bool leave_running, thrum_unity_finished THRUM_NULLABLE finished,
    thrum_unity_object_failed THRUM_NULLABLE failed);
bool CoreHaptics_CHHapticEngine_HardwareSupportsHaptics(void);
bool CoreHaptics_CHHapticEngine_Get_IsAutoShutdownEnabled(void *THRUM_NULLABLE engine);
void CoreHaptics_CHHapticEngine_Set_IsAutoShutdownEnabled(void *THRUM_NULLABLE engine, bool value);
bool CoreHaptics_CHHapticEngine_Get_PlaysHapticsOnly(void *THRUM_NULLABLE engine);
void CoreHaptics_CHHapticEngine_Set_PlaysHapticsOnly(void *THRUM_NULLABLE engine, bool value);
bool CoreHaptics_CHHapticEngine_Get_IsMutedForAudio(void *THRUM_NULLABLE engine);
void CoreHaptics_CHHapticEngine_Set_IsMutedForAudio(void *THRUM_NULLABLE engine, bool value);
bool CoreHaptics_CHHapticEngine_Get_IsMutedForHaptics(void *THRUM_NULLABLE engine);
void CoreHaptics_CHHapticEngine_Set_IsMutedForHaptics(void *THRUM_NULLABLE engine, bool value);
double CoreHaptics_CHHapticEngine_Get_CurrentTime(void *THRUM_NULLABLE engine);

// MARK: Players

void CoreHaptics_CHHapticPatternPlayer_Destroy(void *THRUM_NULLABLE player);
bool CoreHaptics_CHHapticPatternPlayer_GetIsMuted(void *THRUM_NULLABLE player);
void CoreHaptics_CHHapticPatternPlayer_SetIsMuted(void *THRUM_NULLABLE player, bool muted);
void CoreHaptics_CHHapticPatternPlayer_Start(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticPatternPlayer_Stop(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticPatternPlayer_SendParameters(
    void *THRUM_NULLABLE player, thrum_unity_parameters request, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticPatternPlayer_ScheduleParameterCurve(
    void *THRUM_NULLABLE player, thrum_unity_curve curve, float time, thrum_unity_object_failed THRUM_NULLABLE failed);

void CoreHaptics_CHHapticAdvancedPatternPlayer_Destroy(void *THRUM_NULLABLE player);
bool CoreHaptics_CHHapticAdvancedPatternPlayer_GetIsMuted(void *THRUM_NULLABLE player);
void CoreHaptics_CHHapticAdvancedPatternPlayer_SetIsMuted(void *THRUM_NULLABLE player, bool muted);
void CoreHaptics_CHHapticAdvancedPatternPlayer_Start(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticAdvancedPatternPlayer_Stop(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticAdvancedPatternPlayer_Pause(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticAdvancedPatternPlayer_Resume(
    void *THRUM_NULLABLE player, float time, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticAdvancedPatternPlayer_Seek(
    void *THRUM_NULLABLE player, float offset, thrum_unity_object_failed THRUM_NULLABLE failed);
bool CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnabled(void *THRUM_NULLABLE player);
void CoreHaptics_CHHapticAdvancedPatternPlayer_SetLoopEnabled(void *THRUM_NULLABLE player, bool enabled);
double CoreHaptics_CHHapticAdvancedPatternPlayer_GetLoopEnd(void *THRUM_NULLABLE player);
void CoreHaptics_CHHapticAdvancedPatternPlayer_SetLoopEnd(void *THRUM_NULLABLE player, double end);
float CoreHaptics_CHHapticAdvancedPatternPlayer_GetPlaybackRate(void *THRUM_NULLABLE player);
void CoreHaptics_CHHapticAdvancedPatternPlayer_SetPlaybackRate(void *THRUM_NULLABLE player, float rate);
void CoreHaptics_CHHapticAdvancedPatternPlayer_SendParameters(
    void *THRUM_NULLABLE player, thrum_unity_parameters request, thrum_unity_object_failed THRUM_NULLABLE failed);
void CoreHaptics_CHHapticAdvancedPatternPlayer_RegisterCompletionHandler(
    void *THRUM_NULLABLE player, thrum_unity_happened THRUM_NULLABLE finished,
    thrum_unity_object_failed THRUM_NULLABLE failed);

// MARK: Feedback generators

/// Styles: heavy 0, light 1, medium 2, rigid 3, soft 4.
void *THRUM_NULLABLE UIFeedbackGenerator_CreateImpactGenerator(int32_t style);
void *THRUM_NULLABLE UIFeedbackGenerator_CreateSelectionGenerator(void);
void *THRUM_NULLABLE UIFeedbackGenerator_CreateNotificationGenerator(void);
void UIFeedbackGenerator_DestroyImpactGenerator(void *THRUM_NULLABLE generator);
void UIFeedbackGenerator_DestroySelectionGenerator(void *THRUM_NULLABLE generator);
void UIFeedbackGenerator_DestroyNotificationGenerator(void *THRUM_NULLABLE generator);
/// Starts the generators' engine.
void UIFeedbackGenerator_Prepare(void *THRUM_NULLABLE generator);
void UIImpactFeedbackGenerator_Trigger(void *THRUM_NULLABLE generator, float intensity);
void UISelectionFeedbackGenerator_Trigger(void *THRUM_NULLABLE generator);
/// Types: error 0, success 1, warning 2.
void UINotificationFeedbackGenerator_Trigger(void *THRUM_NULLABLE generator, int32_t type);

// MARK: Capabilities

/// Event parameters: intensity 0, sharpness 1, attack 2, decay 3, release 4, sustained 5, volume 6, pan 7, pitch 8,
/// brightness 9. Types: transient 0, continuous 1, audio continuous 2, audio custom 3.
float CoreHaptics_Capabilities_MinValueForEventParameter(int32_t parameter, int32_t type);
float CoreHaptics_Capabilities_DefaultValueForEventParameter(int32_t parameter, int32_t type);
float CoreHaptics_Capabilities_MaxValueForEventParameter(int32_t parameter, int32_t type);
float CoreHaptics_Capabilities_MinValueForDynamicParameter(int32_t parameter);
float CoreHaptics_Capabilities_DefaultValueForDynamicParameter(int32_t parameter);
float CoreHaptics_Capabilities_MaxValueForDynamicParameter(int32_t parameter);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif

#endif
