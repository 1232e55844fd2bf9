// A game pad that is not there: SDL's virtual joystick, whose rumble is written down.
#ifndef VIRTUAL_PAD_H
#define VIRTUAL_PAD_H

#include <stdint.h>

/// What the motors were told.
struct virtual_rumble {
  uint64_t nanoseconds;  // CLOCK_MONOTONIC
  uint16_t low, high;
};

/// Connects a pad, with or without motors. Its index, or −1 without SDL 2.24 or later.
int virtual_pad_connect(int has_motors);

/// Disconnects it.
void virtual_pad_disconnect(int index);

/// Waits until a motor is told `level` of 65 535 or more, for some seconds at most; whether one is.
int virtual_pad_wait(uint16_t level, double seconds);

/// Copies what the motors have been told since the pad was connected; how much there was.
int virtual_pad_told(struct virtual_rumble *told, int most);

#endif
