#include "bank.h"

/* What the drive at all places adds to an output. */
static inline eight driven(const eight by[PLACES], const eight drive[PLACES]) {
  eight even = by[0] * drive[0], odd = by[1] * drive[1];
#pragma clang loop unroll(full)
  for (int place = 2; place < PLACES; place += 2) {
    even += by[place] * drive[place];
    odd += by[place + 1] * drive[place + 1];
  }
  return even + odd;
}

/* Adds what the states some quanta before have become. */
static inline void add(const eight jump[2][2], eight s[2], eight first, eight second) {
  for (int i = 0; i < 2; i++) s[i] += jump[i][0] * first + jump[i][1] * second;
}

/* A quantum's acceleration from its coefficients, which are QUANTA numbers apart. */
static inline void draw(const reference_bank *bank, const float *c, float *acceleration) {
  const eight counting = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
#pragma clang loop unroll(full)
  for (int block = 0; block < 4; block++) {
    const eight x = (counting + 8.0f * (float)block) * (1 / 31.5f), u = x * x;
    const eight even = ((c[6 * QUANTA] * u + c[4 * QUANTA]) * u + c[2 * QUANTA]) * u + c[0];
    const eight odd = (((c[7 * QUANTA] * u + c[5 * QUANTA]) * u + c[3 * QUANTA]) * u + c[QUANTA]) * x;
    const eight mirrored = even - odd;
    eight before = __builtin_shufflevector(mirrored, mirrored, 7, 6, 5, 4, 3, 2, 1, 0);
    if (block == 3) before += bank->decay * c[DECAY * QUANTA];
    *(eight *)(acceleration + 32 + 8 * block) = even + odd;
    *(eight *)(acceleration + 24 - 8 * block) = before;
  }
}

/* The slow states of all quanta are a prefix sum in three steps, begun with what the last call has left. */
void reference_move(reference_bank *bank, const eight drive[PLACES], float *acceleration) {
  const eight none = {0};
  eight s[2] = {driven(bank->driven[SLOW], drive), driven(bank->driven[SLOW + 1], drive)};
  add(bank->jump[0], s, LATER(bank->left[0], none), LATER(bank->left[1], none));
  add(bank->jump[0], s, LATER(none, s[0]), LATER(none, s[1]));
  add(bank->jump[1], s, TWO_LATER(none, s[0]), TWO_LATER(none, s[1]));
  add(bank->jump[2], s, FOUR_LATER(none, s[0]), FOUR_LATER(none, s[1]));
  const eight first = LATER(bank->left[0], s[0]), second = LATER(bank->left[1], s[1]);
  const eight fast = driven(bank->driven[FAST], drive);

  eight coefficients[PLACES + 1];
#pragma clang loop unroll(full)
  for (int i = 0; i < PLACES; i++)
    coefficients[i] = driven(bank->driven[i], drive) + bank->slow[i][0] * first + bank->slow[i][1] * second;
  coefficients[DECAY] = driven(bank->driven[DECAY], drive) + LATER(bank->left[2], fast);
  bank->left[0] = s[0];
  bank->left[1] = s[1];
  bank->left[2] = fast;
#pragma clang loop unroll(disable)
  for (int quantum = 0; quantum < QUANTA; quantum++)
    draw(bank, (const float *)coefficients + quantum, acceleration + FRAMES * quantum);
}
