// A virtual game pad: SDL's virtual joystick with a record of its rumble levels.
#ifndef VIRTUAL_PAD_H
#define VIRTUAL_PAD_H

#include <stdint.h>

/// Motor levels at a time.
struct virtual_rumble {
  uint64_t nanoseconds;  // CLOCK_MONOTONIC
  uint16_t low, high;
};

/// Connects a pad, with or without motors. Returns its index, or −1 without SDL 2.24 or later.
int virtual_pad_connect(int has_motors);

void virtual_pad_disconnect(int index);

/// Waits up to `seconds` until a motor reaches `level` of 65 535. Returns whether one does.
int virtual_pad_wait(uint16_t level, double seconds);

/// Copies the levels recorded since the pad was connected. Returns their number.
int virtual_pad_told(struct virtual_rumble *told, int most);

#endif
