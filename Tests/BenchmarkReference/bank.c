#include "bank.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

reference_bank *reference_make(int voices, const double *update, const double *rows, double maximum_volts) {
  if (voices < 1 || voices > CAPACITY) return NULL;
  reference_bank *bank = aligned_alloc(64, (sizeof *bank + 63) / 64 * 64);
  if (!bank) return NULL;
  memset(bank, 0, sizeof *bank);
  bank->voices = voices;
  bank->maximum_volts += (float)maximum_volts;
  for (int i = 0; i < 65; i++)
    for (int j = 0; j < 2; j++) {
      bank->rows[i][2 * j] = (float)rows[2 * i + j];
      bank->rows[i][2 * j + 1] = i < 64 ? (float)(rows[2 * i + 2 + j] - rows[2 * i + j]) : 0;
    }
  static const float polynomial[4] = {6.28316404f, -41.3371424f, 81.3407689f, -70.9934332f};
  constants *k = &bank->constants;
  double places[PLACES];
  k->half_turns += 6291456.0f; /* 1.5·2²²: adding it leaves halves. */
  for (int i = 0; i < 4; i++) {
    const float place = (float)(31.5 * cos(M_PI * (2 * i + 1) / 16));
    places[i] = 31.5 + place;
    places[i + 4] = 31.5 - place;
    k->sine[i] += polynomial[i];
    k->place[i] += place;
    k->square[i] += place * place;
  }
  reference_measure(bank, update, places);
  return bank;
}

void reference_free(reference_bank *bank) { free(bank); }

void reference_set(reference_bank *bank, int voice, float strength, float sharpness) {
  group *group = bank->groups + voice / LANES;
  for (int lane = 0; lane < LANES; lane++) {
    if (lane != voice % LANES && bank->voices > 1) continue;
    group->strength[lane] = strength;
    group->sharpness[lane] = sharpness;
  }
}

void reference_render(
    reference_bank *bank, const float *strength_controls, const float *sharpness_controls, float *acceleration) {
  eight drive[PLACES];
  reference_oscillate(bank, strength_controls, sharpness_controls, drive);
  reference_move(bank, drive, acceleration);
}
