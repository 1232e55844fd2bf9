#!/bin/sh
# Removes the files that Packaging/install.sh has listed, and the folders that it made and that are empty now. Does
# nothing without a list. Whoever can write to the prefix can write the list, so nothing outside PREFIX, and LIBDIR and
# ZSHDIR if they were given to install.sh, is removed: if the list names such a file, nothing is.
# Usage: PREFIX=… [LIBDIR=…] [ZSHDIR=…] Packaging/uninstall.sh
set -eu
prefix=${PREFIX:-/usr/local}
list=$prefix/share/thrum/installed.txt
[ -e "$list" ] || exit 0

# Those folders, by their names without links, one a line; the root of the system is an empty name.
roots=$(for root in "$prefix" "${LIBDIR:-$prefix}" "${ZSHDIR:-$prefix}"; do realpath -m -- "$root"; done | sed 's|^/$||')
# Whether the present folder is one of those, or in one.
is_inside() {
  here=$(pwd -P)
  while IFS= read -r root; do
    case $here/ in "$root"/*) return 0 ;; esac
  done <<ROOTS
$roots
ROOTS
  return 1
}
# Whether a folder is one of those, or has one in it: install.sh may have made it.
is_above() { # path
  above=$(realpath -m -- "$1")
  while IFS= read -r root; do
    case $root/ in "$above"/*) return 0 ;; esac
  done <<ROOTS
$roots
ROOTS
  return 1
}
# Runs a command in the folder of a path, which cannot become another one meanwhile.
beside() { # path, command...
  (
    cd -P -- "$(dirname -- "$1")" 2>/dev/null || exit 0
    is_inside || exit 1
    shift
    "$@"
  )
}

names=$(mktemp)
trap 'rm -f "$names"' EXIT
# The last folder made is the innermost.
tac -- "$list" >"$names"
while IFS= read -r name; do
  case $name in
    /*/) if is_above "$name" || beside "${name%/}" true; then continue; fi ;;
    /*) if beside "$name" true; then continue; fi ;;
  esac
  echo "uninstall: $list names $name, which is not below $prefix; nothing was removed." >&2
  echo "uninstall: If it belongs to Thrum, give its folder as LIBDIR or ZSHDIR; otherwise delete that line." >&2
  exit 1
done <"$names"
while IFS= read -r name; do
  case $name in
    */ | "$list") ;;
    *) beside "$name" rm -f -- "./$(basename -- "$name")" ;;
  esac
done <"$names"
# Last, so that a removal that was interrupted can be repeated.
rm -f -- "$list"
while IFS= read -r name; do
  case $name in
    */)
      if is_above "$name"; then
        rmdir --ignore-fail-on-non-empty -- "$name" 2>/dev/null || true
      else
        beside "${name%/}" rmdir --ignore-fail-on-non-empty -- "./$(basename -- "$name")" 2>/dev/null || true
      fi
      ;;
  esac
done <"$names"
