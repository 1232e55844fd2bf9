#include "portable.h"

#ifdef __wasm__
void thrum_realtime_enter(void) {}
void thrum_realtime_exit(void) {}
#endif
