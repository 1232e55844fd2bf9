// Tests a child of fork(): an error at once for engines in real time if the parent had started one; engines in virtual
// time, and all engines of a child that was forked earlier, work. Exits with 0 if every check passes.
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static void completed(void *context, thrum_status status, const char *message) {
  (void)status, (void)message;
  (*(atomic_int *)context)++;
}
static void stopped(void *context, int32_t reason) { (void)context, (void)reason; }
static void reset(void *context) { (void)context; }
static int32_t finished(void *context) {
  (void)context;
  return THRUM_FINISHED_LEAVE_ENGINE_RUNNING;
}

static void virtual_time_works(thrum_pattern *pattern) {
  thrum_environment *device = NULL;
  thrum_engine *engine = NULL;
  thrum_player *player = NULL;
  atomic_int calls = 0;
  CHECK(thrum_environment_create_virtual(&device) == THRUM_OK);
  CHECK(thrum_engine_create(device, NULL, &engine) == THRUM_OK);
  CHECK(thrum_engine_start_async(engine, completed, &calls) == THRUM_OK);
  CHECK(thrum_environment_advance(device, 1) == THRUM_OK && calls == 1);
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  CHECK(thrum_player_set_completion_handler(player, completed, &calls) == THRUM_OK);
  CHECK(thrum_player_start(player, 0) == THRUM_OK);
  CHECK(thrum_environment_run_until_idle(device) == THRUM_OK && calls == 2);
  thrum_engine_free(engine);
  thrum_environment_free(device);
}

static void real_time_works(thrum_pattern *pattern, thrum_engine **engine, thrum_player **player) {
  static atomic_int calls;
  calls = 0;
  CHECK(thrum_engine_create(NULL, "silent", engine) == THRUM_OK);
  CHECK(thrum_engine_start(*engine) == THRUM_OK);
  CHECK(thrum_player_create(*engine, pattern, true, player) == THRUM_OK);
  CHECK(thrum_player_set_completion_handler(*player, completed, &calls) == THRUM_OK);
  CHECK(thrum_player_start(*player, 0) == THRUM_OK);
  struct timespec moment = {0, 1000000};
  for (int i = 0; i < 20000 && calls == 0; i++) nanosleep(&moment, NULL);
  CHECK(calls == 1);
}

/// Makes every call that would need the parent's threads.
static void real_time_is_refused(thrum_pattern *pattern, thrum_engine *engine, thrum_player *player) {
  thrum_engine *other = NULL;
  thrum_parameter parameter = {0, 1, 0};
  thrum_point point = {0, 1};
  thrum_curve curve = {0, 0, &point, 1};
  int64_t sound = 0;
  float level = 0;
  thrum_player *another = NULL;
  const thrum_status answers[] = {
      thrum_engine_create(NULL, "silent", &other),
      thrum_engine_create(NULL, NULL, &other),
      thrum_engine_start(engine),
      thrum_engine_start_async(engine, NULL, NULL),
      thrum_engine_stop(engine),
      thrum_engine_stop_async(engine, NULL, NULL),
      thrum_engine_set_stopped_handler(engine, stopped, NULL),
      thrum_engine_set_reset_handler(engine, reset, NULL),
      thrum_engine_notify_when_players_finished(engine, finished, NULL),
      thrum_engine_set(engine, THRUM_MUTED_FOR_AUDIO, true),
      thrum_engine_set_gain(engine, 0),
      thrum_engine_set_motor(engine, "coin-lra-175"),
      thrum_engine_meter(engine, &level, &level),
      thrum_engine_samples(engine, 0, 0, &level),
      thrum_engine_register_sound(engine, "tap.wav", true, false, &sound),
      thrum_engine_unregister_sound(engine, 1),
      thrum_engine_play(engine, pattern),
      thrum_player_create(engine, pattern, true, &another),
      thrum_player_start(player, 0),
      thrum_player_stop(player, 0),
      thrum_player_cancel(player),
      thrum_player_send_parameters(player, &parameter, 1, 0),
      thrum_player_schedule_curve(player, &curve, 0),
      thrum_player_set_muted(player, true),
      thrum_player_pause(player, 0),
      thrum_player_resume(player, 0),
      thrum_player_seek(player, 0),
      thrum_player_set_loop_enabled(player, true),
      thrum_player_set_loop_end(player, 0),
      thrum_player_set_playback_rate(player, 1),
      thrum_player_set_completion_handler(player, completed, NULL),
      thrum_environment_fault(NULL, "suspend app"),
  };
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    if (answers[i] == THRUM_OPERATION_NOT_PERMITTED) continue;
    printf("%s: call %zu returns %d\n", __FILE__, i, answers[i]);
    failures++;
  }
  CHECK(strstr(thrum_last_error(), "fork"));
  CHECK(!thrum_engine_is_running(engine) && thrum_engine_time(engine) == 0 && !thrum_engine_get(engine, 0));
  CHECK(!thrum_player_is_active(player) && thrum_player_duration(player) == 0);
}

enum expected { works, refused };

static int in_child(
    enum expected expected, int generations, thrum_pattern *pattern, thrum_engine *engine, thrum_player *player) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);  // a hang is a failure
    virtual_time_works(pattern);
    if (expected == refused) {
      real_time_is_refused(pattern, engine, player);
      if (generations > 1) failures += in_child(refused, generations - 1, pattern, engine, player);
      thrum_player_free(player);
      thrum_engine_free(engine);
      CHECK(thrum_engine_start(engine) == THRUM_INVALID_HANDLE);
    } else {
      real_time_works(pattern, &engine, &player);
      thrum_engine_free(engine);
    }
    fflush(stdout);
    _exit(failures != 0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  if (status != 0) printf("%s: a child ended with status %#x\n", __FILE__, (unsigned)status);
  return status != 0;
}

int main(void) {
  thrum_pattern *pattern = tap_pattern();
  thrum_engine *engine = NULL;
  thrum_player *player = NULL;
  failures += in_child(works, 1, pattern, NULL, NULL);
  CHECK(thrum_engine_create(NULL, "silent", &engine) == THRUM_OK);  // not started: no threads yet
  failures += in_child(works, 1, pattern, engine, NULL);
  thrum_engine_free(engine);
  real_time_works(pattern, &engine, &player);
  failures += in_child(refused, 2, pattern, engine, player);
  CHECK(thrum_engine_is_running(engine) && thrum_engine_stop(engine) == THRUM_OK);  // the parent's is unharmed
  thrum_engine_free(engine);
  if (failures == 0) printf("C: forked children get an error at once\n");
  return failures != 0;
}
