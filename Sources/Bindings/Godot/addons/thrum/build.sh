#!/usr/bin/env bash
# Builds bin/libthrum_godot.so, and puts libthrum.so.1 beside it.
# Usage: build.sh LIBRARY_FOLDER HEADER_FOLDER   where libthrum.so.1 and thrum.h are
set -euo pipefail
library=$(cd "$1" && pwd)
headers=$(cd "$2" && pwd)
cd "$(dirname "$0")"
mkdir -p bin
cp -L "$library/libthrum.so.1" bin/
"${CC:-cc}" -std=c99 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -O2 -fPIC -fvisibility=hidden -shared \
  -I "$headers" src/thrum_godot.c -o bin/libthrum_godot.so bin/libthrum.so.1 -Wl,-rpath,'$ORIGIN'
