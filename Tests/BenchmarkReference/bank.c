#include "bank.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double distance(int place) { return 31.5 * cos(M_PI * (2 * (place % 4) + 1) / 16) * (place < 4 ? 1 : -1); }

void reference_get_places(double places[PLACES]) {
  for (int i = 0; i < PLACES; i++) places[i] = 31.5 + distance(i);
}

reference_bank *reference_make(
    int voices, const double *rows, const reference_maps *maps, int look_ahead, float ceiling, float most_volts) {
  if (voices != 1 && (voices < 1 || voices > CAPACITY || voices % LANES)) return NULL;
  reference_bank *bank = aligned_alloc(64, (sizeof *bank + 63) / 64 * 64);
  float *history = calloc((size_t)look_ahead + HISTORY, sizeof *history);
  if (!bank || !history) {
    free(bank);
    free(history);
    return NULL;
  }
  memset(bank, 0, sizeof *bank);
  bank->voices = voices;
  bank->look_ahead = look_ahead;
  bank->ceiling = ceiling;
  bank->most_volts = most_volts;
  bank->history = history;
  for (int i = 0; i < reference_rows; i++)
    for (int j = 0; j < 2; j++) {
      bank->rows[i][2 * j] = (float)rows[2 * i + j];
      bank->rows[i][2 * j + 1] = i < reference_rows - 1 ? (float)(rows[2 * i + 2 + j] - rows[2 * i + j]) : 0;
    }
  memcpy(bank->volts, maps->volts, sizeof bank->volts);
  memcpy(bank->drive_map, maps->drive_states, sizeof bank->drive_map);
  memcpy(bank->frames, maps->frames, sizeof bank->frames);
  memcpy(bank->chain_map, maps->chain_states, sizeof bank->chain_map);
  memcpy(bank->last_volts, maps->last_volts, sizeof bank->last_volts);
  static const float polynomial[4] = {6.28316404f, -41.3371424f, 81.3407689f, -70.9934332f};
  constants *k = &bank->constants;
  k->half_turns += 6291456.0f; /* 1.5·2²²: adding it leaves halves. */
  for (int i = 0; i < PLACES; i++) k->places[i] = (float)distance(i);
  for (int i = 0; i < 4; i++) {
    k->sine[i] += polynomial[i];
    k->place[i] += k->places[i];
    k->square[i] += k->places[i] * k->places[i];
  }
  return bank;
}

void reference_free(reference_bank *bank) {
  if (bank) free(bank->history);
  free(bank);
}

void reference_set(reference_bank *bank, int voice, float strength, float sharpness) {
  bank->groups[voice / LANES].strength[voice % LANES] = strength;
  bank->groups[voice / LANES].sharpness[voice % LANES] = sharpness;
}
