// What ThrumPads needs of C: SDL 2, which is loaded when it is needed, and a function that runs when a program is loaded.
#ifndef THRUM_CPADS_H
#define THRUM_CPADS_H

#include "sdl.h"

/// Written in Swift, in ThrumPads: makes pads known to the engine.
void thrum_pads_register(void);

#endif
