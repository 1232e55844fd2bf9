#!/usr/bin/env bash
# Installs into a folder that has other files, builds a program against it with CMake and with pkg-config, and
# uninstalls: the folder is then as before. Usage: Tests/Scripts/hosts/installed.sh, after `make completions manual
# library`
set -euo pipefail
cd "$(dirname "$0")/../../.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset DESTDIR LIBDIR ZSHDIR CMAKE_PREFIX_PATH PKG_CONFIG_PATH LD_LIBRARY_PATH
prefix=$place/prefix
mkdir -p "$prefix/share/man/man1" "$prefix/lib"
echo mine >"$prefix/share/man/man1/mine.1"
state() { (cd "$prefix" && find . -printf '%p %y %m %l\n' | LC_ALL=C sort); }
state >"$place/before"
PREFIX=$prefix Packaging/install.sh
"$prefix/bin/thrum" --version

version=$("$prefix/bin/thrum" --version)
cat >"$place/version.c" <<'C'
#include <stdio.h>
#include <thrum.h>
int main(void) { return puts(thrum_version()) < 0; }
C
project() { # wanted version, prefix: configures a project
  rm -rf "$place/build"
  cat >"$place/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.13)
project(version C)
find_package(thrum $1 REQUIRED)
add_executable(version version.c)
target_link_libraries(version PRIVATE thrum::thrum)
CMAKE
  cmake -S "$place" -B "$place/build" -DCMAKE_PREFIX_PATH="$2" >"$place/log" 2>&1
}
built() { # words: builds and runs the project
  cmake --build "$place/build" >"$place/log" || { cat "$place/log"; exit 1; }
  [ "$("$place/build/version")" = "$version" ] || { echo "installed: $1 is of another version" >&2; exit 1; }
}
for wanted in "" 0.1 "$version EXACT"; do
  project "$wanted" "$prefix" || { cat "$place/log"; exit 1; }
  built "the library that CMake finds"
done
for wanted in 1.0 99; do
  if project "$wanted" "$prefix"; then echo "installed: CMake takes $version for $wanted" >&2; exit 1; fi
done
# shellcheck disable=SC2046 # several flags
cc "$place/version.c" -o "$place/version" $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs thrum)
[ "$(LD_LIBRARY_PATH="$prefix/lib" "$place/version")" = "$version" ]

# What an earlier version has installed is replaced, and what is not Thrum's is kept.
list="$prefix/share/thrum/installed.txt"
echo old >"$prefix/share/thrum/old" && echo "$prefix/share/thrum/old" >>"$list"
PREFIX=$prefix Packaging/install.sh
[ ! -e "$prefix/share/thrum/old" ] || { echo "installed: an earlier version's file is left" >&2; exit 1; }
while read -r name; do [ -e "$name" ] || { echo "installed: $name is listed only" >&2; exit 1; }; done <"$list"
echo mine >"$prefix/share/thrum/mine"
PREFIX=$prefix Packaging/uninstall.sh
[ -e "$prefix/share/thrum/mine" ] || { echo "installed: somebody's file is gone" >&2; exit 1; }
rm -r "$prefix/share/thrum"
state | diff "$place/before" - || { echo "installed: uninstalling leaves or removes too much" >&2; exit 1; }
PREFIX=$prefix Packaging/uninstall.sh

# Another program's file is not replaced, and nothing is installed beside it.
refuse() { # what was wrong, words of the message, command...
  local what=$1 words=$2
  shift 2
  if "$@" 2>"$place/log"; then echo "installed: $what is accepted" >&2; exit 1; fi
  grep -qF -- "$words" "$place/log" || { echo "installed: $what is not explained:" >&2; cat "$place/log" >&2; exit 1; }
}
for foreign in bin/thrum share/man/man1/thrum.1 lib/libthrum.so; do
  mkdir -p "$prefix/$(dirname "$foreign")"
  if [ "$foreign" = lib/libthrum.so ]; then ln -s /nowhere "$prefix/$foreign"; else echo mine >"$prefix/$foreign"; fi
  state >"$place/foreign"
  refuse "another program's $foreign" "install: $prefix/$foreign is there already" env PREFIX="$prefix" Packaging/install.sh
  state | diff "$place/foreign" - || { echo "installed: a refusal changes something" >&2; exit 1; }
  rm "$prefix/$foreign"
done
rmdir --ignore-fail-on-non-empty "$prefix/bin"

# A list that somebody has written removes nothing elsewhere.
mkdir -p "$place/home/folder" "$prefix/share/thrum" "$prefix/own"
echo mine >"$place/home/file"
echo own >"$prefix/own/file"
ln -s "$place/home" "$prefix/linked"
for name in "$place/home/file" "$prefix/../home/file" "$prefix/linked/file" "$prefix/own/../../home/file" home/file \
  "$place/home/folder/" "$prefix/linked/folder/" "$prefix" "${prefix}x/file"; do
  mkdir -p "${prefix}x" && echo mine >"${prefix}x/file"
  printf '%s\n' "$prefix/own/file" "$name" >"$list"
  refuse "a list with $name" "which is not below $prefix" env PREFIX="$prefix" Packaging/uninstall.sh
  refuse "an installation over a list with $name" "which is not below $prefix" env PREFIX="$prefix" Packaging/install.sh
  [ -e "$place/home/file" ] && [ -d "$place/home/folder" ] && [ -e "$prefix/own/file" ] && [ -e "${prefix}x/file" ] ||
    { echo "installed: a list with $name removes something" >&2; exit 1; }
done
printf '%s\n' "$prefix/own/file" "$prefix/-x" "$prefix/gone/file" "$prefix/linked" >"$list"
echo own >"$prefix/-x"
PREFIX=$prefix Packaging/uninstall.sh
[ ! -e "$prefix/own/file" ] && [ ! -e "$prefix/-x" ] && [ ! -L "$prefix/linked" ] && [ -e "$place/home/file" ]
rm -r "$prefix/own" "$prefix/share/thrum" "${prefix}x"
state | cut -d ' ' -f 1,2 | diff <(cut -d ' ' -f 1,2 "$place/before") -

# Folders outside the prefix are removed from if they are given again, and folders that had to be made go.
PREFIX=$place/new/prefix LIBDIR=$place/elsewhere/lib Packaging/install.sh
refuse "a library outside the prefix" "give its folder as LIBDIR" env PREFIX="$place/new/prefix" Packaging/uninstall.sh
[ -e "$place/new/prefix/bin/thrum" ]
PREFIX=$place/new/prefix LIBDIR=$place/elsewhere/lib Packaging/uninstall.sh
[ ! -e "$place/elsewhere" ] && [ ! -e "$place/new" ] || { echo "installed: the library outside the prefix is left" >&2; exit 1; }

# With DESTDIR there is no list, and the folder can be moved.
DESTDIR=$place/packed PREFIX=/opt/thrum Packaging/install.sh
[ ! -e "$place/packed/opt/thrum/share/thrum/installed.txt" ]
mv "$place/packed/opt/thrum" "$place/moved"
project "" "$place/moved" || { cat "$place/log"; exit 1; }
built "the library that CMake finds in a moved folder"
echo "installed: CMake and pkg-config build against it, and uninstalling leaves nothing"
