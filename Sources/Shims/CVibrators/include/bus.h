// Calls to org.sigxcpu.Feedback.Haptic on the session bus. Each connection belongs to one thread at a time.
#ifndef THRUM_BUS_H
#define THRUM_BUS_H

#include <stdint.h>

typedef struct sd_bus thrum_bus;

struct thrum_bus_step {
  double amplitude;  // 0…1
  uint32_t milliseconds;
};

/// Result of a call: an error as D-Bus names it, or 0 and the daemon's answer.
struct thrum_bus_answer {
  int error;       // 0 or an errno
  int is_accepted; // the daemon's “success”
  char name[96];   // of the D-Bus error; may be empty
  char message[256];
};

/// Loads systemd's library. Returns NULL or an error message. Idempotent.
const char *thrum_bus_load(void);

/// Connects to the session bus. Returns 0 or an errno.
int thrum_bus_open(thrum_bus **bus);

/// Calls Vibrate, which replaces this program's last vibration. Without steps, ends it. Waits for the answer. The bus
/// starts the daemon if `starts` is 1.
void thrum_bus_vibrate(thrum_bus *bus, const char *program, const struct thrum_bus_step *steps, int count, int starts,
                       uint64_t microseconds, struct thrum_bus_answer *answer);

void thrum_bus_close(thrum_bus *bus);

#endif
