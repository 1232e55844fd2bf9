#ifndef THRUM_BENCHMARK_REFERENCE_H
#define THRUM_BENCHMARK_REFERENCE_H

/* What a machine can do: ramped sines into one resonant actuator, written for the processor at hand. The benchmarks hold
   the renderer against it in the same run. Quanta of 64 frames; not meant for anything else. */

#include <stdint.h>

/* A bank of voices. A voice's strength and sharpness go in a straight line from quantum to quantum; its strength is
   squared, its sharpness is read as a frequency and a level from a table of 65 rows. */
typedef struct reference_bank reference_bank;

/* `update` is the exact step of the actuator over a frame: nine elements of Ad by rows, three of B0, three of B1, three
   of the row that makes acceleration from the state. `rows` are 65 pairs of turns a frame and volts. At most 1024
   voices. Null when there is no memory. */
reference_bank *reference_make(int voices, const double *update, const double *rows);
void reference_free(reference_bank *bank);

/* Sets a voice's own strength and sharpness, 0 to 1. */
void reference_set(reference_bank *bank, int voice, float strength, float sharpness);

/* Renders 64 frames of acceleration. The controls of all voices go in a straight line to these values: a factor of the
   strength, and what is added to the sharpness. */
void reference_render(reference_bank *bank, float strength_control, float sharpness_control, float *acceleration);

#endif
