// Tells the engine, when a program is loaded that has ThrumOutput in it, that it is there.
#ifndef THRUM_COUTPUTHOOK_H
#define THRUM_COUTPUTHOOK_H

/// Written in Swift, in ThrumOutput: makes devices and sounds known to the engine.
void thrum_output_register(void);

#endif
