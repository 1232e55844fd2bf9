#ifndef THRUM_BENCHMARK_REFERENCE_H
#define THRUM_BENCHMARK_REFERENCE_H

/* What a machine can do: the renderer's work for continuous events, in C for the processor at hand, by the best method known
   here. The benchmarks hold the renderer against it in the same run, after they have compared both outputs. Not meant for
   anything else.

   A call renders one quantum of 64 frames, like the renderer's: voices whose strength and sharpness go in straight lines; the
   drive that gives their sum; actuator, scale and DC blocker; volume, the limiter's delay, meters; two channels. A voice is
   smooth over a quantum, so its values at eight Chebyshev places say all of it to −130 dB. What follows is linear: its effect on
   64 frames and on the states after them is a matrix, which whoever makes a bank has measured, frame by frame in double.

   The limiter itself is not there: the reference asks, as the renderer does, whether it would have to act, and says so. */

enum {
  reference_quantum_frames = 64,
  reference_places = 8,
  reference_rows = 65,
  /* States of the drive, and of what follows: displacement, velocity, current, the blocker's state, the last volts. */
  reference_drive_states = 3,
  reference_chain_states = 5
};

/* What one unit of each input makes: the states first, then the values at the places. */
typedef struct {
  /* Of wanted accelerations: the volts at the places, and the states after. */
  float volts[reference_drive_states + reference_places][reference_places];
  double drive_states[reference_drive_states + reference_places][4];
  /* Of volts: the frames, and the states after but for the last volts, which are one of 64 frames' own. */
  float frames[reference_chain_states + reference_places][reference_quantum_frames];
  double chain_states[reference_chain_states + reference_places][4];
  double last_volts[reference_places];
} reference_maps;

typedef struct {
  float peak, mean_square;
  /* Whether the clamp or the limiter would have to act, which the reference does not do. */
  int exceeds;
} reference_meters;

/* A bank of voices, 1 or a multiple of 8, at most 1024. A voice's strength is squared; its sharpness is read as turns a frame and the
   acceleration of full strength from a table of 65 rows. */
typedef struct reference_bank reference_bank;

/* The places, frames from the quantum's begin. */
void reference_get_places(double places[reference_places]);

/* Null when there is no memory. */
reference_bank *reference_make(
    int voices, const double *rows, const reference_maps *maps, int look_ahead, float ceiling, float most_volts);
void reference_free(reference_bank *bank);

/* Sets a voice's own strength and sharpness, 0 to 1. */
void reference_set(reference_bank *bank, int voice, float strength, float sharpness);

/* Puts the controls of all voices where they begin: a factor of the strength, and what is added to the sharpness. */
void reference_begin(reference_bank *bank, float strength_control, float sharpness_control);

/* Renders a quantum, over which the controls go in straight lines to these. */
reference_meters reference_render(
    reference_bank *bank, float strength_control, float sharpness_control, float *left, float *right);

#endif
