#!/usr/bin/env bash
# Builds a release twice, in two folders whose paths differ in length, and compares the bytes. Uses its tarball and its
# packages in a bare Debian, validates its bill of materials, and tests its image. As root; debootstrap fetches the
# system.
# Usage: Tests/Scripts/release/release.sh [TAG]
set -euo pipefail
cd "$(dirname "$0")/../../.."
.ci/prepare debootstrap python3-venv
place=$(mktemp -d)
clean() { umount "$place/root/proc" 2>/dev/null || true; rm -rf "$place"; }
trap clean EXIT
first=out/release
.ci/release "$first" "$@"
# Code can contain the length of a path without the path.
again=$place/again
while [ ${#again} -le $((${#PWD} + ${#first} + 7)) ]; do again=$again-longer; done
.ci/release "$again" "$@" >/dev/null
diff "$first/SHA256SUMS" "$again/SHA256SUMS" || { echo "release: two builds differ" >&2; exit 1; }

python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check spdx-tools
"$place/venv/bin/pyspdxtools" -i out/release/*.spdx.json >/dev/null

debootstrap --variant=minbase trixie "$place/root" >"$place/log" 2>&1 || { tail -20 "$place/log" >&2; exit 1; }
mount -t proc proc "$place/root/proc"
tar -C "$place/root/opt" -xzf out/release/thrum-*.tar.gz
cp out/release/source/Patterns/heartbeat.ahap "$place/root/tmp"
inside() { chroot "$place/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
thrum=/opt/$(ls "$place/root/opt")/bin/thrum
inside "$thrum" --version
inside "$thrum" lint /tmp/heartbeat.ahap
inside "$thrum" render /tmp/heartbeat.ahap -o /tmp/heartbeat.wav
out/release/source/.build/release/thrum render out/release/source/Patterns/heartbeat.ahap -o "$place/heartbeat.wav"
cmp "$place/heartbeat.wav" "$place/root/tmp/heartbeat.wav"
refused() { # words, command...: without the library it needs, the command names it
  local words=$1
  shift
  ! inside "$@" 2>"$place/said" || { echo "release: works without its libraries: $*" >&2; exit 1; }
  grep -qF -- "$words" "$place/said" || { cat "$place/said" >&2; exit 1; }
}
refused "install libasound2" "$thrum" play /tmp/heartbeat.ahap -D default
refused "install libcairo2" "$thrum" plot /tmp/heartbeat.ahap -o /tmp/heartbeat.png
refused "install libmicrohttpd12" "$thrum" studio

printf '#include <thrum.h>\n#include <stdio.h>\nint main(void) { puts(thrum_version()); }\n' >"$place/a.c"
library=$(echo "$place"/root/opt/thrum-*/lib)
# shellcheck disable=SC2046 # several flags
cc "$place/a.c" -o "$place/a" $(PKG_CONFIG_PATH=$library/pkgconfig pkg-config --cflags --libs thrum)
[ "$(LD_LIBRARY_PATH=$library "$place/a")" = "$(inside "$thrum" --version)" ]

# The packages, with the tests that Debian would run.
cp /etc/resolv.conf "$place/root/etc/"
for file in /etc/apt/apt.conf.d/*; do
  dpkg-query -S "$file" >/dev/null 2>&1 || cp "$file" "$place/root/etc/apt/apt.conf.d/"
done
cp out/release/*.deb debian/tests/* "$place/root/tmp"
apt_get() { inside DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" >"$place/log" 2>&1 || { tail -20 "$place/log" >&2; exit 1; }; }
apt_get update
# shellcheck disable=SC2046 # several names
apt_get install --no-install-recommends $(cd "$place/root" && printf "/%s " tmp/*.deb) libsndfile1 gcc libc6-dev pkgconf
for test in command library python; do inside sh "/tmp/$test"; done
Tests/Scripts/hosts/hardened.sh "$place/root/usr/bin/thrum" "$(echo "$place"/root/usr/lib/*/libthrum.so.1)"
Tests/Scripts/mutations/planted-library.sh /usr/bin/thrum "$place/root"
apt_get remove thrum
[ ! -e "$place/root/usr/bin/thrum" ] || { echo "release: something is left after removing" >&2; exit 1; }
make --no-print-directory image-test
echo "release: the same bytes twice; the tarball, the packages and the image work"
