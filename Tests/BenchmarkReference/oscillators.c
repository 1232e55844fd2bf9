#include "bank.h"
#include <stdlib.h>
#include <string.h>

/* sin 2πx by an odd polynomial on the nearest half turn. */
static inline __attribute__((always_inline)) lanes sine(lanes x) {
  const lanes bias = (lanes){0} + 12582912.0f;
  lanes z = x - ((x + bias) - bias);
  lanes u = z * z;
  lanes p = 12.0712818f * u - 38.0624369f;
  p = p * u + 67.0378471f;
  p = p * u - 64.8346075f;
  p = p * u + 25.1327351f;
  return z * (0.25f - u) * p;
}

/* One voice, over time: all frames at once, each on its own place of the chirp. */
static inline void oscillate_one(const reference_bank *bank, float increment, float amplitude, eight drive[BLOCK]) {
  const float increment_step = (increment - bank->increment[0]) * (1.0f / FRAMES);
  const float amplitude_step = (amplitude - bank->amplitude[0]) * (1.0f / FRAMES);
  const lanes blocks = {0, 8, 16, 24, 32, 40, 48, 56, 1, 9, 17, 25, 33, 41, 49, 57};
#pragma clang loop unroll(full)
  for (int frame = 0; frame < BLOCK; frame += 2) {
    const lanes t = blocks + (float)frame;
    const lanes turns = bank->phase[0] + t * (bank->increment[0] + t * (0.5f * increment_step));
    const lanes y = (bank->amplitude[0] + t * amplitude_step) * sine(turns);
    drive[frame] = __builtin_shufflevector(y, y, 0, 1, 2, 3, 4, 5, 6, 7);
    drive[frame + 1] = __builtin_shufflevector(y, y, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

static inline __attribute__((always_inline)) void add(eight *sum, lanes y) {
  *sum += __builtin_shufflevector(y, y, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(y, y, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* Sixteen voices, over voices, all in registers: sin(φ + 2δ) = 2 cos 2δ · sin φ − sin(φ − 2δ), one
   multiplication a frame; amplitudes in straight lines. Sums wait as eight lanes for each frame. */
static inline void oscillate_sixteen(
    const reference_bank *bank, int first, const lanes *increment, const lanes *amplitude, eight *restrict sums) {
  const lanes phase = *(const lanes *)(bank->phase + first);
  const lanes mean = 0.5f * (*(const lanes *)(bank->increment + first) + *increment);
  lanes level = *(const lanes *)(bank->amplitude + first);
  const lanes step = (*amplitude - level) * (1.0f / FRAMES);
  /* Two chains, of even and of odd frames. */
  const lanes c = 2.0f * sine(2.0f * mean + 0.25f);
  lanes s = sine(phase), odd = sine(phase + mean), last = sine(phase - 2.0f * mean), odd_last = sine(phase - mean);
  for (int frame = 0; frame < FRAMES; frame += 2) {
    add(sums + frame, level * s);
    level += step;
    add(sums + frame + 1, level * odd);
    level += step;
    const lanes next = c * s - last, odd_next = c * odd - odd_last;
    last = s;
    odd_last = odd;
    s = next;
    odd = odd_next;
  }
}

/* The sums of eight lanes, for the same frame of eight blocks. */
static inline eight total(const eight *r) {
  eight t[4], u[2];
  for (int i = 0; i < 4; i++)
    t[i] = __builtin_shufflevector(r[2 * i * BLOCK], r[(2 * i + 1) * BLOCK], 0, 2, 8, 10, 4, 6, 12, 14)
        + __builtin_shufflevector(r[2 * i * BLOCK], r[(2 * i + 1) * BLOCK], 1, 3, 9, 11, 5, 7, 13, 15);
  for (int i = 0; i < 2; i++)
    u[i] = __builtin_shufflevector(t[2 * i], t[2 * i + 1], 0, 2, 8, 10, 4, 6, 12, 14)
        + __builtin_shufflevector(t[2 * i], t[2 * i + 1], 1, 3, 9, 11, 5, 7, 13, 15);
  return __builtin_shufflevector(u[0], u[1], 0, 1, 2, 3, 8, 9, 10, 11)
      + __builtin_shufflevector(u[0], u[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

/* Where sixteen voices go in this quantum. */
static inline void aim(
    const reference_bank *bank, int first, float strength_control, float sharpness_control, lanes *increment,
    lanes *amplitude) {
  lanes s = *(const lanes *)(bank->sharpness + first) + sharpness_control;
  s = __builtin_elementwise_min(__builtin_elementwise_max(s, (lanes){0}), (lanes){0} + 1.0f);
  const lanes place = s * 64.0f;
  lane_integers index = __builtin_convertvector(place, lane_integers);
  index = __builtin_elementwise_min(index, (lane_integers){0} + 63);
  const lanes share = place - __builtin_convertvector(index, lanes);
  const lanes strength = *(const lanes *)(bank->strength + first) * strength_control;
  _Alignas(64) int32_t places[LANES];
  _Alignas(64) float columns[4][LANES];
  *(lane_integers *)places = index;
  for (int lane = 0; lane < LANES; lane++)
    for (int column = 0; column < 4; column++) columns[column][lane] = bank->rows[places[lane]][column];
  const lanes *c = (const lanes *)columns;
  *increment = c[0] + c[1] * share;
  *amplitude = (c[2] + c[3] * share) * (strength * strength);
}

/* Phases go on by the mean of both ends' increments. */
static inline void arrive(reference_bank *bank, int first, const lanes *increment, const lanes *amplitude) {
  const lanes bias = (lanes){0} + 12582912.0f;
  lanes turns = *(const lanes *)(bank->phase + first);
  turns += 32.0f * (*(const lanes *)(bank->increment + first) + *increment);
  *(lanes *)(bank->phase + first) = turns - ((turns + bias) - bias);
  *(lanes *)(bank->increment + first) = *increment;
  *(lanes *)(bank->amplitude + first) = *amplitude;
}

/* One voice's row of the table. */
static void oscillate_alone(reference_bank *bank, float strength_control, float sharpness_control, eight drive[BLOCK]) {
  float s = bank->sharpness[0] + sharpness_control;
  s = s < 0 ? 0 : (s > 1 ? 1 : s);
  int index = (int)(s * 64);
  index = index > 63 ? 63 : index;
  float share = s * 64 - (float)index, strength = bank->strength[0] * strength_control;
  const float *row = bank->rows[index];
  float increment = row[0] + row[1] * share, amplitude = (row[2] + row[3] * share) * (strength * strength);
  oscillate_one(bank, increment, amplitude, drive);
  float turns = bank->phase[0] + 32 * (bank->increment[0] + increment);
  bank->phase[0] = turns - (float)(int)turns;
  bank->increment[0] = increment;
  bank->amplitude[0] = amplitude;
}

void reference_oscillate(reference_bank *bank, float strength_control, float sharpness_control, eight drive[BLOCK]) {
  if (bank->voices == 1) {
    oscillate_alone(bank, strength_control, sharpness_control, drive);
    return;
  }
  eight sums[FRAMES];
  memset(sums, 0, sizeof sums);
  for (int first = 0; first < bank->voices; first += LANES) {
    lanes increment, amplitude;
    aim(bank, first, strength_control, sharpness_control, &increment, &amplitude);
    oscillate_sixteen(bank, first, &increment, &amplitude, sums);
    arrive(bank, first, &increment, &amplitude);
  }
  for (int frame = 0; frame < BLOCK; frame++) drive[frame] = total(sums + frame);
}

reference_bank *reference_make(int voices, const double *update, const double *rows) {
  if (voices < 1 || voices > CAPACITY) return NULL;
  reference_bank *bank = aligned_alloc(64, (sizeof *bank + 63) / 64 * 64);
  if (!bank) return NULL;
  memset(bank, 0, sizeof *bank);
  bank->voices = voices;
  bank->strength_control = 1;
  for (int i = 0; i < 65; i++) {
    for (int j = 0; j < 2; j++) {
      bank->rows[i][2 * j] = (float)rows[2 * i + j];
      bank->rows[i][2 * j + 1] = i < 64 ? (float)(rows[2 * i + 2 + j] - rows[2 * i + j]) : 0;
    }
  }
  reference_prepare_actuator(bank, update);
  return bank;
}

void reference_free(reference_bank *bank) { free(bank); }

void reference_set(reference_bank *bank, int voice, float strength, float sharpness) {
  bank->strength[voice] = strength;
  bank->sharpness[voice] = sharpness;
}

void reference_render(reference_bank *bank, float strength_control, float sharpness_control, float *acceleration) {
  eight drive[BLOCK];
  reference_oscillate(bank, strength_control, sharpness_control, drive);
  reference_move(bank, drive, acceleration);
}
