#ifndef THRUM_BENCHMARK_BANK_H
#define THRUM_BENCHMARK_BANK_H

#include "reference.h"

enum { FRAMES = 64, LANES = 16, CAPACITY = 1024, BLOCK = 8 };

typedef float lanes __attribute__((vector_size(64)));
typedef int32_t lane_integers __attribute__((vector_size(64)));
typedef float eight __attribute__((vector_size(32)));

struct reference_bank {
  /* Voices side by side, in groups of 16. */
  float strength[CAPACITY], sharpness[CAPACITY];
  float phase[CAPACITY], increment[CAPACITY], amplitude[CAPACITY];
  /* Turns a frame and volts, each with its change to the next row. */
  float rows[65][4];
  int voices;
  float strength_control, sharpness_control;
  /* The actuator, eight blocks of eight frames: see actuator.c. Columns are displacement, velocity, current, then nine
     values of the drive. */
  eight output[BLOCK][12];
  eight push[3][9];
  eight jump[3][3][3];
  eight powers[3][3];
  double whole[3][3];
  double state[3];
  float last_drive;
};

/* Both sides see a quantum as eight blocks of eight frames: drive[n] holds frame n of each block, so that the blocks'
   recursion is a prefix sum in three steps. */
void reference_oscillate(reference_bank *bank, float strength_control, float sharpness_control, eight drive[BLOCK]);
void reference_prepare_actuator(reference_bank *bank, const double *update);
void reference_move(reference_bank *bank, const eight drive[BLOCK], float *acceleration);

#endif
