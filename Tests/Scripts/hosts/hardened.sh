#!/usr/bin/env bash
# Checks programs and libraries for what distributions require: position-independent code, read-only relocations
# resolved at startup, no executable stack, no search path; and that they need no newer glibc than
# Packaging/oldest-glibc.txt says. GLIBC=2.41 allows a newer one, for builds on a system whose headers need it.
# Usage: Tests/Scripts/hosts/hardened.sh FILE ...
set -euo pipefail
failed=0
most=${GLIBC:-$(cat "$(dirname "$0")/../../../Packaging/oldest-glibc.txt")}
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
  symbols=$(readelf --dyn-syms -W "$file" | grep -oE '[A-Za-z0-9_]+@+GLIBC_[0-9.]+' | sort -u || true)
  needed=$(sed 's/.*GLIBC_//' <<<"$symbols" | sort -uV | tail -n 1)
  [ -n "$needed" ] || fault "$file needs no version of glibc: this check has found nothing"
  if [ "$(printf '%s\n' "$needed" "$most" | sort -V | tail -n 1)" != "$most" ]; then
    fault "$file needs glibc $needed, and may need at most $most: $(grep "GLIBC_$needed$" <<<"$symbols" | tr '\n' ' ')"
  fi
  if path=$(grep -E '\((RUNPATH|RPATH)\)' <<<"$dynamic"); then fault "$file has a search path: $path"; fi
done
[ "$failed" -eq 0 ] && echo "hardened: $# files: RELRO, BIND_NOW, no executable stack, no RUNPATH, glibc $most"
exit "$failed"
