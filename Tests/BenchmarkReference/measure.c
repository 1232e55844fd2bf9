#include "bank.h"
#include <math.h>

enum { INPUTS = 2 + PLACES, TERMS = PLACES + 1 };

/* The actuator's two kinds of movement. A state is (displacement, velocity, current); the fast one is a multiple of
   `fast`, the slow ones are told by two numbers that the fast one does not change. */
typedef struct {
  double pole;
  double fast[3];
  double slow[2][3];
} modes;

static void cross(const double *a, const double *b, double *c) {
  for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The smallest eigenvalue of the transition, by Newton's method on its characteristic polynomial, and its eigenvectors:
   what two rows, or two columns, without it are both orthogonal to. */
static modes find_modes(const double *a) {
  double trace = a[0] + a[4] + a[8], minors = 0, pole = 0, left[3], row[2][3], column[2][3], determinant[3];
  modes m;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    minors += a[4 * i] * a[4 * j] - a[3 * i + j] * a[3 * j + i];
  }
  cross(a + 3, a + 6, determinant);
  for (int i = 0; i < 50; i++) {
    double value = ((pole - trace) * pole + minors) * pole;
    for (int j = 0; j < 3; j++) value -= a[j] * determinant[j];
    pole -= value / ((3 * pole - 2 * trace) * pole + minors);
  }
  m.pole = pole;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      row[j][i] = a[3 * (j + 1) + i] - (i == j + 1) * pole;
      column[j][i] = a[3 * i + j + 1] - (i == j + 1) * pole;
    }
  cross(row[0], row[1], m.fast);
  cross(column[0], column[1], left);
  for (int i = 0; i < 3; i++) m.fast[i] /= i < 2 ? m.fast[2] : 1;
  m.fast[2] = 1;
  for (int i = 0; i < 2; i++) {
    double current = -left[i] / (left[0] * m.fast[0] + left[1] * m.fast[1] + left[2]);
    for (int j = 0; j < 3; j++) m.slow[i][j] = (i == j) + m.fast[j] * current;
  }
  return m;
}

/* The drive at a frame when it is 1 at one place and 0 at the others. */
static double weight(const double places[PLACES], int place, double frame) {
  double product = 1;
  for (int other = 0; other < PLACES; other++)
    if (other != place) product *= (frame - places[other]) / (places[place] - places[other]);
  return product;
}

/* The nearest sum of terms to a signal: Gauss's elimination of the normal equations. */
static void fit(const double terms[TERMS][FRAMES], const double *signal, double *solution) {
  double m[TERMS][TERMS + 1] = {0};
  for (int i = 0; i < TERMS; i++)
    for (int frame = 0; frame < FRAMES; frame++) {
      for (int j = 0; j < TERMS; j++) m[i][j] += terms[i][frame] * terms[j][frame];
      m[i][TERMS] += terms[i][frame] * signal[frame];
    }
  for (int i = 0; i < TERMS; i++)
    for (int row = 0; row < TERMS; row++) {
      double factor = m[row][i] / m[i][i];
      for (int j = i; j <= TERMS && row != i; j++) m[row][j] -= factor * m[i][j];
    }
  for (int i = 0; i < TERMS; i++) solution[i] = m[i][TERMS] / m[i][i];
}

/* Measures what a unit of each slow state, and of the drive at each place, makes of a quantum. Between frames the state
   waits where the drive before has brought it, without the one to come. */
void reference_measure(reference_bank *bank, const double *update, const double places[PLACES]) {
  const modes m = find_modes(update);
  double terms[TERMS][FRAMES];
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int term = 0; term < PLACES; term++) terms[term][frame] = pow((frame - 31.5) / 31.5, term);
    terms[DECAY][frame] = pow(m.pole, frame);
    if (frame < LANES) bank->decay[frame] = (float)terms[DECAY][frame];
  }
  for (int input = 0; input < INPUTS; input++) {
    double x[3], acceleration[FRAMES], output[OUTPUTS];
    for (int i = 0; i < 3; i++) x[i] = input < 2 ? m.slow[input][i] : 0;
    for (int frame = 0; frame < FRAMES; frame++) {
      double drive = input < 2 ? 0 : weight(places, input - 2, frame), z[3];
      acceleration[frame] = 0;
      for (int i = 0; i < 3; i++) {
        z[i] = x[i] + update[12 + i] * drive;
        acceleration[frame] += update[15 + i] * z[i];
      }
      for (int i = 0; i < 3; i++)
        x[i] = update[3 * i] * z[0] + update[3 * i + 1] * z[1] + update[3 * i + 2] * z[2] + update[9 + i] * drive;
    }
    fit(terms, acceleration, output);
    output[FAST] = x[2];
    for (int i = 0; i < 2; i++) output[SLOW + i] = x[i] - m.fast[i] * x[2];
    for (int i = 0; i < 2; i++) output[FAST] -= m.slow[i][2] * output[SLOW + i];
    output[FAST] *= update[15] * m.fast[0] + update[16] * m.fast[1] + update[17];
    for (int i = 0; i < OUTPUTS && input >= 2; i++) bank->driven[i][input - 2] = (eight){0} + (float)output[i];
    for (int i = 0; i < PLACES && input < 2; i++) bank->slow[i][input] = (eight){0} + (float)output[i];
    for (int i = 0; i < 2 && input < 2; i++) bank->jump[0][i][input] = (eight){0} + (float)output[SLOW + i];
  }
  for (int step = 1; step < 3; step++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        const eight(*half)[2] = bank->jump[step - 1];
        bank->jump[step][i][j] = half[i][0] * half[0][j] + half[i][1] * half[1][j];
      }
}
