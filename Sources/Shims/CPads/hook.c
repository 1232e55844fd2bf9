#include "CPads.h"
#include "CLinux.h"

// Runs before the Swift runtime is ready, so it only records the function; the first use of an output calls it.
__attribute__((constructor)) static void note(void) { thrum_library_hook_add(thrum_pads_register); }
