#!/usr/bin/env bash
# Parses the RPM spec and the PKGBUILD with their tools, and compares their version with Thrum's. Builds neither.
set -euo pipefail
cd "$(dirname "$0")/../.."
.ci/prepare rpm makepkg
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Core/ThrumPattern/ThrumVersion.swift)
[ "$(rpmspec -q --srpm --qf '%{version}' Packaging/thrum.spec)" = "$version" ]
rpmspec -P Packaging/thrum.spec >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp Packaging/PKGBUILD "$folder"
# makepkg refuses to run as root.
chmod 777 "$folder"
run=()
[ "$(id -u)" != 0 ] || run=(setpriv --reuid=65534 --regid=65534 --clear-groups)
info=$(cd "$folder" && "${run[@]}" makepkg --printsrcinfo)
grep -qF "pkgver = $version" <<<"$info"
grep -qF "thrum ($version-" debian/changelog
echo "packaging: spec, PKGBUILD and debian/changelog have version $version"
