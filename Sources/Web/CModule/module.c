// The C functions that Embedded Swift and the portable core need in a module without imports: memory, hashing, and
// numbers. Tests/Scripts/hosts/web.sh runs the numbers against the C library's.
#include <stddef.h>
#include <stdint.h>

// MARK: Memory. Blocks have sizes of powers of two; freed ones wait in a list of their size.

extern unsigned char __heap_base;

enum { page = 65536, smallest = 5, sizes = 31 };

typedef struct room { struct room *next; } room;

// Lies before the address that is given out.
typedef struct {
  uint32_t size, offset;
} tag;

static room *unused[sizes];
static uintptr_t next_byte, last_byte;

static void *new_room(uint32_t size) {
  size_t bytes = (size_t)1 << size;
  if (next_byte == 0) {
    next_byte = ((uintptr_t)&__heap_base + 15) / 16 * 16;
    last_byte = (uintptr_t)__builtin_wasm_memory_size(0) * page;
  }
  if (bytes > last_byte - next_byte) {
    size_t pages = (bytes - (last_byte - next_byte) + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    last_byte += pages * page;
  }
  void *found = (void *)next_byte;
  next_byte += bytes;
  return found;
}

static void *take(size_t alignment, size_t count) {
  if (alignment < 16) alignment = 16;
  if (count > (size_t)1 << (sizes - 2)) return NULL;
  size_t needed = count + alignment + sizeof(tag);
  uint32_t size = smallest;
  while ((size_t)1 << size < needed) size++;
  room *found = unused[size];
  if (found) unused[size] = found->next;
  else found = new_room(size);
  if (!found) return NULL;
  uintptr_t start = (uintptr_t)found;
  uintptr_t place = (start + sizeof(tag) + alignment - 1) / alignment * alignment;
  ((tag *)place)[-1] = (tag){size, (uint32_t)(place - start)};
  return (void *)place;
}

void *malloc(size_t count) { return take(16, count); }

void *aligned_alloc(size_t alignment, size_t count) { return take(alignment, count); }

int posix_memalign(void **place, size_t alignment, size_t count) {
  *place = take(alignment, count);
  return *place ? 0 : 12;
}

void free(void *place) {
  if (!place) return;
  tag found = ((tag *)place)[-1];
  room *start = (room *)((uintptr_t)place - found.offset);
  start->next = unused[found.size];
  unused[found.size] = start;
}

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count), to; }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count), to; }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count), to; }

void *realloc(void *place, size_t count) {
  if (!place) return malloc(count);
  tag found = ((tag *)place)[-1];
  size_t has = ((size_t)1 << found.size) - found.offset;
  if (count <= has && count > has / 4) return place;
  void *larger = malloc(count);
  if (!larger) return NULL;
  memcpy(larger, place, has < count ? has : count);
  free(place);
  return larger;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

// MARK: Hashing. The same seed each time, so that everything comes out in the same order.

void arc4random_buf(void *place, size_t count) { __builtin_memset(place, 0x54, count); }

// MARK: Numbers

double round(double x) {
  double whole = __builtin_trunc(x);
  if (__builtin_fabs(x - whole) >= 0.5) whole += __builtin_copysign(1, x);
  return __builtin_copysign(whole, x);
}

// A float and its rounding are doubles too.
float roundf(float x) { return (float)round(x); }

// A product of two numbers of 128 bits, which the compiler asks for by this name.
typedef struct { uint64_t low, high; } whole128;

void __multi3(whole128 *result, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = a & 0xFFFFFFFF, a1 = a >> 32, b0 = b & 0xFFFFFFFF, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xFFFFFFFF);
  result->low = other << 32 | (low & 0xFFFFFFFF);
  result->high = a1 * b1 + (middle >> 32) + (other >> 32) + a * b_high + a_high * b;
}

// A whole number, least significant word first. 800 digits and a power of ten of 1,150 fit.
enum { words = 220, most_digits = 800 };
typedef struct {
  uint32_t word[words];
  int count;
} large;

static void multiply_add(large *n, uint32_t factor, uint32_t term) {
  uint64_t carry = term;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->word[i] * factor;
    n->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) n->word[n->count++] = (uint32_t)carry;
}

static int length(const large *n) { return n->count ? 32 * n->count - __builtin_clz(n->word[n->count - 1]) : 0; }

static void shift(large *n, int bits) {
  int skip = bits / 32, rest = bits % 32;
  for (int i = n->count; i-- > 0;) n->word[i + skip] = n->word[i];
  for (int i = 0; i < skip; i++) n->word[i] = 0;
  n->count += skip;
  if (rest) multiply_add(n, 1u << rest, 0);
}

static int order(const large *a, const large *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count; i-- > 0;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

static void subtract(large *a, const large *b) {
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    borrow += (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0);
    a->word[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
  while (a->count && a->word[a->count - 1] == 0) a->count--;
}

// The double nearest to a/b, ties to even: its bits are found one by one.
static uint64_t quotient(large *a, large *b) {
  int power = length(a) - length(b);
  if (power > 0) shift(b, power);
  else shift(a, -power);
  if (order(a, b) < 0) {
    multiply_add(a, 2, 0);
    power--;
  }
  // Now 1 ≤ a/b < 2, and the number is a/b·2^power.
  if (power > 1023) return 0x7FFull << 52;
  int bits = power >= -1022 ? 53 : 53 - (-1022 - power);
  if (bits < 0) return 0;
  uint64_t found = 0;
  for (int i = 0; i < bits; i++) {
    int fits = order(a, b) >= 0;
    if (fits) subtract(a, b);
    found = found << 1 | (uint64_t)fits;
    multiply_add(a, 2, 0);
  }
  int rest = bits ? order(a, b) : order(a, b) > 0 ? 1 : 0;
  if (rest > 0 || (rest == 0 && found & 1)) found++;
  // A carry into the hidden bit raises the exponent by itself.
  return bits == 53 ? found + ((uint64_t)(power + 1022) << 52) : found;
}

static void add(large *a, const large *b) {
  uint64_t carry = 0;
  while (a->count < b->count) a->word[a->count++] = 0;
  for (int i = 0; i < a->count; i++) {
    carry += (uint64_t)a->word[i] + (i < b->count ? b->word[i] : 0);
    a->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->word[a->count++] = (uint32_t)carry;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

// A finite number is its whole part times two to the power of its exponent.
static int take_apart(double x, uint64_t *whole) {
  uint64_t bits = bits_of(x);
  int power = (int)(bits >> 52 & 0x7FF);
  *whole = (bits & 0xFFFFFFFFFFFFF) | (power ? 1ull << 52 : 0);
  return (power ? power : 1) - 1075;
}

static void set(large *n, uint64_t whole) {
  n->count = 0;
  if (whole >> 32) n->word[n->count++] = (uint32_t)whole;
  else if (whole) n->word[n->count++] = (uint32_t)whole;
  if (whole >> 32) n->word[n->count++] = (uint32_t)(whole >> 32);
}

// a·b + c, rounded once, by whole numbers.
static double exact_fma(double a, double b, double c) {
  static large product, other, term, unit;
  uint64_t a_whole, b_whole, c_whole;
  int power = take_apart(a, &a_whole) + take_apart(b, &b_whole), c_power = take_apart(c, &c_whole);
  set(&product, a_whole);
  set(&other, a_whole);
  // b_whole = high·2³² + low
  multiply_add(&product, (uint32_t)(b_whole >> 32), 0);
  shift(&product, 32);
  multiply_add(&other, (uint32_t)b_whole, 0);
  add(&product, &other);
  set(&term, c_whole);
  int least = power < c_power ? power : c_power;
  shift(&product, power - least);
  shift(&term, c_power - least);
  int is_negative = bits_of(a) >> 63 != bits_of(b) >> 63, c_is_negative = (int)(bits_of(c) >> 63);
  large *sum = &product;
  if (is_negative == c_is_negative) add(sum, &term);
  else if (order(&product, &term) >= 0) subtract(sum, &term);
  else {
    sum = &term;
    subtract(sum, &product);
    is_negative = c_is_negative;
  }
  if (!sum->count) return 0;
  unit.count = 1;
  unit.word[0] = 1;
  if (least > 0) shift(sum, least);
  else shift(&unit, -least);
  uint64_t bits = quotient(sum, &unit) | (uint64_t)is_negative << 63;
  double result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}

static int is_moderate(double x) { return x == 0 || (__builtin_fabs(x) > 0x1p-400 && __builtin_fabs(x) < 0x1p400); }

double fma(double a, double b, double c) {
  double product = a * b;
  if (a == 0 || b == 0 || !(__builtin_fabs(a) < __builtin_inf()) || !(__builtin_fabs(b) < __builtin_inf()) ||
      !(__builtin_fabs(c) < __builtin_inf()))
    return product + c;
  if (is_moderate(a) && is_moderate(b) && is_moderate(c)) {
    // The product and the sum with what rounding leaves of each (Dekker; Knuth). Right if one leaves nothing.
    double a_high = a * 134217729 - (a * 134217729 - a), b_high = b * 134217729 - (b * 134217729 - b);
    double a_low = a - a_high, b_low = b - b_high;
    double rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    double sum = product + c, part = sum - product;
    double error = (product - (sum - part)) + (c - part);
    if (rest == 0 || error == 0) return sum + (error + rest);
  }
  return exact_fma(a, b, c);
}

// Reads a decimal number as the nearest double. Returns the place behind it, or NULL if there is no number. The text
// that Swift passes ends with a zero byte.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  static large top, bottom;
  const char *at = text;
  uint64_t sign = 0;
  if (*at == '+' || *at == '-') sign = *at++ == '-' ? 1ull << 63 : 0;
  top.count = bottom.count = 0;
  long exponent = 0;
  int digits = 0, has_digit = 0, is_fraction = 0, is_cut = 0;
  for (;; at++) {
    if (*at == '.' && !is_fraction) {
      is_fraction = 1;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    has_digit = 1;
    if (digits < most_digits) {
      multiply_add(&top, 10, (uint32_t)(*at - '0'));
      if (top.count) digits++;
      exponent -= is_fraction;
    } else {
      is_cut |= *at != '0';
      exponent += !is_fraction;
    }
  }
  if (!has_digit) return NULL;
  if (*at == 'e' || *at == 'E') {
    const char *power = at + 1;
    int is_negative = *power == '-';
    if (*power == '+' || *power == '-') power++;
    if (*power >= '0' && *power <= '9') {
      long given = 0;
      for (; *power >= '0' && *power <= '9'; power++)
        if (given < 1000000) given = given * 10 + (*power - '0');
      exponent += is_negative ? -given : given;
      at = power;
    }
  }
  // One more digit stands for all that were cut off.
  if (is_cut) {
    multiply_add(&top, 10, 1);
    exponent--;
  }
  uint64_t bits = 0;
  if (top.count && exponent > 310) bits = 0x7FFull << 52;
  else if (top.count && exponent >= -1150) {
    bottom.word[bottom.count++] = 1;
    for (long i = exponent; i > 0; i--) multiply_add(&top, 10, 0);
    for (long i = exponent; i < 0; i++) multiply_add(&bottom, 10, 0);
    bits = quotient(&top, &bottom);
  }
  bits |= sign;
  __builtin_memcpy(result, &bits, sizeof bits);
  return at;
}

// MARK: The stack guard, which a module without a stack protector's handler needs by name.

uintptr_t __stack_chk_guard = 0x5A17;
void __stack_chk_fail(void) { __builtin_trap(); }
