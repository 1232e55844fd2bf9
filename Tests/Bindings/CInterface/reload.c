// A plug-in host: loads the library, plays, closes the library, and loads it again. Exits with 0 if every check
// passes. Usage: reload LIBRARY
#include <dlfcn.h>
#include <stdio.h>
#include <thrum.h>

static int failures;

#define CHECK(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                               \
    }                                                           \
  } while (0)

// Looks up a library function, and declares a pointer with its name and type.
#define FIND(name)                                 \
  __typeof__(&name) name##_;                       \
  do {                                             \
    *(void **)&name##_ = dlsym(library, #name);    \
    if (!name##_) return printf("no " #name "\n"), 1; \
  } while (0)

static int play(void *library) {
  FIND(thrum_environment_create_virtual);
  FIND(thrum_environment_advance);
  FIND(thrum_environment_free);
  FIND(thrum_engine_create);
  FIND(thrum_engine_start);
  FIND(thrum_engine_play);
  FIND(thrum_engine_free);
  FIND(thrum_pattern_from_preset);
  FIND(thrum_pattern_free);
  thrum_environment *phone = NULL;
  thrum_pattern *pattern = NULL;
  CHECK(thrum_environment_create_virtual_(&phone) == THRUM_OK);
  CHECK(thrum_pattern_from_preset_("impact-light", 1, &pattern) == THRUM_OK);
  // One engine on the machine's clock and one in virtual time, which together use every queue and thread of an engine.
  thrum_environment *environments[] = {NULL, phone};
  for (int i = 0; i < 2; i++) {
    thrum_engine *engine = NULL;
    CHECK(thrum_engine_create_(environments[i], i == 0 ? "silent" : NULL, &engine) == THRUM_OK);
    CHECK(thrum_engine_start_(engine) == THRUM_OK);
    CHECK(thrum_engine_play_(engine, pattern) == THRUM_OK);
    CHECK(thrum_environment_advance_(phone, 1) == THRUM_OK);
    thrum_engine_free_(engine);
  }
  thrum_pattern_free_(pattern);
  thrum_environment_free_(phone);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  for (int i = 0; i < 5; i++) {
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return printf("%s\n", dlerror()), 1;
    failures += play(library);
    CHECK(dlclose(library) == 0);
    // Threads of the engines still wait in the library's code, so it must stay loaded.
    void *kept = dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD);
    CHECK(kept != NULL);
    if (kept) dlclose(kept);
  }
  if (failures == 0) printf("C: loaded, let go and loaded again\n");
  return failures != 0;
}
