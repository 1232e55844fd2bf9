#!/usr/bin/env bash
# Builds libthrum.so, checks it against its header, and uses it from C, C++ and Python.
# Usage: Tests/Scripts/c-interface.sh LIBRARY_FOLDER   the folder filled by `make library`
set -euo pipefail
cd "$(dirname "$0")/../.."
library=$(cd "$1" && pwd)
place=$PWD/out/c-interface
mkdir -p "$place"
headers=Sources/Bindings/CThrumHeader/include

# The library exports every function that a header declares, and nothing else.
grep -ohE '\b(thrum_[a-z_]+|CoreHaptics_[A-Za-z_]+|UI[A-Za-z]*FeedbackGenerator_[A-Za-z]+)\(' \
  "$headers/thrum.h" "$headers/thrum_plugin.h" "$headers/thrum_unity.h" | tr -d '(' | sort -u >"$place/declared.txt"
nm -D --defined-only "$library/libthrum.so.1" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"$place/exported.txt"
diff -u "$place/declared.txt" "$place/exported.txt" || {
  echo "the headers (-) and libthrum.so (+) differ" >&2
  exit 1
}
echo "header: $(wc -l <"$place/declared.txt") functions declared, all of them exported, nothing else"

compiler=${CC:-$(command -v cc || command -v clang)}
flags=(-Wall -Wextra -Werror -I "$headers")
"$compiler" -std=c99 -D_POSIX_C_SOURCE=200809L "${flags[@]}" Tests/Bindings/CInterface/life.c -o "$place/life" \
  -L "$library" -lthrum -lm -lpthread -Wl,-rpath,"$library"
printf '#include <thrum_plugin.h>\nint main() { return thrum_abi_version() != THRUM_ABI_VERSION; }\n' >"$place/plain.cpp"
"$compiler" -x c++ -std=c++17 "${flags[@]}" "$place/plain.cpp" -o "$place/plain" -L "$library" -lthrum \
  -Wl,-rpath,"$library"
"$place/plain"
THRUM_DEVICE=silent timeout 120 "$place/life"
"$compiler" -std=c99 -D_POSIX_C_SOURCE=200809L "${flags[@]}" Tests/Bindings/CInterface/unity.c -o "$place/unity" \
  -L "$library" -lthrum -Wl,-rpath,"$library"
THRUM_DEVICE=silent timeout 120 "$place/unity"

"$compiler" -std=gnu99 "${flags[@]}" Tests/Bindings/CInterface/reload.c -o "$place/reload" -ldl
timeout 120 "$place/reload" "$library/libthrum.so.1"

THRUM_LIBRARY=$library/libthrum.so.1 PYTHONPATH=Sources/Bindings/Python PYTHONDONTWRITEBYTECODE=1 \
  timeout 120 python3 -m unittest discover -s Tests/Bindings/CInterface
