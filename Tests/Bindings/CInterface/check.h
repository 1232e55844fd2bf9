// What the tests of the C interface share.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>
#include <thrum.h>

static int failures;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, thrum_last_error()); \
      failures++;                                                                     \
    }                                                                                 \
  } while (0)

static const char tap[] = "{\"Version\": 1, \"Pattern\": [{\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\", "
                          "\"EventParameters\": []}}]}";

static thrum_pattern *tap_pattern(void) {
  thrum_pattern *pattern = NULL;
  CHECK(thrum_pattern_from_ahap(tap, strlen(tap), &pattern) == THRUM_OK && pattern);
  return pattern;
}

#endif
