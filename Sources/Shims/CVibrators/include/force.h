// Force feedback of the Linux kernel (linux/input.h, Documentation/input/ff.rst). Functions return -errno on failure.
#ifndef THRUM_FORCE_H
#define THRUM_FORCE_H

#include <stdint.h>

/// What a device can do.
struct thrum_force_abilities {
  int has_rumble, has_sine, has_haptic; // FF_RUMBLE; FF_PERIODIC with FF_SINE; FF_HAPTIC
  int is_game_pad;                      // BTN_GAMEPAD or BTN_JOYSTICK
  int slots;                            // effects at once
  char name[128];
};

enum thrum_force_kind { THRUM_FORCE_RUMBLE, THRUM_FORCE_SINE, THRUM_FORCE_CLICK };

/// An effect. A click is HID's WAVEFORM_CLICK.
struct thrum_force_effect {
  enum thrum_force_kind kind;
  uint16_t strong, weak;   // rumble; a sine and a click use `strong`
  uint16_t milliseconds;   // of rumble and sine
};

/// Opens a device for reading and writing. Returns its descriptor.
int thrum_force_open(const char *path);
int thrum_force_ask(int device, struct thrum_force_abilities *abilities);
/// Uploads an effect as `id`, or as a new one if it is -1. Returns its id.
int thrum_force_upload(int device, int id, const struct thrum_force_effect *effect);
/// Starts (1) or stops (0) an effect.
int thrum_force_play(int device, int id, int value);
int thrum_force_erase(int device, int id);
void thrum_force_close(int device);

#endif
