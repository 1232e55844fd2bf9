#!/usr/bin/env bash
# Builds the portable core as a WebAssembly module without imports, out/web/thrum.wasm, with the installed toolchain.
# Usage: Tests/Scripts/hosts/web.sh build | test
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
triple=wasm32-unknown-none-wasm
scratch=${WEB_SCRATCH:-$PWD/.build-web}
tools=$(dirname "$(readlink -f "$(command -v "${SWIFTC:-swiftc}")")")
library=$tools/../lib/swift/embedded/$triple

build_module() {
  [ -d "$library" ] || {
    echo "web: this toolchain has no Embedded Swift for $triple: use a toolchain from swift.org" >&2
    exit 69
  }
  # Without it the module is a tenth larger, and too large; that would show only after minutes of compiling.
  command -v wasm-opt >/dev/null || {
    echo "web: wasm-opt is missing, without which the module is too large: apt-get install binaryen" >&2
    exit 69
  }
  mkdir -p out/web
  rm -f "$scratch/$triple/release/libThrumWeb.a" # it would keep the objects of files that have another name now
  env -u THRUM_TOOLS -u THRUM_OPTIMISED THRUM_WEB=1 $swift build -c release --triple $triple --scratch-path "$scratch" \
    --product ThrumWeb -q
  # Constants for literal arrays: of several definitions with one number, the linker would keep any (see Package.swift).
  if "$tools/llvm-nm" "$scratch/$triple/release/libThrumWeb.a" 2>/dev/null | grep -E 'Tv[0-9]*_r?$' | head -3 >&2; then
    echo "web: the compiler made constants of literal arrays, of which copies may differ" >&2
    exit 1
  fi
  # -fno-builtin, or the functions would call themselves.
  "$tools/clang" --target=$triple -O2 -ffreestanding -fno-builtin -nostdlib -mbulk-memory \
    -c Sources/Web/CModule/module.c -o out/web/module.o
  # A small stack that overflows into a trap, not into the data.
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all --compress-relocations \
    -z stack-size=262144 --stack-first --max-memory=268435456 -o out/web/new.wasm out/web/module.o --whole-archive "$scratch/$triple/release/libThrumWeb.a" --no-whole-archive \
    "$library/libswiftUnicodeDataTables.a"
  rm out/web/module.o
  # A tenth smaller, with the same results.
  wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    --enable-mutable-globals out/web/new.wasm -o out/web/new.wasm
  local size packed
  size=$(stat -c %s out/web/new.wasm)
  packed=$(gzip -9 <out/web/new.wasm | wc -c)
  echo "web: thrum.wasm has $((size / 1000)) kB, $((packed / 1000)) kB with gzip"
  [ "$packed" -le 740000 ] || { echo "web: the module may have at most 740 kB with gzip" >&2; exit 1; }
  mv out/web/new.wasm out/web/thrum.wasm
}

run_build() { build_module; }

# Holds the module's C functions against node's numbers, and the module against the command, file by file.
run_test() {
  "$tools/clang" --target=$triple -O2 -ffreestanding -fno-builtin -nostdlib -mbulk-memory \
    -c Sources/Web/CModule/module.c -o out/web/numbers.o
  "$tools/wasm-ld" --no-entry --export=malloc --export=free --export=realloc --export=fma --export=round --export=roundf \
    --export=_swift_stdlib_strtod_clocale out/web/numbers.o -o out/web/numbers.wasm
  node Tests/Web/numbers.mjs out/web/numbers.wasm
  rm out/web/numbers.o out/web/numbers.wasm
  node Tests/Web/module.mjs out/web/thrum.wasm "${THRUM:-.build/release/thrum}" "${@:-Patterns}"
}

"run_${1:?build or test}" "${@:2}"
