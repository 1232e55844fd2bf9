#!/usr/bin/env bash
# Builds feedbackd from its source and plays to it over a mocked driver.
#
# Usage: Tests/Scripts/hosts/feedbackd.sh FEEDBACKD GMOBILE [THRUM]
# FEEDBACKD and GMOBILE are folders with the sources of feedbackd (0.6 or later) and of gmobile, which it needs. Debian
# 12 builds feedbackd 0.8.3 with gmobile 0.2.0. Neither folder is changed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
source=$(cd "$1" && pwd) gmobile=$(cd "$2" && pwd)
THRUM=$(realpath "${3:-$root/.build/release/thrum}")
[ -x "$THRUM" ] || { echo "there is no command at $THRUM: build it with \`make build\`" >&2; exit 66; }

"$root/.ci/prepare" meson ninja-build libgsound-dev libgudev-1.0-dev libjson-glib-dev libglib2.0-dev \
  umockdev gir1.2-umockdev-1.0 python3-gi python3-dbus dbus libglib2.0-bin

copy=$root/out/feedbackd
rm -rf "$copy"; mkdir -p "$copy/schemas"
cp -R "$source" "$copy/source"
rm -rf "$copy/source/subprojects/gmobile"
cp -R "$gmobile" "$copy/source/subprojects/gmobile"
cd "$copy/source"
meson setup "$copy/build" -Dtests=false -Dintrospection=disabled -Dvapi=false >"$copy/log" 2>&1 ||
  { tail -n 20 "$copy/log"; exit 1; }
ninja -C "$copy/build" src/feedbackd >>"$copy/log" 2>&1 || { tail -n 20 "$copy/log"; exit 1; }
cp data/*.gschema.xml "$copy/schemas"
glib-compile-schemas "$copy/schemas"

export THRUM FEEDBACKD=$copy/build/src/feedbackd THEME=$copy/source/data/default.json
export GSETTINGS_SCHEMA_DIR=$copy/schemas PYTHONDONTWRITEBYTECODE=1
cd "$root/Tests/Tools/Terminal"
python3 -m unittest -v test_vibrators.Vibrators.test_the_real_feedbackd_drives_the_kernel
