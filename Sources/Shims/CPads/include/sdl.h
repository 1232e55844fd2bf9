// The declarations of SDL 2 (SDL_joystick.h, SDL.h, SDL_hints.h, zlib licence) needed for rumble, so that building
// needs no SDL. Unchanged since 2.0.18.
#ifndef THRUM_SDL_H
#define THRUM_SDL_H

#include <stdint.h>

typedef struct _SDL_Joystick SDL_Joystick;

int SDL_SetHint(const char *name, const char *value);
int SDL_InitSubSystem(uint32_t systems);
const char *SDL_GetError(void);
int SDL_NumJoysticks(void);
const char *SDL_JoystickNameForIndex(int index);
SDL_Joystick *SDL_JoystickOpen(int index);
void SDL_JoystickClose(SDL_Joystick *pad);
int SDL_JoystickHasRumble(SDL_Joystick *pad);
int SDL_JoystickGetAttached(SDL_Joystick *pad);
int SDL_JoystickRumble(SDL_Joystick *pad, uint16_t low, uint16_t high, uint32_t milliseconds);
void SDL_JoystickUpdate(void);
int SDL_JoystickEventState(int state);

/// SDL_INIT_JOYSTICK.
#define THRUM_SDL_JOYSTICK 0x00000200u

/// Loads SDL 2. Returns NULL or an error message. Idempotent.
const char *thrum_sdl_load(void);

#endif
