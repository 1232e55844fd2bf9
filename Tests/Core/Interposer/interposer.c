#define _GNU_SOURCE
#include "Interposer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define THRUM_NO_INTERPOSER 1
#endif
#endif

static __thread int counting;
static __thread struct thrum_counts counts;

void thrum_interposer_begin(void) {
  counts = (struct thrum_counts){0};
  counting = 1;
}

struct thrum_counts thrum_interposer_end(void) {
  counting = 0;
  return counts;
}

#if defined(THRUM_NO_INTERPOSER) || !defined(__GLIBC__)

int thrum_interposer_is_active(void) { return 0; }

#else

int thrum_interposer_is_active(void) { return 1; }

// glibc's own names for its allocator: forwarding by name would need a lookup, which allocates.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  if (counting) counts.allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (counting) counts.allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  if (counting) counts.allocations++;
  return __libc_realloc(memory, size);
}

void free(void *memory) {
  if (counting) counts.frees++;
  __libc_free(memory);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*next)(pthread_mutex_t *);
  if (counting) counts.locks++;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  return next(mutex);
}

#if defined(__x86_64__)

// Swift's reference counting. On other architectures its calling convention cannot be expressed in C.
void *swift_retain(void *object) {
  static void *(*next)(void *);
  if (counting) counts.retains++;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "swift_retain");
  return next(object);
}

void swift_release(void *object) {
  static void (*next)(void *);
  if (counting) counts.releases++;
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "swift_release");
  next(object);
}

#endif
#endif
