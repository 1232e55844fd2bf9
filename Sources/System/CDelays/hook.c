#include "CDelays.h"
#include "CRealtime.h"

// Runs before Swift is ready for more: the function is only noted here, and called when the first test begins.
__attribute__((constructor)) static void note(void) { thrum_library_hook_add(thrum_delays_register); }
