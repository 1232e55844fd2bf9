#!/usr/bin/env bash
# Installs the Debian package in a fresh, minimal Debian and uses it there, isolated from the build machine. As root;
# debootstrap fetches the system. Usage: Tests/Scripts/deb.sh PACKAGE
set -euo pipefail
package=$(readlink -f "$1")
cd "$(dirname "$0")/../.."
.ci/prepare debootstrap
. /etc/os-release
mirror=$(sed -n 's|^deb \(\[[^]]*\] \)*\(http[^ ]*\) .*|\2|p; s|^URIs: \([^ ]*\).*|\1|p' \
  $(ls /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null) | grep -v security | head -1)
place=$(mktemp -d)
clean() { umount "$place/proc" 2>/dev/null || true; rm -rf "$place" "$place.log"; }
trap clean EXIT

debootstrap --variant=minbase "$VERSION_CODENAME" "$place" ${mirror:+"$mirror"} >"$place.log" 2>&1 || {
  tail -20 "$place.log" >&2
  echo "deb: there is no clean system to try it in" >&2
  exit 1
}
mount -t proc proc "$place/proc"
cp /etc/resolv.conf "$place/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$place/etc/apt/apt.conf.d/" 2>/dev/null || true
cp "$package" "$place/tmp/thrum.deb"
cp Patterns/heartbeat.ahap "$place/tmp/"
inside() { chroot "$place" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
expect() { # words, command...: the command succeeds and prints the words
  local words=$1 said
  shift
  said=$(inside "$@" 2>&1) || { echo "deb: failed: $*: $said" >&2; exit 1; }
  grep -qF -- "$words" <<<"$said" || { echo "deb: “$words” is not in what $* says: $said" >&2; exit 1; }
}

inside apt-get update -q >"$place.log" 2>&1 || { tail -5 "$place.log" >&2; exit 1; }
inside apt-get install -y -q --no-install-recommends /tmp/thrum.deb >"$place.log" 2>&1 || { tail -20 "$place.log" >&2; exit 1; }
library=$(cd "$place" && ls usr/lib/*/libthrum.so.1)
Tests/Scripts/hardened.sh "$place/usr/bin/thrum" "$place/$library"
expect "$(dpkg-deb -f "$package" Version)" thrum --version
expect "0 errors" thrum lint /tmp/heartbeat.ahap
inside thrum render /tmp/heartbeat.ahap -o /tmp/heartbeat.wav
[ "$(stat -c %s "$place/tmp/heartbeat.wav")" -gt 100000 ] || { echo "deb: the sound is too short" >&2; exit 1; }
expect "" thrum play /tmp/heartbeat.ahap -D null
expect "iphone-taptic" thrum actuators
expect "file:///usr/share/doc/thrum/html/index.html" thrum help play

# Recommended packages are missing: each command that needs one names it.
refused() { # words, command...
  local words=$1 said
  shift
  ! said=$(inside "$@" 2>&1) || { echo "deb: works without its libraries: $*" >&2; exit 1; }
  grep -qF -- "$words" <<<"$said" || { echo "deb: “$words” is not in what $* says: $said" >&2; exit 1; }
}
refused "install libcairo2" thrum plot /tmp/heartbeat.ahap -o /tmp/heartbeat.png
refused "install libasound2" thrum play /tmp/heartbeat.ahap -D default
refused "install libmicrohttpd12" thrum studio
recommended=$(dpkg-deb -f "$package" Recommends | sed 's/ *| */|/g; s/,/ /g')
for choice in $recommended; do
  inside apt-get install -y -q --no-install-recommends "${choice%%|*}" >"$place.log" 2>&1 ||
    inside apt-get install -y -q --no-install-recommends "${choice##*|}" >"$place.log" 2>&1
done
inside thrum plot /tmp/heartbeat.ahap -o /tmp/heartbeat.png
address=$(inside timeout -s INT 2 thrum studio 2>/dev/null || true)
[[ $address == http://127.0.0.1:*token=* ]] || { echo "deb: the studio does not start: $address" >&2; exit 1; }
Tests/Scripts/planted-library.sh /usr/bin/thrum "$place"
expect "libthrum.so.1" ldconfig -p
[ -e "$place/usr/share/bash-completion/completions/thrum" ]
inside apt-get remove -y -q thrum >"$place.log" 2>&1
[ ! -e "$place/usr/bin/thrum" ] || { echo "deb: something is left after removing" >&2; exit 1; }
echo "deb: installs, runs without and with its libraries, and leaves in a clean $PRETTY_NAME"
