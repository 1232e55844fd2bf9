#include "bank.h"
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* amplitude · sin 2πx by an odd polynomial on the nearest half turn, whose parity is the sign. Error below −124 dB. */
INLINE eight sine(const constants *k, eight x, eight amplitude) {
  const eight halves = x + k->half_turns;
  const eight z = x - (halves - k->half_turns);
  const eight u = z * z;
  const eight p = ((k->sine[3] * u + k->sine[2]) * u + k->sine[1]) * u + k->sine[0];
  return (z * p) * (eight)((eight_integers)amplitude ^ ((eight_integers)halves << 31));
}

/* A quantum as seen from its middle: turns are phase ± frames·slope + frames²·bend, and strength is a cubic, a line
   times the square of a line. The increment steps once per frame, so the phase is a sum, not an integral. */
typedef struct {
  eight phase, slope, bend, cubic[4];
} arc;

INLINE arc make_arc(eight phase, aim from, aim to) {
  const eight increment_step = (to.increment - from.increment) * (1.0f / FRAMES);
  const eight full_step = (to.full - from.full) * (1.0f / FRAMES), full = from.full + 31.5f * full_step;
  const eight level_step = (to.level - from.level) * (1.0f / FRAMES), level = from.level + 31.5f * level_step;
  const eight product = 2.0f * level * level_step, square = level * level, bend = level_step * level_step;
  return (arc){
      phase + 31.5f * from.increment + (31.5f * 15.25f) * increment_step,
      from.increment + 31.0f * increment_step,
      0.5f * increment_step,
      {full * square, full_step * square + full * product, full * bend + full_step * product, full_step * bend},
  };
}

/* Adds the values at all places. */
INLINE void add(const constants *k, eight sums[PLACES], const arc *a) {
#pragma clang loop unroll(full)
  for (int i = 0; i < PLACES / 2; i++) {
    const eight middle = a->phase + k->square[i] * a->bend, turn = k->place[i] * a->slope;
    const eight even = a->cubic[0] + k->square[i] * a->cubic[2];
    const eight odd = k->place[i] * (a->cubic[1] + k->square[i] * a->cubic[3]);
    sums[i] += sine(k, middle + turn, even + odd);
    sums[i + 4] += sine(k, middle - turn, even - odd);
  }
}

/* The phase a quantum later. */
INLINE eight advance(aim from, aim to) { return 32.5f * from.increment + 31.5f * to.increment; }

INLINE eight wrapped(eight turns) {
  const eight bias = (eight){0} + 12582912.0f;
  return turns - ((turns + bias) - bias);
}

/* The sum of each of eight lanes. */
INLINE eight totals(const eight *r, int stride) {
  eight t[4], u[2];
  for (int i = 0; i < 4; i++)
    t[i] = __builtin_shufflevector(r[2 * i * stride], r[(2 * i + 1) * stride], 0, 8, 2, 10, 4, 12, 6, 14)
        + __builtin_shufflevector(r[2 * i * stride], r[(2 * i + 1) * stride], 1, 9, 3, 11, 5, 13, 7, 15);
  for (int i = 0; i < 2; i++)
    u[i] = __builtin_shufflevector(t[2 * i], t[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13)
        + __builtin_shufflevector(t[2 * i], t[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
  return __builtin_shufflevector(u[0], u[1], 0, 1, 2, 3, 8, 9, 10, 11)
      + __builtin_shufflevector(u[0], u[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

/* Reads the table. */
INLINE aim take_aim(const reference_bank *bank, eight strength, eight sharpness) {
  const eight none = {0};
  const eight s = 64.0f * __builtin_elementwise_min(__builtin_elementwise_max(sharpness, none), none + 1.0f);
  eight_integers index = __builtin_convertvector(s, eight_integers);
  index = __builtin_elementwise_min(index, (eight_integers){0} + 63);
  const eight share = s - __builtin_convertvector(index, eight);
  /* Eight rows of four become four columns of eight. */
  eight r[4], t[4];
  for (int i = 0; i < 4; i++)
    r[i] = __builtin_shufflevector(bank->rows[index[i]], bank->rows[index[i + 4]], 0, 1, 2, 3, 4, 5, 6, 7);
  for (int i = 0; i < 2; i++) {
    t[i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[i + 2] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  const eight turns = __builtin_shufflevector(t[0], t[1], 0, 1, 8, 9, 4, 5, 12, 13);
  const eight more_turns = __builtin_shufflevector(t[0], t[1], 2, 3, 10, 11, 6, 7, 14, 15);
  const eight full = __builtin_shufflevector(t[2], t[3], 0, 1, 8, 9, 4, 5, 12, 13);
  const eight more_full = __builtin_shufflevector(t[2], t[3], 2, 3, 10, 11, 6, 7, 14, 15);
  return (aim){
      turns + more_turns * share,
      full + more_full * share,
      strength,
  };
}

/* One voice: the lanes are the places. */
INLINE eight oscillate_one(reference_bank *bank, float strength_control, float sharpness_control) {
  const constants *k = &bank->constants;
  group *one = bank->groups;
  float s = one->sharpness[0] + sharpness_control;
  s = 64.0f * (s > 0 ? (s < 1 ? s : 1) : 0);
  const int index = s < 63 ? (int)s : 63;
  const float share = s - (float)index;
  const four row = bank->rows[index];
  const float from = one->at.increment[0], full = one->at.full[0], level = one->at.level[0];
  const float to = row[0] + row[1] * share, next_full = row[2] + row[3] * share;
  const float next_level = one->strength[0] * strength_control;
  const float step = (to - from) * (1.0f / FRAMES);
  const float full_step = (next_full - full) * (1.0f / FRAMES), level_step = (next_level - level) * (1.0f / FRAMES);
  const float phase = one->phase[0];
  const float middle = phase + 31.5f * from + (31.5f * 15.25f) * step, slope = from + 31.0f * step;
  const eight d = k->places;
  const eight turns = middle + d * (slope + d * (0.5f * step));
  const eight now = (level + 31.5f * level_step) + d * level_step;
  const eight value = ((full + 31.5f * full_step) + d * full_step) * (now * now);
  const float later = phase + 32.5f * from + 31.5f * to;
  one->phase[0] = later - __builtin_rintf(later);
  one->at.increment[0] = to;
  one->at.full[0] = next_full;
  one->at.level[0] = next_level;
  return sine(k, turns, value);
}

eight reference_oscillate(reference_bank *bank, float strength_control, float sharpness_control) {
  if (bank->voices == 1) return oscillate_one(bank, strength_control, sharpness_control);
  eight sums[PLACES] = {0};
  for (group *group = bank->groups; group < bank->groups + bank->voices / LANES; group++) {
    const aim to = take_aim(bank, group->strength * strength_control, group->sharpness + sharpness_control);
    const arc a = make_arc(group->phase, group->at, to);
    group->phase = wrapped(group->phase + advance(group->at, to));
    group->at = to;
    add(&bank->constants, sums, &a);
  }
  return totals(sums, 1);
}

void reference_begin(reference_bank *bank, float strength_control, float sharpness_control) {
  for (group *group = bank->groups; group < bank->groups + CAPACITY / LANES; group++)
    group->at = take_aim(bank, group->strength * strength_control, group->sharpness + sharpness_control);
}
