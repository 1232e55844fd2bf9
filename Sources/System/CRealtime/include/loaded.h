// Libraries that are loaded when they are first needed: whoever renders or lints waits for none of them, and needs none.
//
// A library's functions are listed once, as F(type, name, parameters, arguments). The list becomes definitions under the library's own
// names, which pass the call on, so callers and headers stay as they are.
#ifndef THRUM_LOADED_H
#define THRUM_LOADED_H

struct thrum_function {
  const char *name;
  void **place;
};

/// What has come of loading a library.
struct thrum_loading {
  int is_loaded;
  char problem[256];
};

struct thrum_library {
  const char *file;                        // what the dynamic loader looks for
  const char *package;                     // where it comes from, on Debian
  const struct thrum_function *functions;  // the last one has no name
  struct thrum_loading *state;
};

/// Loads a library, once. NULL, or a sentence about what is missing, which stays and is the same each time. Any thread; may block.
const char *thrum_load(const struct thrum_library *library);

/// For a call that came before anybody had looked: loads the library or ends the process with a sentence.
void thrum_need(const struct thrum_library *library);

#define THRUM_PLACE(type, name, parameters, arguments) static type(*place_of_##name) parameters;
#define THRUM_FIND(type, name, parameters, arguments) {#name, (void **)&place_of_##name},
#define THRUM_PASS(type, name, parameters, arguments)                \
  __attribute__((visibility("hidden"))) type name parameters {       \
    if (!place_of_##name) thrum_need(&library);                      \
    return place_of_##name arguments;                                \
  }

/// Defines the functions of a list, and `library`.
#define THRUM_LOADED(library_file, debian_package, list)                             \
  list(THRUM_PLACE) static const struct thrum_function functions[] = {list(THRUM_FIND){0, 0}}; \
  static struct thrum_loading loading;                                                         \
  static const struct thrum_library library = {library_file, debian_package, functions, &loading}; \
  list(THRUM_PASS)

#endif
