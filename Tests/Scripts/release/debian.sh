#!/usr/bin/env bash
# Builds the Debian source package and its binary packages in a clean root of unstable, without a network once the build
# dependencies are there; then runs lintian and the packages' tests in that root, builds again and compares. As root.
#
# Usage: Tests/Scripts/release/debian.sh FOLDER [once]
# The root and the packages are left in FOLDER. “once” leaves out the second build.
set -euo pipefail
# Mounts are this script's alone, and end with it. The root has its private /dev, from debootstrap.
[ "${THRUM_PRIVATE_MOUNTS:-}" = 1 ] || THRUM_PRIVATE_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1"
place=$(cd "$1" && pwd) root=$place/unstable
cd "$(dirname "$0")/../../.."
.ci/prepare debootstrap
mirror=$(sed -n 's|^deb \(\[[^]]*\] \)*\(http[^ ]*\) .*|\2|p; s|^URIs: \([^ ]*\).*|\1|p' \
  $(ls /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null) | grep -v security | head -1)
version=$(sed -n 's/^thrum (\([^)]*\)-[^-]*).*/\1/p' debian/changelog | head -1)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
say() { echo "debian: $*"; }

if [ ! -x "$root/usr/bin/apt-get" ]; then
  say "making a root of unstable"
  debootstrap --variant=minbase unstable "$root" ${mirror:+"$mirror"} >"$place/root.log"
fi
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
# This machine's settings for fetching, apart from those that packages bring.
for file in /etc/apt/apt.conf.d/*; do
  dpkg-query -S "$file" >/dev/null 2>&1 || cp "$file" "$root/etc/apt/apt.conf.d/"
done
mount -t proc proc "$root/proc"
inside apt-get update -q >>"$place/root.log"
inside apt-get install -y -q --no-install-recommends -o Dpkg::Options::=--force-confold build-essential lintian autopkgtest >>"$place/root.log"

say "packing $version"
rm -rf "$root/build"
mkdir -p "$root/build"
git archive --format=tar --prefix="thrum-$version/" HEAD -- . ':!debian' | gzip -9n >"$root/build/thrum_$version.orig.tar.gz"
tar -C "$root/build" -xf "$root/build/thrum_$version.orig.tar.gz"
git archive --format=tar HEAD debian | tar -C "$root/build/thrum-$version" -xf -
# The Swift package, from this tree's checkout of it.
env -u THRUM_ARGUMENT_PARSER THRUM_TOOLS=1 swift package resolve >/dev/null
tar -C .build/checkouts --exclude=.git --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" \
  --transform 's,^swift-argument-parser,argument-parser,' -cf - swift-argument-parser |
  gzip -9n >"$root/build/thrum_$version.orig-argument-parser.tar.gz"
tar -C "$root/build/thrum-$version" -xf "$root/build/thrum_$version.orig-argument-parser.tar.gz"
inside apt-get build-dep -y -q --no-install-recommends "/build/thrum-$version" >>"$place/root.log"

build() { # folder for the result
  unshare --net chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    sh -c "cd '/build/thrum-$version' && dpkg-buildpackage -us -uc" >"$place/$1.log" 2>&1 ||
    { tail -n 30 "$place/$1.log"; exit 1; }
  rm -rf "${place:?}/$1"
  mkdir -p "$place/$1"
  cp "$root"/build/*.deb "$root"/build/*.dsc "$root"/build/*.changes "$place/$1"
}
say "building without a network"
build packages
say "lintian"
findings=$(inside sh -c 'cd /build && lintian --allow-root thrum_*.changes' | grep '^[EW]:' || true)
[ -z "$findings" ] || { echo "$findings"; exit 1; }
say "the packages' tests"
inside sh -c "cd /build && autopkgtest -B 'thrum-$version/' *.deb -- null" >"$place/tests.log" 2>&1 ||
  { tail -n 30 "$place/tests.log"; exit 1; }
grep -E '(PASS|FAIL)' "$place/tests.log" | sort -u
if [ "${2:-}" != once ]; then
  say "building again"
  build again
  (cd "$place/packages" && sha256sum ./*.deb) >"$place/sums"
  (cd "$place/again" && sha256sum -c "$place/sums")
fi
say "the packages are in $place/packages"
