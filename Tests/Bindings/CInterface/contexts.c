// Tests that every context is released once, after its last call, in any order of frees; and that freed environments
// leave nothing behind. Exits with 0 if every check passes.
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"

static thrum_environment *device;
static thrum_engine *engine;
static thrum_player *player;

struct context {
  atomic_int calls, releases, isInside;
  /// Called in the next callback or in the release.
  void (*act)(struct context *);
  void (*at_release)(struct context *);
};

static void called(struct context *context) {
  if (context->releases || context->isInside++) failures++;
  context->calls++;
  void (*act)(struct context *) = context->act;
  context->act = NULL;
  if (act) act(context);
  if (context->releases) failures++;
  context->isInside--;
}
static void completed(void *context, thrum_status status, const char *message) {
  (void)status, (void)message;
  called(context);
}
static void stopped(void *context, int32_t reason) {
  (void)reason;
  called(context);
}
static void reset(void *context) { called(context); }
static int32_t finished(void *context) {
  called(context);
  return THRUM_FINISHED_LEAVE_ENGINE_RUNNING;
}
static void released(void *pointer) {
  struct context *context = pointer;
  if (context->isInside) failures++;
  context->releases++;
  if (context->at_release) context->at_release(context);
}

static void begin(void) {
  thrum_pattern *pattern = tap_pattern();
  CHECK(thrum_environment_create_virtual(&device) == THRUM_OK);
  CHECK(thrum_engine_create(device, NULL, &engine) == THRUM_OK && thrum_engine_start(engine) == THRUM_OK);
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  thrum_pattern_free(pattern);
}

static void end(void) {
  thrum_player_free(player);
  thrum_engine_free(engine);
  thrum_environment_free(device);
}

#define COUNTS(context, c, r) CHECK((context).calls == (c) && (context).releases == (r))

static void replaced_and_removed(void) {
  begin();
  struct context a = {0}, b = {0}, c = {0}, d = {0};
  CHECK(thrum_player_set_completion_handler_releasing(player, completed, &a, released) == THRUM_OK);
  CHECK(thrum_engine_set_stopped_handler_releasing(engine, stopped, &c, released) == THRUM_OK);
  CHECK(thrum_engine_set_reset_handler_releasing(engine, reset, &d, released) == THRUM_OK);
  thrum_player_start(player, 0);
  thrum_environment_advance(device, 1);
  COUNTS(a, 1, 0);
  CHECK(thrum_player_set_completion_handler_releasing(player, completed, &b, released) == THRUM_OK);
  COUNTS(a, 1, 1);
  thrum_player_start(player, 0);
  thrum_environment_advance(device, 1);
  COUNTS(b, 1, 0);
  CHECK(thrum_player_set_completion_handler(player, NULL, NULL) == THRUM_OK);
  CHECK(thrum_engine_set_stopped_handler(engine, NULL, NULL) == THRUM_OK);
  CHECK(thrum_engine_set_reset_handler(engine, NULL, NULL) == THRUM_OK);
  COUNTS(b, 1, 1);
  COUNTS(c, 0, 1);
  COUNTS(d, 0, 1);
  end();
  COUNTS(a, 1, 1);
  COUNTS(b, 1, 1);
}

static void a_freed_player_completes_first(void) {
  begin();
  struct context a = {0};
  thrum_player_set_completion_handler_releasing(player, completed, &a, released);
  thrum_player_start(player, 0);
  thrum_player_free(player);
  COUNTS(a, 0, 0);
  thrum_environment_advance(device, 1);
  COUNTS(a, 1, a.releases);
  thrum_engine_set_reset_handler(engine, NULL, NULL);  // any call for the engine
  COUNTS(a, 1, 1);
  end();
  COUNTS(a, 1, 1);
}

static void called_once(void) {
  begin();
  struct context a = {0}, b = {0}, c = {0}, d = {0};
  CHECK(thrum_engine_stop_async_releasing(engine, completed, &a, released) == THRUM_OK);
  CHECK(thrum_engine_start_async_releasing(engine, completed, &b, released) == THRUM_OK);
  COUNTS(a, 0, 0);
  thrum_environment_advance(device, 1);
  COUNTS(a, 1, 1);
  COUNTS(b, 1, 1);
  CHECK(thrum_engine_notify_when_players_finished_releasing(engine, finished, &c, released) == THRUM_OK);
  thrum_environment_advance(device, 1);
  COUNTS(c, 1, 1);
  thrum_player_start(player, 0);
  CHECK(thrum_engine_notify_when_players_finished_releasing(engine, finished, &d, released) == THRUM_OK);
  thrum_engine_free(engine);  // before the player has finished
  COUNTS(d, 0, 1);
  end();
  COUNTS(d, 0, 1);
}

static void fail(struct context *context) {
  (void)context;
  CHECK(thrum_engine_set(engine, 77, true) == THRUM_INVALID_ARGUMENT);
}

static void failed_calls(void) {
  begin();
  struct context a = {.at_release = fail};
  CHECK(thrum_player_set_completion_handler_releasing(NULL, completed, &a, released) == THRUM_INVALID_HANDLE);
  CHECK(strstr(thrum_last_error(), "player"));  // not the release's error
  COUNTS(a, 0, 1);
  CHECK(thrum_engine_start_async_releasing(NULL, completed, &a, released) == THRUM_INVALID_HANDLE);
  COUNTS(a, 0, 2);
  CHECK(thrum_engine_set_reset_handler_releasing(engine, NULL, &a, released) == THRUM_OK);
  COUNTS(a, 0, 3);
  thrum_environment_fault(device, "fail notifyWhenPlayersFinished resourceNotAvailable 1");
  thrum_status status = thrum_engine_notify_when_players_finished_releasing(engine, finished, &a, released);
  CHECK(status == THRUM_RESOURCE_NOT_AVAILABLE);
  COUNTS(a, 0, 4);
  thrum_pattern *pattern = tap_pattern();
  thrum_player *basic = NULL;
  CHECK(thrum_player_create(engine, pattern, false, &basic) == THRUM_OK);
  CHECK(thrum_player_set_completion_handler_releasing(basic, completed, &a, released) == THRUM_NOT_SUPPORTED);
  COUNTS(a, 0, 5);
  thrum_player_free(basic);
  thrum_pattern_free(pattern);
  end();
  COUNTS(a, 0, 5);
}

static void orders_of_frees(void) {
  for (int order = 0; order < 6; order++) {
    for (int is_playing = 0; is_playing < 2; is_playing++) {
      begin();
      struct context a = {0}, b = {0}, c = {0};
      thrum_player_set_completion_handler_releasing(player, completed, &a, released);
      thrum_engine_set_stopped_handler_releasing(engine, stopped, &b, released);
      thrum_engine_set_reset_handler_releasing(engine, reset, &c, released);
      if (is_playing) thrum_player_start(player, 0);
      for (int step = 0; step < 3; step++) {
        switch ((order % 3 + (order < 3 ? step : 3 - step)) % 3) {
          case 0: thrum_player_free(player); break;
          case 1: thrum_engine_free(engine); COUNTS(a, 0, 1); break;
          default: thrum_environment_free(device); break;
        }
      }
      COUNTS(a, 0, 1);
      COUNTS(b, 0, 1);
      COUNTS(c, 0, 1);
    }
  }
}

static struct context next;
static void replace(struct context *context) {
  thrum_player_set_completion_handler_releasing(player, completed, &next, released);
  CHECK(context->releases == 0);
}
static void free_all(struct context *context) {
  end();
  CHECK(context->releases == 0);
}
static void call_back(struct context *context) {
  (void)context;
  CHECK(thrum_engine_is_running(engine));
  CHECK(thrum_environment_advance(device, 1) == THRUM_OPERATION_NOT_PERMITTED);
  CHECK(thrum_player_set_muted(player, true) == THRUM_OK);
}

static void from_callbacks(void) {
  begin();
  struct context a = {.act = replace}, b = {.act = free_all}, c = {.at_release = call_back};
  thrum_player_set_completion_handler_releasing(player, completed, &a, released);
  thrum_player_start(player, 0);
  thrum_environment_advance(device, 1);
  COUNTS(a, 1, a.releases);
  COUNTS(next, 0, 0);
  thrum_player_set_completion_handler_releasing(player, completed, &c, released);
  COUNTS(a, 1, 1);
  COUNTS(next, 0, 1);
  thrum_player_set_completion_handler_releasing(player, completed, &b, released);
  COUNTS(c, 0, 1);
  thrum_player_start(player, 0);
  thrum_environment_advance(device, 1);
  COUNTS(b, 1, 1);
}

// In real time: threads replace the handlers of players that never rest.

enum { hammers = 3, contexts_each = 400 };
static struct context many[hammers][contexts_each];
static thrum_player *players[hammers];

static void again(struct context *context) {
  size_t hammer = (size_t)(context - many[0]) / contexts_each;
  thrum_player_start(players[hammer], 0);
}

static void *hammer(void *argument) {
  size_t index = (size_t)argument;
  for (int i = 0; i < contexts_each; i++) {
    many[index][i].act = again;
    thrum_player_set_completion_handler_releasing(players[index], completed, &many[index][i], released);
    thrum_player_start(players[index], 0);
    if (i % 40 == 0) {
      // At least every fortieth handler is called, by the end of a playback.
      struct timespec moment = {0, 1000000};
      for (int wait = 0; many[index][i].calls == 0 && wait < 10000; wait++) nanosleep(&moment, NULL);
      if (many[index][i].calls == 0) failures++;
    }
  }
  return NULL;
}

static void in_real_time(void) {
  thrum_pattern *pattern = tap_pattern();
  CHECK(thrum_engine_create(NULL, "silent", &engine) == THRUM_OK && thrum_engine_start(engine) == THRUM_OK);
  pthread_t threads[hammers];
  for (size_t i = 0; i < hammers; i++) {
    CHECK(thrum_player_create(engine, pattern, true, &players[i]) == THRUM_OK);
    CHECK(pthread_create(&threads[i], NULL, hammer, (void *)i) == 0);
  }
  for (int i = 0; i < hammers; i++) pthread_join(threads[i], NULL);
  thrum_player_free(players[0]);
  thrum_engine_free(engine);
  for (int i = 0; i < hammers; i++) {
    thrum_player_free(players[i]);
    for (int j = 0; j < contexts_each; j++) CHECK(many[i][j].releases == 1);
  }
  thrum_pattern_free(pattern);
}

// A callback that frees its own engine, and then runs for some time.

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int has_freed;

static void free_and_run(struct context *context) {
  thrum_engine_free(engine);
  has_freed = 1;
  pthread_mutex_lock(&gate);  // until the test is about to wait
  pthread_mutex_unlock(&gate);
  CHECK(context->releases == 0);
  thrum_wait_for_callbacks();  // returns at once in a callback
}

static void freed_by_its_callback(void) {
  thrum_pattern *pattern = tap_pattern();
  struct context a = {.act = free_and_run};
  pthread_mutex_lock(&gate);
  CHECK(thrum_engine_create(NULL, "silent", &engine) == THRUM_OK && thrum_engine_start(engine) == THRUM_OK);
  CHECK(thrum_player_create(engine, pattern, true, &player) == THRUM_OK);
  thrum_player_set_completion_handler_releasing(player, completed, &a, released);
  thrum_player_start(player, 0);
  struct timespec moment = {0, 1000000};
  for (int i = 0; i < 20000 && !has_freed; i++) nanosleep(&moment, NULL);
  CHECK(has_freed);
  COUNTS(a, 1, 0);
  pthread_mutex_unlock(&gate);
  thrum_wait_for_callbacks();
  COUNTS(a, 1, 1);
  thrum_player_free(player);
  thrum_pattern_free(pattern);
}

// Environments

static size_t in_use(void) { return mallinfo2().uordblks; }

static void freed_environments(void) {
  enum { cycles = 6000, most_each = 300 };
  size_t before = 0;
  for (int i = 0; i < cycles + 100; i++) {
    if (i == 100) before = in_use();
    thrum_environment *place = NULL;
    thrum_engine *running = NULL;
    CHECK(thrum_environment_create_virtual(&place) == THRUM_OK);
    CHECK(thrum_engine_create(place, NULL, &running) == THRUM_OK && thrum_engine_start(running) == THRUM_OK);
    thrum_engine_free(running);
    thrum_environment_free(place);
  }
  // Timers of freed environments still end, 20 ms later on an idle machine.
  struct timespec moment = {0, 10000000};
  for (int i = 0; i < 6000 && in_use() > before + cycles * most_each; i++) nanosleep(&moment, NULL);
  size_t after = in_use();
  printf("C: %d freed environments leave %.0f bytes each\n", cycles, ((double)after - (double)before) / cycles);
  CHECK(after <= before + cycles * most_each);
}

int main(void) {
  replaced_and_removed();
  a_freed_player_completes_first();
  called_once();
  failed_calls();
  orders_of_frees();
  from_callbacks();
  in_real_time();
  freed_by_its_callback();
  freed_environments();
  if (failures == 0) printf("C: every context is released once, after its last call\n");
  return failures != 0;
}
