// C parts of ThrumPads: SDL 2, loaded on demand, and a function that runs at load time.
#ifndef THRUM_CPADS_H
#define THRUM_CPADS_H

#include "sdl.h"

/// Registers pads with the engine. Implemented in ThrumPads.
void thrum_pads_register(void);

#endif
