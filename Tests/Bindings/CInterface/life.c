// Tests the C interface from C: an engine's life, misuse, and threads. Exits with 0 if every check passes.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thrum_plugin.h>

#include "check.h"

static void virtual_life(void) {
  thrum_environment *device = NULL;
  thrum_engine *engine = NULL;
  thrum_pattern *pattern = NULL;
  thrum_player *player = NULL;
  CHECK(thrum_environment_create_virtual(&device) == THRUM_OK && device);
  CHECK(thrum_engine_create(device, NULL, &engine) == THRUM_OK && engine);
  pattern = tap_pattern();
  CHECK(thrum_player_create(engine, pattern, false, &player) == THRUM_OK && player);
  CHECK(thrum_player_start(player, 0) == THRUM_ENGINE_NOT_RUNNING);
  CHECK(strcmp(thrum_status_name(THRUM_ENGINE_NOT_RUNNING), "engineNotRunning") == 0);
  CHECK(thrum_engine_start(engine) == THRUM_OK && thrum_engine_is_running(engine));
  CHECK(thrum_player_start(player, 0) == THRUM_OK);
  CHECK(thrum_environment_advance(device, 0.5) == THRUM_OK);
  float samples[2 * 4800];
  CHECK(thrum_engine_samples(engine, 0, 4800, samples) == THRUM_OK);
  float peak = 0;
  for (int i = 0; i < 2 * 4800; i++) peak = fmaxf(peak, fabsf(samples[i]));
  CHECK(peak > 0.01f && peak < 1);

  char text[64];
  size_t needed = thrum_environment_timeline(device, false, text, sizeof text);
  CHECK(needed > sizeof text && strlen(text) == sizeof text - 1);
  char *whole = malloc(needed);
  CHECK(thrum_environment_timeline(device, false, whole, needed) == needed && strlen(whole) == needed - 1);
  CHECK(strncmp(text, whole, sizeof text - 1) == 0);
  free(whole);

  thrum_player_free(player);
  thrum_pattern_free(pattern);
  thrum_engine_free(engine);
  thrum_environment_free(device);
}

static void misuse(void) {
  thrum_engine *engine = NULL;
  thrum_player *player = (thrum_player *)&failures;
  CHECK(thrum_engine_start(NULL) == THRUM_INVALID_HANDLE && strstr(thrum_last_error(), "null"));
  CHECK(thrum_engine_start((thrum_engine *)&failures) == THRUM_INVALID_HANDLE);
  CHECK(thrum_engine_create(NULL, "silent", &engine) == THRUM_OK);
  CHECK(thrum_player_start((thrum_player *)engine, 0) == THRUM_INVALID_HANDLE);
  CHECK(thrum_player_create(engine, NULL, true, &player) == THRUM_INVALID_HANDLE && player == NULL);
  CHECK(thrum_engine_create(NULL, NULL, NULL) == THRUM_INVALID_ARGUMENT);
  CHECK(thrum_engine_set(engine, 77, true) == THRUM_INVALID_ARGUMENT);
  CHECK(thrum_environment_fault(NULL, "spill coffee") == THRUM_INVALID_ARGUMENT);
  CHECK(thrum_environment_fault(NULL, "\xff") == THRUM_INVALID_ARGUMENT);
  thrum_pattern *pattern = NULL;
  CHECK(thrum_pattern_create(NULL, 3, NULL, 0, NULL, 0, &pattern) == THRUM_INVALID_ARGUMENT && !pattern);
  CHECK(thrum_pattern_create(NULL, 0, NULL, 0, NULL, 0, &pattern) == THRUM_OK && pattern);
  CHECK(thrum_pattern_from_ahap("{", 1, &pattern) == THRUM_INVALID_PATTERN_DATA && !pattern);
  const double intensities[] = {NAN, -0.1, 1.1, 7, INFINITY};
  for (size_t i = 0; i < sizeof intensities / sizeof *intensities; i++) {
    CHECK(thrum_pattern_from_preset("impact-light", intensities[i], &pattern) == THRUM_INVALID_ARGUMENT && !pattern);
  }
  CHECK(thrum_pattern_from_preset("impact-light", 0, &pattern) == THRUM_OK);
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  const double rates[] = {0, -1, NAN, INFINITY, 1e6};
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    CHECK(thrum_player_set_playback_rate(player, rates[i]) == THRUM_INVALID_ARGUMENT);
  }
  CHECK(thrum_player_set_playback_rate(player, 0.5) == THRUM_OK);
  const double ends[] = {-5, NAN, INFINITY};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    CHECK(thrum_player_set_loop_end(player, ends[i]) == THRUM_INVALID_ARGUMENT);
  }
  CHECK(thrum_player_set_loop_end(player, 0) == THRUM_OK);
  // Advice is for C, not for the command.
  thrum_engine *lost = NULL;
  CHECK(thrum_engine_create(NULL, "alsa:no_such_device", &lost) == THRUM_OK);
  CHECK(thrum_engine_start(lost) != THRUM_OK && !strstr(thrum_last_error(), "-D"));
  thrum_engine_free(lost);
  thrum_engine_free(engine);
  thrum_engine_free(engine);
  CHECK(thrum_engine_start(engine) == THRUM_INVALID_HANDLE && strstr(thrum_last_error(), "freed"));
  CHECK(!thrum_engine_is_running(engine) && thrum_engine_time(engine) == 0);
  thrum_player_free(NULL);
}

static void told(void *context, thrum_status status, const char *message) {
  ((int *)context)[0] = status;
  if (*message == 0) failures++;
}
static void stopped(void *context, int32_t reason) { ((int *)context)[1] = reason; }
static void reset(void *context) { ((int *)context)[2]++; }

static void plugin(void) {
  int heard[3] = {0, 0, 0};
  thrum_engine *engine = thrum_plugin_create(heard, told, stopped, reset);
  CHECK(engine != NULL);
  thrum_plugin_play_ahap(engine, "no AHAP");
  CHECK(heard[0] == THRUM_INVALID_PATTERN_DATA);
  CHECK(thrum_plugin_make_player(engine, NULL, NULL) == NULL && heard[0] == THRUM_INVALID_ARGUMENT);
  CHECK(thrum_engine_start(engine) == THRUM_OK);
  thrum_player *player = thrum_plugin_make_player(engine, tap, reset);
  CHECK(player != NULL);
  heard[0] = 0;
  thrum_plugin_player_start(player, 0);
  thrum_parameter softer = {THRUM_HAPTIC_INTENSITY_CONTROL, 0.5, 0};
  thrum_plugin_player_send_parameters(player, &softer, 1, 0);
  thrum_plugin_player_stop(player, 0);
  thrum_plugin_player_cancel(player);
  thrum_plugin_play_ahap(engine, tap);
  thrum_plugin_play_preset(engine, "impact-light", 0.7);
  CHECK(heard[0] == 0);
  thrum_plugin_play_preset(engine, "impact-lite", 1);
  CHECK(heard[0] == THRUM_INVALID_ARGUMENT);
  thrum_plugin_stop(engine);
  thrum_player_free(player);
  thrum_engine_free(engine);
  thrum_plugin_start(engine);  // a stale handle: no callback and no crash
  thrum_plugin_player_start(player, 0);
}

static thrum_engine *shared;

static void *hammer(void *argument) {
  unsigned seed = (unsigned)(size_t)argument;
  thrum_pattern *pattern = NULL;
  thrum_player *player = NULL;
  for (int i = 0; i < 2000; i++) {
    switch (rand_r(&seed) % 10) {
      case 0: thrum_engine_start_async(shared, NULL, NULL); break;
      case 1: thrum_engine_stop_async(shared, NULL, NULL); break;
      case 2: thrum_pattern_free(pattern); thrum_pattern_from_preset("1521", 1, &pattern); break;
      case 3: thrum_player_free(player); thrum_player_create(shared, pattern, true, &player); break;
      case 4: thrum_player_start(player, 0); break;
      case 5: thrum_player_pause(player, 0); break;
      case 6: thrum_player_seek(player, 0.1); break;
      case 7: thrum_player_cancel(player); break;
      case 8: thrum_engine_set(shared, (int)(rand_r(&seed) % 5), rand_r(&seed) & 1); break;
      default: thrum_engine_notify_when_players_finished(shared, NULL, NULL); break;
    }
  }
  thrum_player_free(player);
  thrum_pattern_free(pattern);
  return NULL;
}

static char *list(size_t (*write)(char *, size_t)) {
  size_t needed = write(NULL, 0);
  char *text = malloc(needed + 1);
  text[needed] = 1;
  CHECK(needed > 1 && write(text, needed) == needed && strlen(text) == needed - 1 && text[needed] == 1);
  CHECK(write(text, 8) == needed && strlen(text) == 7);
  write(text, needed);
  return text;
}

static void lists(void) {
  char *devices = list(thrum_devices), *presets = list(thrum_presets), *motors = list(thrum_motors);
  CHECK(strstr(devices, "thrum.devices/1") && strstr(devices, "\"silent\""));
  CHECK(strstr(presets, "thrum.presets/1") && strstr(presets, "\"notification-success\""));
  CHECK(strstr(motors, "thrum.motors/1") && strstr(motors, "\"coin-lra-175\""));
  free(devices);
  free(presets);
  free(motors);
}

static float peak_of_tap(double decibels, const char *motor) {
  thrum_environment *device = NULL;
  thrum_engine *engine = NULL;
  thrum_pattern *pattern = tap_pattern();
  float samples[2 * 4800], peak = 0;
  CHECK(thrum_environment_create_virtual(&device) == THRUM_OK && thrum_engine_create(device, NULL, &engine) == THRUM_OK);
  CHECK(thrum_engine_set_gain(engine, decibels) == THRUM_OK && thrum_engine_set_motor(engine, motor) == THRUM_OK);
  CHECK(thrum_engine_start(engine) == THRUM_OK && thrum_engine_play(engine, pattern) == THRUM_OK);
  CHECK(thrum_environment_advance(device, 0.5) == THRUM_OK);
  CHECK(thrum_engine_samples(engine, 0, 4800, samples) == THRUM_OK);
  for (int i = 0; i < 2 * 4800; i++) peak = fmaxf(peak, fabsf(samples[i]));
  thrum_pattern_free(pattern);
  thrum_engine_free(engine);
  thrum_environment_free(device);
  return peak;
}

static void gain_and_motor(void) {
  float plain = peak_of_tap(0, "iphone-taptic");
  CHECK(fabsf(peak_of_tap(-6, "iphone-taptic") / plain - 0.501f) < 0.01f);
  CHECK(fabsf(peak_of_tap(0, "coin-lra-175") - plain) > 0.01f);
  thrum_engine *engine = NULL;
  CHECK(thrum_engine_create(NULL, "silent", &engine) == THRUM_OK);
  const double gains[] = {-121, 41, NAN, INFINITY};
  for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
    CHECK(thrum_engine_set_gain(engine, gains[i]) == THRUM_INVALID_ARGUMENT);
  }
  CHECK(thrum_engine_set_motor(engine, "steam") == THRUM_INVALID_ARGUMENT && strstr(thrum_last_error(), "coin-lra-175"));
  CHECK(thrum_engine_set_motor(engine, NULL) == THRUM_INVALID_ARGUMENT);
  CHECK(thrum_engine_set_motor(NULL, "coin-lra-175") == THRUM_INVALID_HANDLE);
  CHECK(thrum_engine_set_gain(NULL, 0) == THRUM_INVALID_HANDLE);
  thrum_engine_free(engine);
}

static void rendering(void) {
  thrum_pattern *pattern = tap_pattern();
  size_t needed = thrum_pattern_render(pattern, 48000, NULL, NULL, NULL, 0);
  CHECK(needed > 0 && needed % 2 == 0);
  float *whole = calloc(needed + 1, sizeof *whole), *part = calloc(needed + 1, sizeof *part);
  whole[needed] = part[101] = 7;
  CHECK(thrum_pattern_render(pattern, 48000, "monitor", "iphone-taptic", whole, needed) == needed && whole[needed] == 7);
  CHECK(thrum_pattern_render(pattern, 48000, "full", NULL, part, 101) == needed && part[101] == 7);
  CHECK(memcmp(whole, part, 101 * sizeof *whole) == 0);
  float peak = 0;
  for (size_t i = 0; i < needed; i++) peak = fmaxf(peak, fabsf(whole[i]));
  CHECK(peak > 0.01f);
  const double rates[] = {0, 7999, 384001, -1, NAN, INFINITY};
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    CHECK(thrum_pattern_render(pattern, rates[i], NULL, NULL, NULL, 0) == 0 && strstr(thrum_last_error(), "rate"));
  }
  CHECK(thrum_pattern_render(pattern, 48000, "smell", NULL, NULL, 0) == 0 && strstr(thrum_last_error(), "displacement"));
  CHECK(thrum_pattern_render(pattern, 48000, NULL, "steam", NULL, 0) == 0 && strstr(thrum_last_error(), "steam"));
  CHECK(thrum_pattern_render(NULL, 48000, NULL, NULL, NULL, 0) == 0 && strstr(thrum_last_error(), "null"));
  free(whole);
  free(part);
  thrum_pattern_free(pattern);
}

static void many_threads(void) {
  CHECK(thrum_engine_create(NULL, "silent", &shared) == THRUM_OK);
  pthread_t threads[4];
  for (size_t i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, hammer, (void *)(i + 1)) == 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  thrum_engine_free(shared);
}

int main(void) {
  CHECK(thrum_abi_version() == THRUM_ABI_VERSION);
  CHECK(strlen(thrum_version()) >= 5);
  CHECK(thrum_supports_haptics() && thrum_supports_audio());
  virtual_life();
  misuse();
  lists();
  gain_and_motor();
  rendering();
  plugin();
  many_threads();
  if (failures == 0) printf("C: engine, misuse, plug-in and threads are as they should be\n");
  return failures != 0;
}
