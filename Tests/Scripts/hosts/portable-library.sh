#!/usr/bin/env bash
# Checks that a C library runs on every processor of its architecture and carries no data of ICU, which Foundation would
# bring. Usage: Tests/Scripts/hosts/portable-library.sh libthrum.so.1
set -euo pipefail
library=$1
most=$((20 << 20))

avx() { # prints the number of instructions with a VEX or EVEX prefix
  objdump -d --no-show-raw-insn "$1" | grep -cE $'\t(\\{[a-z]*vex[0-9]*\\} )?v[a-z0-9]+ .*%[xyz]mm' || true
}

if [ "$(uname -m)" = x86_64 ]; then
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  echo 'void add(float *x, float y) { for (int i = 0; i < 64; i++) x[i] += y; }' >"$place/add.c"
  ${CC:-cc} -O2 -ftree-vectorize -mavx -c "$place/add.c" -o "$place/add.o"
  [ "$(avx "$place/add.o")" -gt 0 ] || { echo "portable: finds no AVX in a file compiled with -mavx" >&2; exit 1; }
  count=$(avx "$library")
  [ "$count" -eq 0 ] || {
    echo "portable: $library has $count AVX instructions and fails on older processors: build it without CPU=native" >&2
    exit 1
  }
fi
size=$(stat -Lc %s "$library")
if [ "$size" -gt $most ] || grep -q icudt "$library"; then
  echo "portable: $library has $size bytes, of at most $most, or data of ICU: import FoundationEssentials, not Foundation" >&2
  exit 1
fi
echo "library: $size bytes, no instruction beyond the architecture's, no data of ICU"
