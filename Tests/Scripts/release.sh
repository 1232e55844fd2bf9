#!/usr/bin/env bash
# Builds a release twice, in two folders, and compares the bytes. Uses its tarball in a bare Debian, and validates its
# bill of materials. As root; debootstrap fetches the system. Usage: Tests/Scripts/release.sh [TAG]
set -euo pipefail
cd "$(dirname "$0")/../.."
.ci/prepare debootstrap python3-venv
place=$(mktemp -d)
clean() { umount "$place/root/proc" 2>/dev/null || true; rm -rf "$place"; }
trap clean EXIT
.ci/release out/release "$@"
.ci/release "$place/again" "$@" >/dev/null
diff out/release/SHA256SUMS "$place/again/SHA256SUMS" || { echo "release: two builds differ" >&2; exit 1; }

python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check spdx-tools
"$place/venv/bin/pyspdxtools" -i out/release/*.spdx.json >/dev/null

debootstrap --variant=minbase trixie "$place/root" >"$place/log" 2>&1 || { tail -20 "$place/log" >&2; exit 1; }
mount -t proc proc "$place/root/proc"
tar -C "$place/root/opt" -xzf out/release/thrum-*.tar.gz
cp out/release/source/Patterns/heartbeat.ahap "$place/root/tmp"
inside() { chroot "$place/root" /usr/bin/env -i PATH=/usr/bin:/bin "$@"; }
thrum=/opt/$(ls "$place/root/opt")/bin/thrum
inside "$thrum" --version
inside "$thrum" lint /tmp/heartbeat.ahap
inside "$thrum" render /tmp/heartbeat.ahap -o /tmp/heartbeat.wav
out/release/source/.build/release/thrum render out/release/source/Patterns/heartbeat.ahap -o "$place/heartbeat.wav"
cmp "$place/heartbeat.wav" "$place/root/tmp/heartbeat.wav"
! inside "$thrum" play /tmp/heartbeat.ahap -D default 2>"$place/said" || { echo "release: plays without ALSA" >&2; exit 1; }
grep -q "install libasound2" "$place/said" || { cat "$place/said" >&2; exit 1; }

printf '#include <thrum.h>\n#include <stdio.h>\nint main(void) { puts(thrum_version()); }\n' >"$place/a.c"
library=$(echo "$place"/root/opt/thrum-*/lib)
# shellcheck disable=SC2046 # several flags
cc "$place/a.c" -o "$place/a" $(PKG_CONFIG_PATH=$library/pkgconfig pkg-config --cflags --libs thrum)
[ "$(LD_LIBRARY_PATH=$library "$place/a")" = "$(inside "$thrum" --version)" ]
Tests/Scripts/deb.sh out/release/thrum_*.deb
echo "release: the same bytes twice; the tarball works in a bare Debian 13"
