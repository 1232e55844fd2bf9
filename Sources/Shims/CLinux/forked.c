#include "CLinux.h"

#include <pthread.h>

// Written only by a child's single thread, and inherited by its own children.
static volatile int lost;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void in_child(void) { lost = 1; }

// Threads that fork() loses are noticed by a handler, not by comparing process IDs, which are reused and repeat in
// other namespaces.
static void watch(void) { pthread_atfork(NULL, NULL, in_child); }

void thrum_threads_matter(void) { pthread_once(&once, watch); }

int thrum_threads_are_lost(void) { return lost; }
