#!/usr/bin/env bash
# Builds the image of a release twice, the second time without a network, and compares the bytes. Scans its files, and
# uses it as its user, without a network: command, Python module, studio, the lines of the tutorial. As root; podman
# takes the place of docker.
# Usage: Tests/Scripts/release/image.sh [RELEASE [FOLDER]]     default: out/release out/image
set -euo pipefail
cd "$(dirname "$0")/../../.."
release=${1:-out/release} out=${2:-out/image}
place=$(mktemp -d)
podman=(podman --root "$place/storage" --runroot "$place/run" --cgroup-manager cgroupfs --log-level error)
runc=$(command -v runc || true)
[ -z "$runc" ] || podman+=(--runtime "$runc")
clean() {
  umount -l "$place/storage/overlay" 2>/dev/null || true
  rm -rf "$place"
}
trap clean EXIT
fail() {
  echo "image: $1" >&2
  exit 1
}
say() { echo "image: $1"; }

image=$(Packaging/image.sh "$release" "$out")
again=$(unshare --net Packaging/image.sh "$release" "$place/again" "$out/packages")
cmp "$image" "$again" || fail "two builds differ"
say "the same $(stat -c %s "$image") bytes twice, the second time without a network"

# Files. Their list says more than a running container, which has other devices and mounts.
scan() { # layer: prints what must not be in it
  tar -tvf "$1" --numeric-owner | awk '
    $1 ~ /^-..[sS]/ || $1 ~ /^[^l].....[sS]/ { print "set-user-ID or set-group-ID:", $6 }
    $1 ~ /^[^l].......w/ && $6 != "./tmp/" { print "writable by everyone:", $6 }
    $1 ~ /^[^l]....w/ && $2 !~ /\/0$/ { print "writable by a group:", $6 }
    $1 ~ /^[bc]/ { print "a device:", $6 }
    $2 !~ /^0\// && $6 != "./haptics/" { print "not owned by root:", $6 }'
}
mkdir "$place/planted"
layer=$place/layer
skopeo copy -q "oci-archive:$image" "dir:$place/copied"
gzip -dc "$place/copied/$(skopeo inspect --raw "dir:$place/copied" | sed 's/.*"layers":\[{[^}]*"digest":"sha256:\([0-9a-f]*\)".*/\1/')" >"$layer"
found=$(scan "$layer")
[ -z "$found" ] || { echo "$found" >&2; fail "files that an image of a user without privileges must not have"; }
# The scan finds what it looks for.
for mode in 4755 2755 0666; do
  install -m "$mode" /dev/null "$place/planted/file-$mode"
done
install -o 1000 /dev/null "$place/planted/file-owned"
tar -C "$place/planted" -cf "$place/planted.tar" .
[ "$(scan "$place/planted.tar" | wc -l)" = 4 ] || { scan "$place/planted.tar" >&2; fail "the scan misses planted files"; }
say "$(tar -tf "$layer" | wc -l) files, none set-user-ID, writable by others or a device; the scan finds those planted"

settings=$(skopeo inspect --config "oci-archive:$image")
grep -q '"User": "1000:1000"' <<<"$settings" || fail "the user is root: $settings"
skopeo inspect "docker-archive:$image" >/dev/null || fail "an older docker load cannot read it"

# Use, as on a designer's machine: a folder with patterns is mounted at /haptics.
work=$place/work
mkdir "$work"
cp -r Patterns "$work"
echo '{ "Version": 1.0, "Pattern": [{ "Event": { "Time": -1 } }] }' >"$work/bad.ahap"
chown -R 1000:1000 "$work"
"${podman[@]}" load -q -i "$image" >/dev/null
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Core/ThrumPattern/ThrumVersion.swift)
# Limits that podman need not raise, which some machines forbid.
closed=(--network none --cap-drop all --security-opt no-new-privileges --ulimit nofile=1024:1024 --ulimit nproc=1024:1024)
run() { # options of podman..., --, words for the command
  local options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  "${podman[@]}" run --rm --interactive --read-only "${closed[@]}" --volume "$work:/haptics" "${options[@]}" \
    "thrum:$version" "$@"
}
expect() { # exit code, words for the command
  local wanted=$1 code=0
  shift
  run -- "$@" >"$place/said" 2>&1 </dev/null || code=$?
  [ "$code" = "$wanted" ] || { cat "$place/said" >&2; fail "thrum $*: exit code $code instead of $wanted"; }
  say "thrum $* ($code)"
}
expect 0 --version
[ "$(cat "$place/said")" = "$version" ] || fail "its version is $(cat "$place/said"), not $version"
expect 1 lint bad.ahap
expect 66 lint absent.ahap
expect 1 diff Patterns/impact-light.ahap Patterns/impact-heavy.ahap --exit-code
expect 0 plot Patterns/heartbeat.ahap -o heartbeat.png
head -c 8 "$work/heartbeat.png" | grep -q PNG || fail "plot wrote no picture"

# The lines of the tutorial.
mkdir "$place/bin"
cat >"$place/bin/docker" <<END
#!/bin/sh
shift
exec ${podman[*]} run ${closed[*]} "\$@"
END
chmod +x "$place/bin/docker"
lines=$(grep '^docker run ' Docs/Tutorials/Hear.md)
[ "$(wc -l <<<"$lines")" -ge 4 ] || fail "the tutorial has no lines for the image"
while read -r line; do
  (cd "$work" && PATH=$place/bin:$PATH sh -ec "$line") >"$place/said" 2>&1 </dev/null ||
    { cat "$place/said" >&2; fail "the tutorial's line fails: $line"; }
  say "$line"
done <<<"$lines"

# The same samples as the release's command without an image.
mkdir "$place/tarball"
tar -xzf "$release"/thrum-*-linux-"$(uname -m)".tar.gz -C "$place/tarball"
released=$(echo "$place"/tarball/*/bin/thrum)
"$released" render Patterns/heartbeat.ahap -o "$place/heartbeat.wav"
cmp "$place/heartbeat.wav" "$work/heartbeat.wav" || fail "the image renders other samples than the tarball"
run --user 4321:4321 -- lint Patterns/heartbeat.ahap >/dev/null 2>&1 || fail "another user cannot use it"
run --entrypoint sh -e AUTOPKGTEST_TMP=/tmp -- -s <debian/tests/python >/dev/null || fail "the Python module does not play"
say "the Python module plays"

run --entrypoint python3 -- - <<'END' || fail "the studio does not serve its page"
import re, subprocess, urllib.request
studio = subprocess.Popen(
    ["thrum", "studio", "/haptics", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
try:
    address = next(found[0] for line in studio.stdout if (found := re.search(r"http://\S+", line)))
    page = urllib.request.urlopen(address, timeout=10).read().decode()
    assert "<title>" in page and "</html>" in page, page[:300]
    print(f"image: the studio serves a page of {len(page)} characters")
finally:
    studio.kill()
END
# What its user can write to, if the file system allows writing at all.
# shellcheck disable=SC2016 # expanded inside
writable=$("${podman[@]}" run --rm "${closed[@]}" --entrypoint sh \
  "thrum:$version" -c '[ "$(id -u)" = 1000 ] && find / -xdev -writable ! -type l ! -path "/dev/*" ! -path "/proc/*" 2>/dev/null' || true)
[ "$writable" = "$(printf '/haptics\n/tmp')" ] || fail "the user can write to other places than /tmp and /haptics: $writable"
say "its user can write to /tmp and /haptics"
