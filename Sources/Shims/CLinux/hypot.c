// Swift's static C library module refers to hypotf, which has a new version in glibc 2.35. This one, for the program
// that it is linked into only, lets programs run with glibc 2.34. Squares of floats are exact enough as doubles, and
// cannot overflow.

#include <math.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
