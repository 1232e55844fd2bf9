#include "loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// Serialises loading, which may take long: the loader runs a library's constructors.
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

// The message is written once, then only read.
static const char *problem_of(const struct thrum_library *library, const char *cause) {
  snprintf(library->state->problem, sizeof library->state->problem, "%s cannot be loaded: install %s (%s)", library->file,
           library->package, cause);
  return library->state->problem;
}

static const char *load(const struct thrum_library *library) {
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return problem_of(library, dlerror());
  for (const struct thrum_function *function = library->functions; function->name; function++)
    if (!dlsym(handle, function->name)) return problem_of(library, function->name);
  for (const struct thrum_function *function = library->functions; function->name; function++)
    __atomic_store_n(function->place, dlsym(handle, function->name), __ATOMIC_RELAXED);
  return NULL;
}

const char *thrum_load(const struct thrum_library *library) {
  if (__atomic_load_n(&library->state->is_loaded, __ATOMIC_ACQUIRE)) return NULL;
  pthread_mutex_lock(&turn);
  const char *problem = NULL;
  if (library->state->problem[0]) {
    problem = library->state->problem;
  } else if (!library->state->is_loaded) {
    problem = load(library);
    __atomic_store_n(&library->state->is_loaded, !problem, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&turn);
  return problem;
}

void thrum_need(const struct thrum_library *library) {
  const char *problem = thrum_load(library);
  if (!problem) return;
  fprintf(stderr, "thrum: %s\n", problem);
  exit(69);
}
