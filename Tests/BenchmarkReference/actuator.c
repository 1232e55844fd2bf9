#include "bank.h"

static void step(const double *update, double *z, double before, double after) {
  double y[3];
  for (int i = 0; i < 3; i++) {
    y[i] = update[9 + i] * before + update[12 + i] * after;
    for (int j = 0; j < 3; j++) y[i] += update[3 * i + j] * z[j];
  }
  for (int i = 0; i < 3; i++) z[i] = y[i];
}

/* The responses to one unit of each state, and to one unit of the drive at the frame before a block and in it; and the
   map over one, two and four blocks. */
void reference_prepare_actuator(reference_bank *bank, const double *update) {
  for (int column = 0; column < 12; column++) {
    double z[3] = {column == 0, column == 1, column == 2};
    for (int frame = 0; frame < FRAMES; frame++) {
      step(update, z, column == 3 + frame, column == 4 + frame);
      double sum = 0;
      for (int i = 0; i < 3; i++) sum += update[15 + i] * z[i];
      if (frame < BLOCK) bank->output[frame][column] = (eight){0} + (float)sum;
      for (int i = 0; i < 3; i++) {
        if (column > 2) {
          if (frame == BLOCK - 1) bank->push[i][column - 3] = (eight){0} + (float)z[i];
          continue;
        }
        if (frame % BLOCK == BLOCK - 1) bank->powers[i][column][frame / BLOCK] = (float)z[i];
        for (int step = 0; step < 3; step++)
          if (frame == (BLOCK << step) - 1) bank->jump[step][i][column] = (eight){0} + (float)z[i];
        if (frame == FRAMES - 1) bank->whole[i][column] = z[i];
      }
    }
  }
}

/* Eight rows become eight columns. */
static inline void transpose(eight r[8]) {
  eight t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    u[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    u[i + 1] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    u[i + 2] = __builtin_shufflevector(t[i + 1], t[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
    u[i + 3] = __builtin_shufflevector(t[i + 1], t[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (int i = 0; i < 4; i++) {
    r[i] = __builtin_shufflevector(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* The lanes of `z` moved up by a number of places, zeros from below. */
#define MOVED(z, a, b, c, d, e, f, g, h) __builtin_shufflevector((eight){0}, z, a, b, c, d, e, f, g, h)

/* Adds to each block's state what the block 1, 2 or 4 places before it has left there. */
static inline void add_moved(const eight jump[3][3], eight z[3], eight x, eight v, eight i) {
  for (int row = 0; row < 3; row++) z[row] = (z[row] + jump[row][0] * x) + (jump[row][1] * v + jump[row][2] * i);
}

void reference_move(reference_bank *bank, const eight drive[BLOCK], float *acceleration) {
  eight d[9];
  for (int frame = 0; frame < BLOCK; frame++) d[frame + 1] = drive[frame];
  d[0] = MOVED(d[8], 0, 8, 9, 10, 11, 12, 13, 14);
  d[0][0] = bank->last_drive;
  bank->last_drive = d[8][7];

  eight z[3];
  for (int i = 0; i < 3; i++) {
    eight a = bank->push[i][0] * d[0], b = bank->push[i][1] * d[1], c = bank->push[i][2] * d[2];
    for (int k = 3; k < 9; k += 3) {
      a += bank->push[i][k] * d[k];
      b += bank->push[i][k + 1] * d[k + 1];
      c += bank->push[i][k + 2] * d[k + 2];
    }
    z[i] = (a + b) + c;
  }
  add_moved(bank->jump[0], z, MOVED(z[0], 0, 8, 9, 10, 11, 12, 13, 14), MOVED(z[1], 0, 8, 9, 10, 11, 12, 13, 14),
            MOVED(z[2], 0, 8, 9, 10, 11, 12, 13, 14));
  add_moved(bank->jump[1], z, MOVED(z[0], 0, 1, 8, 9, 10, 11, 12, 13), MOVED(z[1], 0, 1, 8, 9, 10, 11, 12, 13),
            MOVED(z[2], 0, 1, 8, 9, 10, 11, 12, 13));
  add_moved(bank->jump[2], z, MOVED(z[0], 0, 1, 2, 3, 8, 9, 10, 11), MOVED(z[1], 0, 1, 2, 3, 8, 9, 10, 11),
            MOVED(z[2], 0, 1, 2, 3, 8, 9, 10, 11));

  /* What the state at the quantum's begin adds; it goes on in double. */
  const double x = bank->state[0], v = bank->state[1], c = bank->state[2];
  eight states[3];
  for (int i = 0; i < 3; i++) {
    const double(*whole)[3] = bank->whole;
    bank->state[i] = ((double)z[i][7] + whole[i][2] * c) + (whole[i][0] * x + whole[i][1] * v);
    const eight *power = bank->powers[i];
    eight inside = z[i] + ((float)x * power[0] + (float)v * power[1]) + (float)c * power[2];
    states[i] = MOVED(inside, 0, 8, 9, 10, 11, 12, 13, 14);
  }
  states[0][0] = (float)x;
  states[1][0] = (float)v;
  states[2][0] = (float)c;

  eight y[8];
#pragma clang loop unroll(full)
  for (int frame = 0; frame < BLOCK; frame++) {
    const eight *row = bank->output[frame];
    eight a = row[0] * states[0] + row[3] * d[0], b = row[1] * states[1] + row[2] * states[2];
    for (int k = 0; k <= frame; k += 2) {
      a += row[4 + k] * d[k + 1];
      if (k + 1 <= frame) b += row[5 + k] * d[k + 2];
    }
    y[frame] = a + b;
  }
  transpose(y);
  for (int block = 0; block < 8; block++) *(eight *)(acceleration + BLOCK * block) = y[block];
}
