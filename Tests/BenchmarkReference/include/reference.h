#ifndef THRUM_BENCHMARK_REFERENCE_H
#define THRUM_BENCHMARK_REFERENCE_H

/* What a machine can do: ramped sines into one resonant actuator, written for the processor at hand by the best method
   known here. The benchmarks hold the renderer against it in the same run, after they have compared both accelerations.
   Not meant for anything else.

   Time goes in quanta of 64 frames, eight of them a call. A voice, and so the sum of all, is smooth over a quantum: its
   values at eight Chebyshev places tell it to −130 dB. The actuator's answer to them is smooth too, except for what
   the coil's own time constant leaves of the quantum before, a few frames long: it is a polynomial of seventh degree
   and one decaying term, whose coefficients are a matrix times the eight values and the state. The matrix comes from
   the exact first-order hold, frame by frame in double. So a voice costs eight sines a quantum instead of 64, and the
   actuator about one vector operation a frame. This holds for voices up to 250 Hz at 48 000 frames a second, and for an
   actuator of one slow oscillation and one fast decay, gone after eight frames. */

/* A bank of voices. A voice's strength and sharpness go in a straight line from quantum to quantum; its strength is
   squared, its sharpness is read as a frequency and a level from a table of 65 rows. */
typedef struct reference_bank reference_bank;

enum { reference_quantum_frames = 64, reference_quanta = 8 };

/* `update` is the exact step of the actuator over a frame: nine elements of Ad by rows, three of B0, three of B1, three
   of the row that makes acceleration from the state. `rows` are 65 pairs of turns a frame and volts, which are limited
   to `maximum_volts` after they have been read. At most 1024 voices. Null when there is no memory. */
reference_bank *reference_make(int voices, const double *update, const double *rows, double maximum_volts);
void reference_free(reference_bank *bank);

/* Sets a voice's own strength and sharpness, 0 to 1. */
void reference_set(reference_bank *bank, int voice, float strength, float sharpness);

/* Puts the controls of all voices where they begin: a factor of the strength, and what is added to the sharpness. */
void reference_begin(reference_bank *bank, float strength_control, float sharpness_control);

/* Renders eight quanta of acceleration, into memory aligned to 32 bytes. In each of them the controls go in a straight
   line to its own pair. */
void reference_render(
    reference_bank *bank, const float *strength_controls, const float *sharpness_controls, float *acceleration);

#endif
