// Tests an engine whose samples a host takes in its audio callback. Exits with 0 if every check passes, and prints the
// time of a pull.
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static const char busy[] =
    "{\"Version\": 1, \"Pattern\": ["
    "{\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\", \"EventParameters\": []}},"
    "{\"Event\": {\"Time\": 0.05, \"EventType\": \"HapticContinuous\", \"EventDuration\": 0.6, \"EventParameters\": "
    "[{\"ParameterID\": \"HapticIntensity\", \"ParameterValue\": 0.8}]}},"
    "{\"Event\": {\"Time\": 0.1, \"EventType\": \"AudioContinuous\", \"EventDuration\": 0.5, \"EventParameters\": []}},"
    "{\"Event\": {\"Time\": 0.3, \"EventType\": \"HapticTransient\", \"EventParameters\": []}},"
    "{\"ParameterCurve\": {\"ParameterID\": \"HapticIntensityControl\", \"Time\": 0.1, \"ParameterCurveControlPoints\": "
    "[{\"Time\": 0, \"ParameterValue\": 1}, {\"Time\": 0.4, \"ParameterValue\": 0.3}]}}]}";

enum { compared = 40000, most = 1000 };

static thrum_pattern *busy_pattern(void) {
  thrum_pattern *pattern = NULL;
  CHECK(thrum_pattern_from_ahap(busy, strlen(busy), &pattern) == THRUM_OK && pattern);
  return pattern;
}

static thrum_engine *started(double rate) {
  thrum_engine *engine = NULL;
  CHECK(thrum_engine_create_pulled(rate, &engine) == THRUM_OK && engine);
  CHECK(thrum_engine_start(engine) == THRUM_OK);
  return engine;
}

static void pause_for(double seconds) {
  struct timespec time = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
  nanosleep(&time, NULL);
}

static bool is_silent(const float *samples, size_t frames) {
  for (size_t i = 0; i < 2 * frames; i++) {
    if (samples[i] != 0) return false;
  }
  return true;
}

static size_t first_heard(const float *samples, size_t frames) {
  size_t i = 0;
  while (i < frames && samples[2 * i] == 0 && samples[2 * i + 1] == 0) i++;
  return i;
}

// MARK: The samples

static float expected[2 * 48000];

struct taking {
  thrum_engine *engine;
  size_t block;
  float samples[2 * compared + 2 * most];
  size_t frames;
};

/// Pulls until the sound has begun and enough has followed.
static void *take(void *context) {
  struct taking *taking = context;
  for (long i = 0; i < 10000000 && taking->frames < compared; i++) {
    float *place = taking->samples + 2 * taking->frames;
    size_t rendered = thrum_engine_pull(taking->engine, place, taking->block);
    if (rendered != taking->block) continue;
    if (taking->frames == 0) {
      size_t first = first_heard(place, rendered);
      memmove(place, place + 2 * first, 2 * (rendered - first) * sizeof(float));
      taking->frames = rendered - first;
    } else {
      taking->frames += rendered;
    }
  }
  return NULL;
}

static void same_samples(void) {
  thrum_environment *device = NULL;
  thrum_engine *reference = NULL;
  thrum_pattern *pattern = busy_pattern();
  CHECK(thrum_environment_create_virtual(&device) == THRUM_OK);
  CHECK(thrum_engine_create(device, NULL, &reference) == THRUM_OK && thrum_engine_start(reference) == THRUM_OK);
  CHECK(thrum_engine_play(reference, pattern) == THRUM_OK && thrum_environment_advance(device, 1) == THRUM_OK);
  CHECK(thrum_engine_samples(reference, 0, 48000, expected) == THRUM_OK);
  size_t first = first_heard(expected, 48000);
  CHECK(first < 4800);
  const size_t blocks[] = {1, 63, 64, 512, 1000};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    struct taking *taking = calloc(1, sizeof *taking);
    taking->engine = started(48000);
    taking->block = blocks[i];
    CHECK(thrum_engine_play(taking->engine, pattern) == THRUM_OK);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, take, taking) == 0);
    pthread_join(thread, NULL);
    CHECK(taking->frames >= compared);
    CHECK(memcmp(taking->samples, expected + 2 * first, 2 * compared * sizeof(float)) == 0);
    thrum_engine_free(taking->engine);
    free(taking);
  }
  thrum_pattern_free(pattern);
  thrum_engine_free(reference);
  thrum_environment_free(device);
}

// MARK: Handles

static void expect_silence(thrum_engine *engine) {
  float samples[2 * 64 + 1];
  for (int i = 0; i < 2 * 64 + 1; i++) samples[i] = 1;
  CHECK(thrum_engine_pull(engine, samples, 64) == 0);
  CHECK(is_silent(samples, 64) && samples[2 * 64] == 1);
}

static void wrong_handles(void) {
  const double rates[] = {7999, 192001, 0, -48000, NAN, INFINITY};
  thrum_engine *engine = NULL, *other = NULL;
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    CHECK(thrum_engine_create_pulled(rates[i], &engine) == THRUM_INVALID_ARGUMENT && engine == NULL);
  }
  CHECK(thrum_engine_create_pulled(48000, NULL) == THRUM_INVALID_ARGUMENT);
  expect_silence(NULL);
  expect_silence((thrum_engine *)&failures);
  expect_silence((thrum_engine *)~(size_t)0);
  CHECK(thrum_engine_create(NULL, "silent", &other) == THRUM_OK);
  expect_silence(other);
  thrum_engine_free(other);
  CHECK(thrum_engine_create_pulled(48000, &engine) == THRUM_OK);
  expect_silence(engine);  // not started
  CHECK(thrum_engine_start(engine) == THRUM_OK);
  CHECK(thrum_engine_pull(engine, NULL, 64) == 0);
  float samples[128] = {0};
  CHECK(thrum_engine_pull(engine, samples, 0) == 0);
  CHECK(thrum_engine_pull(engine, samples, 64) == 64);
  CHECK(thrum_engine_stop(engine) == THRUM_OK);
  expect_silence(engine);
  CHECK(thrum_engine_start(engine) == THRUM_OK && thrum_engine_pull(engine, samples, 64) == 64);
  thrum_engine_free(engine);
  expect_silence(engine);

  thrum_engine *many[65];
  for (int i = 0; i < 64; i++) CHECK(thrum_engine_create_pulled(8000 + 2000 * i, &many[i]) == THRUM_OK);
  CHECK(thrum_engine_create_pulled(48000, &many[64]) == THRUM_RESOURCE_NOT_AVAILABLE && many[64] == NULL);
  CHECK(strstr(thrum_last_error(), "64"));
  for (int i = 0; i < 64; i++) thrum_engine_free(many[i]);
  CHECK(thrum_engine_create_pulled(48000, &engine) == THRUM_OK);
  thrum_engine_free(engine);
}

static void forked(void) {
  thrum_engine *engine = started(48000);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);  // a hang is a failure
    expect_silence(engine);
    thrum_engine_free(engine);
    _exit(failures != 0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  thrum_engine_free(engine);
}

// MARK: Threads

static _Atomic(thrum_engine *) current;
static atomic_bool is_over;
static atomic_long rendered_blocks, silent_blocks;

static void *pull_on(void *context) {
  size_t block = (size_t)context;
  float samples[2 * most];
  while (!is_over) {
    for (size_t i = 0; i < 2 * block; i++) samples[i] = 7;
    size_t rendered = thrum_engine_pull(current, samples, block);
    if (rendered != 0 && rendered != block) failures++;
    if (rendered == 0 && !is_silent(samples, block)) failures++;
    for (size_t i = 0; i < 2 * block; i++) {
      if (!(fabsf(samples[i]) <= 1)) failures++;
    }
    (rendered ? &rendered_blocks : &silent_blocks)[0]++;
  }
  return NULL;
}

/// Two threads pull from the engine that exists, while it is started, played, stopped and freed.
static void while_pulling(double seconds) {
  thrum_pattern *pattern = busy_pattern(), *tap = tap_pattern();
  pthread_t threads[2];
  is_over = false;
  current = NULL;
  for (size_t i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, pull_on, (void *)(i ? (size_t)most : 37)) == 0);
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  unsigned seed = 1;
  int lives = 0;
  do {
    thrum_engine *engine = started(rand_r(&seed) % 2 ? 48000 : 44100);
    current = engine;
    lives++;
    for (int i = rand_r(&seed) % 4; i >= 0; i--) {
      CHECK(thrum_engine_play(engine, rand_r(&seed) % 2 ? pattern : tap) == THRUM_OK);
      if (rand_r(&seed) % 2) pause_for(0.002);
      if (rand_r(&seed) % 2) {
        CHECK(thrum_engine_stop(engine) == THRUM_OK);
        CHECK(thrum_engine_start(engine) == THRUM_OK);
      }
    }
    thrum_engine_free(engine);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((double)(now.tv_sec - begin.tv_sec) < seconds);
  is_over = true;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  CHECK(rendered_blocks > 0 && silent_blocks > 0 && lives > 1);
  thrum_pattern_free(pattern);
  thrum_pattern_free(tap);
  printf("C: %d engines were started, stopped and freed under two threads that pulled\n", lives);
}

// MARK: A host that pauses

static atomic_int ends;
static void ended(void *context, thrum_status status, const char *message) {
  (void)context, (void)message;
  if (status == THRUM_OK) ends++;
}

static void a_host_that_pauses(void) {
  thrum_engine *engine = started(48000);
  thrum_pattern *pattern = busy_pattern();
  thrum_player *player = NULL;
  float samples[2 * 512];
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  CHECK(thrum_player_set_completion_handler(player, ended, NULL) == THRUM_OK);
  CHECK(thrum_engine_pull(engine, samples, 512) == 512);
  CHECK(thrum_player_start(player, 0) == THRUM_OK);
  pause_for(1);
  CHECK(ends == 0);
  for (int i = 0; i < 100 && ends == 0; i++) pause_for(0.1);
  CHECK(ends == 1 && thrum_engine_is_running(engine));
  size_t rendered = 0;
  for (int i = 0; i < 200 && rendered == 0; i++) {
    rendered = thrum_engine_pull(engine, samples, 512);
    if (rendered == 0) CHECK(is_silent(samples, 512));
    pause_for(0.01);
  }
  CHECK(rendered == 512);
  CHECK(thrum_engine_play(engine, pattern) == THRUM_OK);
  float peak = 0;
  for (int i = 0; i < 20; i++) {
    CHECK(thrum_engine_pull(engine, samples, 512) == 512);
    for (int j = 0; j < 2 * 512; j++) peak = fmaxf(peak, fabsf(samples[j]));
  }
  CHECK(peak > 0.01f);
  thrum_player_free(player);
  thrum_pattern_free(pattern);
  thrum_engine_free(engine);
}

// MARK: Time

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_time(void) {
  enum { pulls = 20000 };
  thrum_engine *engine = started(48000);
  thrum_pattern *pattern = busy_pattern();
  thrum_player *player = NULL;
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  CHECK(thrum_player_set_loop_enabled(player, true) == THRUM_OK && thrum_player_start(player, 0) == THRUM_OK);
  double *times = calloc(pulls, sizeof *times);
  float samples[2 * 512];
  for (int i = 0; i < pulls; i++) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    CHECK(thrum_engine_pull(engine, samples, 512) == 512);
    clock_gettime(CLOCK_MONOTONIC, &end);
    times[i] = (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) * 1e-3;
  }
  qsort(times, pulls, sizeof *times, by_size);
  printf("pull: 512 frames in %.1f µs (median), %.1f µs (99 %%); they last %.0f µs\n", times[pulls / 2],
         times[pulls / 100 * 99], 512 / 0.048);
  free(times);
  thrum_player_free(player);
  thrum_pattern_free(pattern);
  thrum_engine_free(engine);
}

int main(void) {
  wrong_handles();
  same_samples();
  forked();
  while_pulling(4);
  a_host_that_pauses();
  print_time();
  if (failures == 0) printf("C: pulled samples, handles, threads and pauses are as they should be\n");
  return failures != 0;
}
