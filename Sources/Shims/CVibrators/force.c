#include "force.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// From linux/input.h and linux/input-event-codes.h of Linux 6.18.
#ifndef FF_HAPTIC
#define FF_HAPTIC 0x4f
#endif
struct haptic_effect {
  uint16_t hid_usage;
  uint16_t vendor_id;
  uint8_t vendor_waveform_page;
  uint16_t intensity; // percent
  uint16_t repeat_count;
  uint16_t retrigger_period;
};
_Static_assert(sizeof(struct haptic_effect) == 12, "as in the kernel");
_Static_assert(sizeof(struct haptic_effect) <= sizeof(((struct ff_effect *)0)->u), "fits into the kernel's union");

/// HID usage tables 1.5, chapter 23 (haptics).
enum { waveform_click = 0x1003 };
/// Period of a sine, ms: 143 Hz, in the middle of the sharpness range.
enum { sine_period = 7 };

static int result_of(int result) { return result < 0 ? -errno : result; }

static int has(const unsigned char *bits, int number) { return bits[number / 8] >> (number % 8) & 1; }

int thrum_force_open(const char *path) { return result_of(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)); }

void thrum_force_close(int device) { close(device); }

int thrum_force_ask(int device, struct thrum_force_abilities *abilities) {
  unsigned char effects[FF_CNT / 8 + 1] = {0}, keys[KEY_CNT / 8 + 1] = {0};
  memset(abilities, 0, sizeof *abilities);
  int result = result_of(ioctl(device, EVIOCGBIT(EV_FF, sizeof effects), effects));
  if (result < 0) return result;
  abilities->has_rumble = has(effects, FF_RUMBLE);
  abilities->has_sine = has(effects, FF_PERIODIC) && has(effects, FF_SINE);
  abilities->has_haptic = has(effects, FF_HAPTIC);
  if (ioctl(device, EVIOCGBIT(EV_KEY, sizeof keys), keys) >= 0)
    abilities->is_game_pad = has(keys, BTN_GAMEPAD) || has(keys, BTN_JOYSTICK);
  if (ioctl(device, EVIOCGNAME(sizeof abilities->name - 1), abilities->name) < 0) abilities->name[0] = 0;
  result = result_of(ioctl(device, EVIOCGEFFECTS, &abilities->slots));
  return result < 0 ? result : 0;
}

int thrum_force_upload(int device, int id, const struct thrum_force_effect *effect) {
  struct ff_effect data = {.id = (int16_t)id, .replay.length = effect->milliseconds};
  switch (effect->kind) {
  case THRUM_FORCE_RUMBLE:
    data.type = FF_RUMBLE;
    data.u.rumble.strong_magnitude = effect->strong;
    data.u.rumble.weak_magnitude = effect->weak;
    break;
  case THRUM_FORCE_SINE:
    data.type = FF_PERIODIC;
    data.direction = 0x4000;
    data.u.periodic.waveform = FF_SINE;
    data.u.periodic.period = sine_period;
    data.u.periodic.magnitude = (int16_t)(effect->strong / 2);
    break;
  case THRUM_FORCE_CLICK: {
    struct haptic_effect click = {.hid_usage = waveform_click, .intensity = (uint16_t)(effect->strong * 100u / 65535)};
    data.type = FF_HAPTIC;
    data.replay.length = 0;
    memcpy(&data.u, &click, sizeof click);
    break;
  }
  }
  int result = result_of(ioctl(device, EVIOCSFF, &data));
  return result < 0 ? result : data.id;
}

int thrum_force_play(int device, int id, int value) {
  struct input_event event = {.type = EV_FF, .code = (uint16_t)id, .value = value};
  ssize_t written = write(device, &event, sizeof event);
  return written < 0 ? -errno : 0;
}

int thrum_force_erase(int device, int id) { return result_of(ioctl(device, EVIOCRMFF, (long)id)); }
