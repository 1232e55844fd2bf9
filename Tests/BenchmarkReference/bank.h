#ifndef THRUM_BENCHMARK_BANK_H
#define THRUM_BENCHMARK_BANK_H

#include "reference.h"
#include <stdint.h>

enum {
  FRAMES = reference_quantum_frames,
  LANES = 8,
  PLACES = reference_places,
  CAPACITY = 1024,
  DRIVE = reference_drive_states,
  CHAIN = reference_chain_states,
  WIDE = 16,
  TILES = FRAMES / WIDE,
  HISTORY = 16 * FRAMES
};

typedef float eight __attribute__((vector_size(32)));
typedef float four __attribute__((vector_size(16)));
typedef double states __attribute__((vector_size(32)));
typedef int32_t eight_integers __attribute__((vector_size(32)));
/* A register of AVX-512, or two or four narrower ones. */
typedef float wide __attribute__((vector_size(64)));
typedef float wide_anywhere __attribute__((vector_size(64), aligned(4)));
typedef int32_t wide_integers __attribute__((vector_size(64)));

/* Control values of eight voices. */
typedef struct {
  eight increment, full, level;
} aim;

/* Eight voices side by side. A single voice is the first. */
typedef struct {
  eight strength, sharpness;
  eight phase;
  aim at;
} group;

/* Constants in memory, which the processor reads as operands. The compiler would keep known values in registers, and
   there are too few of them. */
typedef struct {
  eight half_turns, sine[4];
  /* The places, frames after a quantum's middle (the other four lie before it), and their squares; all eight. */
  eight place[PLACES / 2], square[PLACES / 2], places;
} constants;

struct reference_bank {
  group groups[CAPACITY / LANES];
  /* Turns per frame and full strength, each with the difference to the next row. */
  four rows[reference_rows];
  constants constants;
  eight volts[DRIVE + PLACES];
  states drive_map[DRIVE + PLACES];
  wide frames[CHAIN + PLACES][TILES];
  states chain_map[CHAIN + PLACES];
  double last_volts[PLACES];
  /* The drive's states; displacement, velocity, current and the blocker's state; the last volts. */
  states drive, chain;
  double last;
  float ceiling, most_volts, peak_before;
  int voices, look_ahead, at;
  /* The limiter's delay: `look_ahead` frames of history from `at` on, then the quantum. */
  float *history;
};

/* oscillators.c: the target accelerations at the eight places of a quantum. */
eight reference_oscillate(reference_bank *bank, float strength_control, float sharpness_control);

#endif
