#ifndef THRUM_BENCHMARK_BANK_H
#define THRUM_BENCHMARK_BANK_H

#include "reference.h"
#include <stdint.h>

enum { FRAMES = reference_quantum_frames, QUANTA = reference_quanta, LANES = 8, PLACES = 8, CAPACITY = 1024 };

typedef float eight __attribute__((vector_size(32)));
typedef float four __attribute__((vector_size(16)));
typedef int32_t eight_integers __attribute__((vector_size(32)));

/* What the coefficients of a quantum's acceleration are made from: a polynomial, what decays fast; then what the quantum
   leaves behind. */
enum { DECAY = PLACES, SLOW, FAST = SLOW + 2, OUTPUTS };

/* Where the controls have brought eight voices. */
typedef struct {
  eight increment, volts, level;
} aim;

/* Eight voices side by side. A single voice has all lanes: eight quanta side by side. */
typedef struct {
  eight strength, sharpness;
  eight phase;
  aim at;
} group;

/* Constants that the processor reads as operands; what the compiler knows it would keep in registers, of which there
   are too few. */
typedef struct {
  eight half_turns, sine[4];
  /* The places, frames after a quantum's middle (the other four lie before it), and their squares. */
  eight place[PLACES / 2], square[PLACES / 2];
} constants;

struct reference_bank {
  group groups[CAPACITY / LANES];
  /* Turns a frame and volts, each with its change to the next row. */
  four rows[65];
  eight maximum_volts;
  int voices;
  constants constants;
  /* What a unit of the drive at each place adds to each output; what the slow states add to the polynomial; how they go
     on over one, two and four quanta. */
  eight driven[OUTPUTS][PLACES];
  eight slow[PLACES][2];
  eight jump[3][2][2];
  /* The fast pole's powers. */
  eight decay;
  /* What the last eight quanta have left behind. */
  eight left[3];
};

/* oscillators.c: volts at the eight places of a quantum; the lanes are the quanta. */
void reference_oscillate(
    reference_bank *bank, const float *strength_controls, const float *sharpness_controls, eight drive[PLACES]);
/* measure.c: the matrices. Place i + 4 is as long before the quantum's middle as place i is after it. */
void reference_measure(reference_bank *bank, const double *update, const double places[PLACES]);
/* actuator.c: from these volts to eight quanta of acceleration. */
void reference_move(reference_bank *bank, const eight drive[PLACES], float *acceleration);

/* The lanes of `now`, a number of places later, behind the last ones of `before`. */
#define LATER(before, now) __builtin_shufflevector(before, now, 7, 8, 9, 10, 11, 12, 13, 14)
#define TWO_LATER(before, now) __builtin_shufflevector(before, now, 6, 7, 8, 9, 10, 11, 12, 13)
#define FOUR_LATER(before, now) __builtin_shufflevector(before, now, 4, 5, 6, 7, 8, 9, 10, 11)

#endif
