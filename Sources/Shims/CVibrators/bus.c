#include "bus.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "loaded.h"

// From sd-bus.h (LGPL-2.1-or-later), unchanged since systemd 221, so that building needs no systemd.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
  const char *name;
  const char *message;
  int needs_free;
} sd_bus_error;

#define FUNCTIONS(F)                                                                                        \
  F(int, sd_bus_open_user, (sd_bus **bus), (bus))                                                           \
  F(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus))                                               \
  F(int, sd_bus_message_new_method_call,                                                                    \
    (sd_bus *bus, sd_bus_message **message, const char *name, const char *path, const char *interface,      \
     const char *member),                                                                                   \
    (bus, message, name, path, interface, member))                                                          \
  F(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int starts), (message, starts))           \
  F(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value),              \
    (message, type, value))                                                                                 \
  F(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents),         \
    (message, type, contents))                                                                              \
  F(int, sd_bus_message_close_container, (sd_bus_message *message), (message))                              \
  F(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value),                      \
    (message, type, value))                                                                                 \
  F(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message))                           \
  F(int, sd_bus_call,                                                                                       \
    (sd_bus *bus, sd_bus_message *message, uint64_t microseconds, sd_bus_error *error, sd_bus_message **reply), \
    (bus, message, microseconds, error, reply))                                                             \
  F(void, sd_bus_error_free, (sd_bus_error *error), (error))

THRUM_LOADED("libsystemd.so.0", "libsystemd0", FUNCTIONS)

const char *thrum_bus_load(void) { return thrum_load(&library); }

int thrum_bus_open(thrum_bus **bus) {
  int result = sd_bus_open_user(bus);
  return result < 0 ? -result : 0;
}

void thrum_bus_close(thrum_bus *bus) { sd_bus_flush_close_unref(bus); }

static int append(sd_bus_message *message, const char *program, const struct thrum_bus_step *steps, int count) {
  int result = sd_bus_message_append_basic(message, 's', program);
  if (result >= 0) result = sd_bus_message_open_container(message, 'a', "(du)");
  for (int index = 0; index < count && result >= 0; index++) {
    result = sd_bus_message_open_container(message, 'r', "du");
    if (result >= 0) result = sd_bus_message_append_basic(message, 'd', &steps[index].amplitude);
    if (result >= 0) result = sd_bus_message_append_basic(message, 'u', &steps[index].milliseconds);
    if (result >= 0) result = sd_bus_message_close_container(message);
  }
  return result < 0 ? result : sd_bus_message_close_container(message);
}

void thrum_bus_vibrate(thrum_bus *bus, const char *program, const struct thrum_bus_step *steps, int count, int starts,
                       uint64_t microseconds, struct thrum_bus_answer *answer) {
  memset(answer, 0, sizeof *answer);
  sd_bus_message *message = NULL, *reply = NULL;
  sd_bus_error error = {0};
  int result = sd_bus_message_new_method_call(bus, &message, "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback",
                                              "org.sigxcpu.Feedback.Haptic", "Vibrate");
  if (result >= 0) result = sd_bus_message_set_auto_start(message, starts);
  if (result >= 0) result = append(message, program, steps, count);
  if (result >= 0) result = sd_bus_call(bus, message, microseconds, &error, &reply);
  if (result >= 0) result = sd_bus_message_read_basic(reply, 'b', &answer->is_accepted);
  if (result < 0) {
    answer->error = -result;
    snprintf(answer->name, sizeof answer->name, "%s", error.name ? error.name : "");
    snprintf(answer->message, sizeof answer->message, "%s", error.message ? error.message : strerror(-result));
  }
  sd_bus_error_free(&error);
  if (reply) sd_bus_message_unref(reply);
  if (message) sd_bus_message_unref(message);
}
