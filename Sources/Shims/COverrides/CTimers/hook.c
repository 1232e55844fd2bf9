#include "CLinux.h"
#include "CTimers.h"

// Runs before the Swift runtime is ready, so it only records the function; the first test calls it.
__attribute__((constructor)) static void note(void) { thrum_library_hook_add(thrum_timers_register); }
