#include "VirtualPad.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

// SDL_VirtualJoystickDesc of SDL_joystick.h, since 2.24.
struct description {
  uint16_t version, type, axes, buttons, hats, vendor, product, padding;
  uint32_t button_mask, axis_mask;
  const char *name;
  void *userdata;
  void (*update)(void *);
  void (*set_player)(void *, int);
  int (*rumble)(void *, uint16_t, uint16_t);
  int (*rumble_triggers)(void *, uint16_t, uint16_t);
  int (*set_led)(void *, uint8_t, uint8_t, uint8_t);
  int (*send_effect)(void *, const void *, int);
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static uint16_t strongest; // of the two motors, now
static struct virtual_rumble all[1 << 16];
static int count;
static void *sdl;
static int success; // expected result of `rumble`: 0, or 1 under sdl2-compat, where SDL 3 passes it on as a boolean

static int rumble(void *userdata, uint16_t low, uint16_t high) {
  (void)userdata;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  pthread_mutex_lock(&turn);
  if (count < 1 << 16)
    all[count++] = (struct virtual_rumble){(uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec, low, high};
  strongest = low > high ? low : high;
  pthread_cond_broadcast(&moved);
  pthread_mutex_unlock(&turn);
  return success;
}

int virtual_pad_wait(uint16_t level, double seconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += (time_t)seconds;
  pthread_mutex_lock(&turn);
  while (strongest < level && !pthread_cond_timedwait(&moved, &turn, &until)) {
  }
  int result = strongest >= level;
  pthread_mutex_unlock(&turn);
  return result;
}

int virtual_pad_connect(int has_motors) {
  if (!sdl) sdl = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!sdl) return -1;
  int (*set_hint)(const char *, const char *) = dlsym(sdl, "SDL_SetHint");
  int (*begin)(uint32_t) = dlsym(sdl, "SDL_InitSubSystem");
  int (*attach)(const struct description *) = dlsym(sdl, "SDL_JoystickAttachVirtualEx");
  if (!set_hint || !begin || !attach) return -1;
  set_hint("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1");
  if (begin(0x200) != 0) return -1;
  uint8_t version[3] = {0}; // SDL_version.h; sdl2-compat reports 2.30.50 or later, with a patch level of at least 50
  void (*get_version)(uint8_t *) = dlsym(sdl, "SDL_GetVersion");
  if (get_version) get_version(version);
  success = version[2] >= 50;
  struct description pad = {.version = 1, .type = 1, .axes = 6, .buttons = 15, .name = "Virtual pad"};
  if (has_motors) pad.rumble = rumble;
  pthread_mutex_lock(&turn);
  count = strongest = 0;
  pthread_mutex_unlock(&turn);
  return attach(&pad);
}

void virtual_pad_disconnect(int index) {
  int (*detach)(int) = dlsym(sdl, "SDL_JoystickDetachVirtual");
  void (*end)(uint32_t) = dlsym(sdl, "SDL_QuitSubSystem");
  if (detach) detach(index);
  if (end) end(0x200);
}

int virtual_pad_told(struct virtual_rumble *told, int most) {
  pthread_mutex_lock(&turn);
  int copied = count < most ? count : most;
  memcpy(told, all, (size_t)copied * sizeof *told);
  pthread_mutex_unlock(&turn);
  return copied;
}
