#include "loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// One at a time; the loader has a lock of its own, and a library's constructors may take long.
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static const char *sentence(const struct thrum_library *library, const char *cause) {
  static char text[4][256];
  static int next;
  char *one = text[next++ & 3];
  snprintf(one, sizeof text[0], "%s cannot be loaded: install %s (%s)", library->file, library->package, cause);
  return one;
}

static const char *load(const struct thrum_library *library) {
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return sentence(library, dlerror());
  for (const struct thrum_function *function = library->functions; function->name; function++) {
    void *found = dlsym(handle, function->name);
    if (!found) return sentence(library, function->name);
    __atomic_store_n(function->place, found, __ATOMIC_RELEASE);
  }
  return NULL;
}

const char *thrum_load(const struct thrum_library *library) {
  pthread_mutex_lock(&turn);
  // The first function's place tells whether it was done; a library that was missing is looked for again.
  const char *problem = __atomic_load_n(library->functions->place, __ATOMIC_ACQUIRE) ? NULL : load(library);
  pthread_mutex_unlock(&turn);
  return problem;
}

void thrum_need(const struct thrum_library *library) {
  const char *problem = thrum_load(library);
  if (!problem) return;
  fprintf(stderr, "thrum: %s\n", problem);
  exit(69);
}
