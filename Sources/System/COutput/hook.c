#include "COutput.h"
#include "CRealtime.h"

// Runs before Swift is ready for more: the function is only noted here, and called when outputs are first asked for.
__attribute__((constructor)) static void note(void) { thrum_library_hook_add(thrum_output_register); }
