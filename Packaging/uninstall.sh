#!/bin/sh
# Removes the files that Packaging/install.sh has listed, and the folders that it made and that are empty now. Does
# nothing without a list.
# Usage: PREFIX=… Packaging/uninstall.sh
set -eu
list=${PREFIX:-/usr/local}/share/thrum/installed.txt
[ -e "$list" ] || exit 0
names=$(mktemp)
trap 'rm -f "$names"' EXIT
# The last folder made is the innermost.
tac "$list" >"$names"
while read -r name; do
  case $name in
    */) ;;
    *) rm -f "$name" ;;
  esac
done <"$names"
while read -r name; do
  case $name in
    */) rmdir --ignore-fail-on-non-empty "$name" 2>/dev/null || true ;;
  esac
done <"$names"
