#include "bank.h"
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* The volts at the places that produce the target accelerations there. */
INLINE eight drive(reference_bank *bank, eight wanted) {
  eight even = bank->volts[0] * (float)bank->drive[0] + bank->volts[2] * (float)bank->drive[2];
  eight odd = bank->volts[1] * (float)bank->drive[1];
  states after = bank->drive_map[0] * bank->drive[0] + bank->drive_map[2] * bank->drive[2];
  states rest = bank->drive_map[1] * bank->drive[1];
#pragma clang loop unroll(full)
  for (int i = 0; i < PLACES; i += 2) {
    even += bank->volts[DRIVE + i] * wanted[i];
    odd += bank->volts[DRIVE + i + 1] * wanted[i + 1];
    after += bank->drive_map[DRIVE + i] * (double)wanted[i];
    rest += bank->drive_map[DRIVE + i + 1] * (double)wanted[i + 1];
  }
  bank->drive = after + rest;
  return even + odd;
}

/* Actuator, scale and blocker: the quantum's frames, and the states after it. */
INLINE void move(reference_bank *bank, eight volts, wide frames[TILES]) {
  float inputs[CHAIN + PLACES];
  for (int i = 0; i < 4; i++) inputs[i] = (float)bank->chain[i];
  inputs[4] = (float)bank->last;
  memcpy(inputs + CHAIN, &volts, sizeof volts);
#pragma clang loop unroll(full)
  for (int tile = 0; tile < TILES; tile++) frames[tile] = bank->frames[0][tile] * inputs[0];
#pragma clang loop unroll(full)
  for (int i = 1; i < CHAIN + PLACES; i++)
#pragma clang loop unroll(full)
    for (int tile = 0; tile < TILES; tile++) frames[tile] += bank->frames[i][tile] * inputs[i];

  states even = bank->chain_map[0] * bank->chain[0] + bank->chain_map[2] * bank->chain[2] + bank->chain_map[4] * bank->last;
  states odd = bank->chain_map[1] * bank->chain[1] + bank->chain_map[3] * bank->chain[3];
  double last = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < PLACES; i += 2) {
    even += bank->chain_map[CHAIN + i] * (double)volts[i];
    odd += bank->chain_map[CHAIN + i + 1] * (double)volts[i + 1];
    last += bank->last_volts[i] * volts[i] + bank->last_volts[i + 1] * volts[i + 1];
  }
  bank->chain = even + odd;
  bank->last = last;
}

INLINE wide magnitude(wide x) { return (wide)((wide_integers)x & 0x7fffffff); }
INLINE wide larger(wide x, wide y) { return __builtin_elementwise_max(x, y); }
INLINE wide at(const float *frames) { return *(const wide_anywhere *)frames; }

INLINE float total(wide x) {
  float sums[WIDE];
  memcpy(sums, &x, sizeof sums);
  for (int half = WIDE / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) sums[i] += sums[i + half];
  return sums[0];
}

/* Largest curvature over three neighbouring frames. */
INLINE float bend(const float *signal) {
  wide most = {0};
  for (int frame = 0; frame < FRAMES; frame += WIDE) {
    const wide middle = at(signal + frame);
    most = larger(most, magnitude((at(signal + frame - 1) - middle) + (at(signal + frame + 1) - middle)));
  }
  return __builtin_reduce_max(most);
}

/* The limiter's delay, which outputs frames `look_ahead` old to both channels, and the meters. */
INLINE reference_meters deliver(reference_bank *bank, const wide frames[TILES], float *left, float *right) {
  if (bank->at == HISTORY) {
    memmove(bank->history, bank->history + bank->at, (size_t)bank->look_ahead * sizeof *bank->history);
    bank->at = 0;
  }
  float *old = bank->history + bank->at, *new = old + bank->look_ahead;
  wide peaks = {0}, squares = {0};
#pragma clang loop unroll(full)
  for (int tile = 0; tile < TILES; tile++) {
    peaks = larger(peaks, magnitude(frames[tile]));
    *(wide_anywhere *)(new + WIDE * tile) = frames[tile];
  }
#pragma clang loop unroll(full)
  for (int tile = 0; tile < TILES; tile++) {
    const wide y = at(old + WIDE * tile);
    squares += y * y;
    *(wide_anywhere *)(left + WIDE * tile) = y;
    *(wide_anywhere *)(right + WIDE * tile) = y;
  }
  const float peak = __builtin_reduce_max(peaks);
  reference_meters meters = {peak, total(squares) / FRAMES, 0};
  if (peak >= 0.35f * bank->ceiling || bank->peak_before >= 0.35f * bank->ceiling) {
    const float most = bend(new - 12);
    meters.exceeds = peak + most > bank->ceiling || bank->peak_before + most > bank->ceiling;
  }
  bank->peak_before = peak;
  bank->at += FRAMES;
  return meters;
}

reference_meters reference_render(
    reference_bank *bank, float strength_control, float sharpness_control, float *left, float *right) {
  const eight volts = drive(bank, reference_oscillate(bank, strength_control, sharpness_control));
  wide frames[TILES];
  move(bank, volts, frames);
  reference_meters meters = deliver(bank, frames, left, right);
  float most = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < PLACES; i++) most = volts[i] > most ? volts[i] : -volts[i] > most ? -volts[i] : most;
  if (1.1f * most >= bank->most_volts) meters.exceeds = 1;
  return meters;
}
