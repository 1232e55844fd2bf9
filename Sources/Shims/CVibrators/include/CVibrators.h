// C parts of ThrumVibrators: D-Bus through systemd's library, loaded on demand, and force feedback through evdev.
#ifndef THRUM_CVIBRATORS_H
#define THRUM_CVIBRATORS_H

#include "bus.h"
#include "force.h"

/// Registers vibrators with the engine. Implemented in ThrumVibrators.
void thrum_vibrators_register(void);

#endif
