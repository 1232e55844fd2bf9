// Thrum's functions for GDScript: `library.call_native("standard_varcall", NAME, arguments)`.
//
// A handle is an integer, 0 for none. A function that can fail returns its status or, if it creates something, 0;
// `thrum_gd_error` explains. Results are only returned, so no thread of the library ever enters Godot.
#include <stdlib.h>
#include <string.h>

#include <thrum.h>

#include "gdnative.h"

static const gd_api *api;
#define CALL(type, place) ((type)(api->functions[place]))

#define EXPORT __attribute__((visibility("default")))
/// A function that GDScript calls.
#define PROCEDURE(name) EXPORT gd_variant name(gd_array *arguments)

EXPORT void godot_gdnative_init(gd_init_options *options) {
  api = options->api;
  if (thrum_abi_version() != THRUM_ABI_VERSION) {
    options->report_loading_error(options->library, "libthrum.so.1 has another version than this add-on");
    api = NULL;
  }
}

EXPORT void godot_gdnative_terminate(void *options) {
  (void)options;
  api = NULL;
}

// MARK: Results

static gd_variant integer(int64_t value) {
  gd_variant answer;
  CALL(gd_variant_new_int, GD_VARIANT_NEW_INT)(&answer, value);
  return answer;
}

static gd_variant real(double value) {
  gd_variant answer;
  CALL(gd_variant_new_real, GD_VARIANT_NEW_REAL)(&answer, value);
  return answer;
}

static gd_variant truth(bool value) {
  gd_variant answer;
  CALL(gd_variant_new_bool, GD_VARIANT_NEW_BOOL)(&answer, value);
  return answer;
}

static gd_variant nothing(void) {
  gd_variant answer;
  CALL(gd_variant_new_nil, GD_VARIANT_NEW_NIL)(&answer);
  return answer;
}

static gd_variant text(const char *value) {
  gd_string string;
  gd_variant answer;
  CALL(gd_string_new, GD_STRING_NEW)(&string);
  CALL(gd_string_parse_utf8, GD_STRING_PARSE_UTF8)(&string, value);
  CALL(gd_variant_new_string, GD_VARIANT_NEW_STRING)(&answer, &string);
  CALL(gd_string_destroy, GD_STRING_DESTROY)(&string);
  return answer;
}

// MARK: Arguments; a missing one is 0, false or empty

static gd_variant argument(const gd_array *arguments, int index) {
  if (index >= CALL(gd_array_size, GD_ARRAY_SIZE)(arguments)) return nothing();
  return CALL(gd_array_get, GD_ARRAY_GET)(arguments, index);
}

static int64_t integer_at(const gd_array *arguments, int index) {
  gd_variant value = argument(arguments, index);
  int64_t answer = CALL(gd_variant_as_int, GD_VARIANT_AS_INT)(&value);
  CALL(gd_variant_destroy, GD_VARIANT_DESTROY)(&value);
  return answer;
}

static double real_at(const gd_array *arguments, int index) {
  gd_variant value = argument(arguments, index);
  double answer = CALL(gd_variant_as_real, GD_VARIANT_AS_REAL)(&value);
  CALL(gd_variant_destroy, GD_VARIANT_DESTROY)(&value);
  return answer;
}

static bool truth_at(const gd_array *arguments, int index) {
  gd_variant value = argument(arguments, index);
  bool answer = CALL(gd_variant_as_bool, GD_VARIANT_AS_BOOL)(&value);
  CALL(gd_variant_destroy, GD_VARIANT_DESTROY)(&value);
  return answer;
}

/// Returns a copy, which the caller frees.
static char *text_at(const gd_array *arguments, int index) {
  gd_variant value = argument(arguments, index);
  gd_string string = CALL(gd_variant_as_string, GD_VARIANT_AS_STRING)(&value);
  gd_char_string bytes = CALL(gd_string_utf8, GD_STRING_UTF8)(&string);
  const char *data = CALL(gd_char_string_get_data, GD_CHAR_STRING_GET_DATA)(&bytes);
  char *answer = strdup(data ? data : "");
  CALL(gd_char_string_destroy, GD_CHAR_STRING_DESTROY)(&bytes);
  CALL(gd_string_destroy, GD_STRING_DESTROY)(&string);
  CALL(gd_variant_destroy, GD_VARIANT_DESTROY)(&value);
  return answer;
}

#define HANDLE(type, index) ((type *)(uintptr_t)integer_at(arguments, index))
#define MADE(handle) integer((int64_t)(uintptr_t)(handle))

// MARK: Library and environment

PROCEDURE(thrum_gd_version) { (void)arguments; return text(thrum_version()); }
PROCEDURE(thrum_gd_error) { (void)arguments; return text(thrum_last_error()); }

PROCEDURE(thrum_gd_environment_create) {
  thrum_environment *environment = NULL;
  (void)arguments;
  thrum_environment_create_virtual(&environment);
  return MADE(environment);
}

PROCEDURE(thrum_gd_environment_free) { thrum_environment_free(HANDLE(thrum_environment, 0)); return nothing(); }

PROCEDURE(thrum_gd_environment_advance) {
  return integer(thrum_environment_advance(HANDLE(thrum_environment, 0), real_at(arguments, 1)));
}

PROCEDURE(thrum_gd_environment_timeline) {
  thrum_environment *environment = HANDLE(thrum_environment, 0);
  size_t size = thrum_environment_timeline(environment, false, NULL, 0);
  char *timeline = calloc(size + 1, 1);
  if (!timeline) return text("");
  thrum_environment_timeline(environment, false, timeline, size);
  gd_variant answer = text(timeline);
  free(timeline);
  return answer;
}

// MARK: Engines

/// Arguments: an environment, 0 for the real device, and a device's name, which may be empty.
PROCEDURE(thrum_gd_engine_create) {
  thrum_engine *engine = NULL;
  char *device = text_at(arguments, 1);
  thrum_engine_create(HANDLE(thrum_environment, 0), *device ? device : NULL, &engine);
  free(device);
  return MADE(engine);
}

PROCEDURE(thrum_gd_engine_free) { thrum_engine_free(HANDLE(thrum_engine, 0)); return nothing(); }
PROCEDURE(thrum_gd_engine_start) { return integer(thrum_engine_start(HANDLE(thrum_engine, 0))); }
PROCEDURE(thrum_gd_engine_stop) { return integer(thrum_engine_stop(HANDLE(thrum_engine, 0))); }
PROCEDURE(thrum_gd_engine_is_running) { return truth(thrum_engine_is_running(HANDLE(thrum_engine, 0))); }
PROCEDURE(thrum_gd_engine_mute) {
  return integer(thrum_engine_set(HANDLE(thrum_engine, 0), THRUM_MUTED_FOR_HAPTICS, truth_at(arguments, 1)));
}

// MARK: Patterns and players

PROCEDURE(thrum_gd_pattern_from_ahap) {
  thrum_pattern *pattern = NULL;
  char *ahap = text_at(arguments, 0);
  thrum_pattern_from_ahap(ahap, strlen(ahap), &pattern);
  free(ahap);
  return MADE(pattern);
}

PROCEDURE(thrum_gd_pattern_from_file) {
  thrum_pattern *pattern = NULL;
  char *path = text_at(arguments, 0);
  thrum_pattern_from_file(path, &pattern);
  free(path);
  return MADE(pattern);
}

PROCEDURE(thrum_gd_pattern_from_preset) {
  thrum_pattern *pattern = NULL;
  char *name = text_at(arguments, 0);
  thrum_pattern_from_preset(name, 1, &pattern);
  free(name);
  return MADE(pattern);
}

PROCEDURE(thrum_gd_pattern_free) { thrum_pattern_free(HANDLE(thrum_pattern, 0)); return nothing(); }
PROCEDURE(thrum_gd_pattern_duration) { return real(thrum_pattern_duration(HANDLE(thrum_pattern, 0))); }

/// Creates an advanced player. Arguments: an engine and a pattern.
PROCEDURE(thrum_gd_player_create) {
  thrum_player *player = NULL;
  thrum_player_create(HANDLE(thrum_engine, 0), HANDLE(thrum_pattern, 1), true, &player);
  return MADE(player);
}

PROCEDURE(thrum_gd_player_free) { thrum_player_free(HANDLE(thrum_player, 0)); return nothing(); }
PROCEDURE(thrum_gd_player_start) { return integer(thrum_player_start(HANDLE(thrum_player, 0), 0)); }
PROCEDURE(thrum_gd_player_cancel) { return integer(thrum_player_cancel(HANDLE(thrum_player, 0))); }
PROCEDURE(thrum_gd_player_is_active) { return truth(thrum_player_is_active(HANDLE(thrum_player, 0))); }
PROCEDURE(thrum_gd_player_loop) {
  return integer(thrum_player_set_loop_enabled(HANDLE(thrum_player, 0), truth_at(arguments, 1)));
}

/// Arguments: a player, a control's number and its value.
PROCEDURE(thrum_gd_player_send) {
  thrum_parameter parameter = {(int32_t)integer_at(arguments, 1), real_at(arguments, 2), 0};
  return integer(thrum_player_send_parameters(HANDLE(thrum_player, 0), &parameter, 1, 0));
}
