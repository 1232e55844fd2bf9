// Libraries loaded on first use, so that rendering and linting need none of them.
//
// A library's functions are listed once, as F(type, name, parameters, arguments). The list becomes forwarding
// definitions under the library's own names, so callers and headers stay as they are.
#ifndef THRUM_LOADED_H
#define THRUM_LOADED_H

struct thrum_function {
  const char *name;
  void **place;
};

/// Result of loading a library.
struct thrum_loading {
  int is_loaded;
  char problem[256];
};

struct thrum_library {
  const char *file;                        // for dlopen
  const char *package;                     // on Debian
  const struct thrum_function *functions;  // ends with a null name
  struct thrum_loading *state;
};

/// Loads a library once. Returns NULL or a permanent error message. Any thread; may block.
const char *thrum_load(const struct thrum_library *library);

/// Loads a library for a call that nobody prepared; on failure, prints the problem and exits.
void thrum_need(const struct thrum_library *library);

#define THRUM_PLACE(type, name, parameters, arguments) static type(*place_of_##name) parameters;
#define THRUM_FIND(type, name, parameters, arguments) {#name, (void **)&place_of_##name},
#define THRUM_PASS(type, name, parameters, arguments)                \
  __attribute__((visibility("hidden"))) type name parameters {       \
    if (!place_of_##name) thrum_need(&library);                      \
    return place_of_##name arguments;                                \
  }

/// Defines `library` and the functions of a list.
#define THRUM_LOADED(library_file, debian_package, list)                             \
  list(THRUM_PLACE) static const struct thrum_function functions[] = {list(THRUM_FIND){0, 0}}; \
  static struct thrum_loading loading;                                                         \
  static const struct thrum_library library = {library_file, debian_package, functions, &loading}; \
  list(THRUM_PASS)

#endif
