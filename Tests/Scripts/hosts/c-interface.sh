#!/usr/bin/env bash
# Checks libthrum.so and its headers against each other, and uses the library from C, C++ and Python.
# Usage: THRUM=COMMAND Tests/Scripts/hosts/c-interface.sh LIBRARY_FOLDER   the folder filled by `make library`
set -euo pipefail
cd "$(dirname "$0")/../../.."
library=$(cd "$1" && pwd)
place=$PWD/out/c-interface
mkdir -p "$place"
headers=Sources/Bindings/CThrumHeader/include
tests=Tests/Bindings/CInterface

# The library exports every function that a header declares, and nothing else.
grep -ohE '\b(thrum_[a-z_]+|CoreHaptics_[A-Za-z_]+|UI[A-Za-z]*FeedbackGenerator_[A-Za-z]+)\(' \
  "$headers/thrum.h" "$headers/thrum_plugin.h" "$headers/thrum_unity.h" | tr -d '(' | sort -u >"$place/declared.txt"
nm -D --defined-only "$library/libthrum.so.1" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"$place/exported.txt"
diff -u "$place/declared.txt" "$place/exported.txt" || {
  echo "the headers (-) and libthrum.so (+) differ" >&2
  exit 1
}
echo "header: $(wc -l <"$place/declared.txt") functions declared, all of them exported, nothing else"
sed -E '1,2d; s/^ (.+)@Base .*/\1/' debian/libthrum1.symbols | sort | diff -u - "$place/exported.txt" || {
  echo "debian/libthrum1.symbols (-) and libthrum.so (+) differ" >&2
  exit 1
}
Tests/Scripts/hosts/portable-library.sh "$library/libthrum.so.1"

# No compiler warns about the headers.
compiler=${CC:-$(command -v cc || command -v clang)}
clang=$(command -v clang || echo "$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang")
flags=(-Wall -Wextra -pedantic -Werror -I "$headers")
for header in thrum thrum_plugin thrum_unity; do echo "#include <$header.h>"; done >"$place/headers.c"
for one in "$compiler" "$clang"; do
  for standard in c99 c17; do "$one" -x c -std=$standard "${flags[@]}" -fsyntax-only "$place/headers.c"; done
  for standard in c++11 c++20; do "$one" -x c++ -std=$standard "${flags[@]}" -fsyntax-only "$place/headers.c"; done
done

built() { # program, source, options...
  local program=$place/$1 source=$2
  shift 2
  "$compiler" "${flags[@]}" "$@" "$source" -o "$program" -L "$library" -lthrum -lm -lpthread -Wl,-rpath,"$library"
}

printf '#include <thrum_plugin.h>\nint main() { return thrum_abi_version() != THRUM_ABI_VERSION; }\n' >"$place/plain.cpp"
built plain "$place/plain.cpp" -x c++ -std=c++17
"$place/plain"
for test in life contexts fork pull unity; do
  built $test $tests/$test.c -std=c11 -D_GNU_SOURCE
  THRUM_DEVICE=silent timeout 120 "$place/$test"
done
"$compiler" -std=gnu99 "${flags[@]}" $tests/reload.c -o "$place/reload" -ldl
timeout 120 "$place/reload" "$library/libthrum.so.1"

# The document's programs.
rm -f "$place"/program-*.c
awk -v place="$place" '/^```c$/ { file = place "/program-" ++count ".c"; next } /^```$/ { file = "" } file { print > file }' \
  Docs/CInterface.md
built hello "$place/program-1.c"
built callback "$place/program-2.c"
timeout 120 "$place/callback"
timeout 120 "$place/hello" silent
if timeout 120 "$place/hello" gramophone 2>"$place/hello.txt"; then exit 1; fi
grep -q gramophone "$place/hello.txt"
echo "C: the document's program plays, and tells of an error"

: "${THRUM:?the command, to compare its renderings}"
export THRUM_LIBRARY=$library/libthrum.so.1 PYTHONPATH=Sources/Bindings/Python PYTHONDONTWRITEBYTECODE=1
# The header lists the devices that the library accepts.
python3 - "$headers/thrum.h" <<'PYTHON'
import re
import sys

import thrum

listed = re.findall(r"`([^`]+)`", " ".join(re.findall(r"^/// - ((?:`[^`]+`(?:, )?)+): ", open(sys.argv[1]).read(), re.M)))
try:
    thrum.Engine(device="gramophone")
    accepted = []
except thrum.Error as error:
    accepted = re.split(", | or ", re.search(r"choose from (.+?) \(", str(error))[1])
if not accepted or sorted(listed) != sorted(accepted):
    sys.exit(f"thrum.h lists the devices {listed}, and the library accepts {accepted}")
print(f"header: {len(listed)} spellings of devices, all of them accepted, nothing else")
PYTHON
timeout 300 python3 -m unittest discover -s $tests
