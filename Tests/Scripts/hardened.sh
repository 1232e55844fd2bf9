#!/usr/bin/env bash
# Checks programs and libraries for what distributions require: position-independent code, read-only relocations
# resolved at startup, no executable stack, no search path. Usage: Tests/Scripts/hardened.sh FILE ...
set -euo pipefail
failed=0
fault() {
  echo "hardened: $1" >&2
  failed=1
}
for file in "$@"; do
  [ -e "$file" ] || { fault "there is no $file"; continue; }
  headers=$(readelf -hlW "$file") dynamic=$(readelf -dW "$file")
  grep -qE 'Type: +DYN' <<<"$headers" || fault "$file is not position-independent"
  grep -q GNU_RELRO <<<"$headers" || fault "$file has no GNU_RELRO segment"
  grep -qE 'GNU_STACK +.* RW +' <<<"$headers" || fault "$file has an executable stack, or does not say"
  grep -qE '\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*\bNOW\b' <<<"$dynamic" || fault "$file is bound lazily (no BIND_NOW)"
  if path=$(grep -E '\((RUNPATH|RPATH)\)' <<<"$dynamic"); then fault "$file has a search path: $path"; fi
done
[ "$failed" -eq 0 ] && echo "hardened: $# files: RELRO, BIND_NOW, no executable stack, no RUNPATH"
exit "$failed"
