#ifndef THRUM_BENCHMARK_REFERENCE_H
#define THRUM_BENCHMARK_REFERENCE_H

/* The machine's speed limit: the renderer's work for continuous events, in C for this processor, by the fastest known
   method. The benchmarks compare its output with the renderer's, and then both times in the same run. It has no other
   use.

   A call renders one quantum of 64 frames, like the renderer's: voices whose strength and sharpness change linearly,
   the drive for their sum, actuator, scale and DC blocker, volume, the limiter's delay, meters, and two channels. A
   voice is smooth over a quantum, so its values at eight Chebyshev places describe it to −130 dB. The rest is linear:
   its effect on 64 frames and on the states after them is a matrix, measured by the bank's creator frame by frame in
   double.

   The limiter itself is missing. The reference only checks, as the renderer does, whether it would have to act. */

enum {
  reference_quantum_frames = 64,
  reference_places = 8,
  reference_rows = 65,
  /* States of the drive, and of the chain: displacement, velocity, current, the blocker's state, the last volts. */
  reference_drive_states = 3,
  reference_chain_states = 5
};

/* Responses to one unit of each input: first the states, then the values at the places. */
typedef struct {
  /* To target accelerations: the volts at the places, and the states after them. */
  float volts[reference_drive_states + reference_places][reference_places];
  double drive_states[reference_drive_states + reference_places][4];
  /* To volts: the frames, and the states after them except the last volts, which are computed from the places. */
  float frames[reference_chain_states + reference_places][reference_quantum_frames];
  double chain_states[reference_chain_states + reference_places][4];
  double last_volts[reference_places];
} reference_maps;

typedef struct {
  float peak, mean_square;
  /* Whether the clamp or the limiter would act, which the reference does not implement. */
  int exceeds;
} reference_meters;

/* A bank of voices, 1 or a multiple of 8, at most 1024. A voice's strength is squared. Its sharpness selects turns per
   frame and the acceleration at full strength, from a table of 65 rows. */
typedef struct reference_bank reference_bank;

/* The places, in frames from the start of the quantum. */
void reference_get_places(double places[reference_places]);

/* Null if memory is exhausted. */
reference_bank *reference_make(
    int voices, const double *rows, const reference_maps *maps, int look_ahead, float ceiling, float most_volts);
void reference_free(reference_bank *bank);

/* Sets a voice's own strength and sharpness, 0 to 1. */
void reference_set(reference_bank *bank, int voice, float strength, float sharpness);

/* Sets the initial controls of all voices: a factor of the strength, and an addition to the sharpness. */
void reference_begin(reference_bank *bank, float strength_control, float sharpness_control);

/* Renders a quantum, over which the controls change linearly to these values. */
reference_meters reference_render(
    reference_bank *bank, float strength_control, float sharpness_control, float *left, float *right);

#endif
