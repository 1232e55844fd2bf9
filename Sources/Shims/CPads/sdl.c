#include "CPads.h"
#include "loaded.h"

#define FUNCTIONS(F)                                                                                      \
  F(int, SDL_SetHint, (const char *name, const char *value), (name, value))                               \
  F(int, SDL_InitSubSystem, (uint32_t systems), (systems))                                                \
  F(const char *, SDL_GetError, (void), ())                                                               \
  F(int, SDL_NumJoysticks, (void), ())                                                                    \
  F(const char *, SDL_JoystickNameForIndex, (int index), (index))                                         \
  F(SDL_Joystick *, SDL_JoystickOpen, (int index), (index))                                               \
  F(void, SDL_JoystickClose, (SDL_Joystick *pad), (pad))                                                  \
  F(int, SDL_JoystickHasRumble, (SDL_Joystick *pad), (pad))                                               \
  F(int, SDL_JoystickGetAttached, (SDL_Joystick *pad), (pad))                                             \
  F(int, SDL_JoystickRumble, (SDL_Joystick *pad, uint16_t low, uint16_t high, uint32_t milliseconds),     \
    (pad, low, high, milliseconds))                                                                       \
  F(void, SDL_JoystickUpdate, (void), ())                                                                 \
  F(int, SDL_JoystickEventState, (int state), (state))

THRUM_LOADED("libSDL2-2.0.so.0", "libsdl2-2.0-0", FUNCTIONS)

const char *thrum_sdl_load(void) { return thrum_load(&library); }
