#!/bin/sh
# Runs a package's tests on Linux, in a container, for teams whose machines are Macs. Copy it beside Package.swift.
#
# Usage: ./test-in-container.sh [arguments of swift test]
# Needs Docker, Podman or Apple's container; CONTAINER_ENGINE chooses one, SWIFT_IMAGE another image than swift:6.3, and
# THRUM the folder of Thrum, if Package.swift has no `path:` to it. Files have the same paths inside as outside, so
# editors find the failures. The timelines of failed tests are in the folder `failures`.
set -eu

fail() { # exit code, message
  echo "test-in-container: $2" >&2
  exit "$1"
}

package=$(cd "$(dirname "$0")" && pwd -P)
cd "$package"
[ -f Package.swift ] || fail 66 "there is no Package.swift in $package; copy this script beside it"
thrum=${THRUM:-$(sed -n '/\.package(.*thrum/s/.*path: *"\([^"]*\)".*/\1/p' Package.swift | head -n 1)}
if [ -n "$thrum" ]; then
  [ -f "$thrum/Package.swift" ] || fail 66 "Thrum is not in $thrum; clone it there, or set THRUM to its folder"
  thrum=$(cd "$thrum" && pwd -P)
fi

PATH=$PATH:/usr/local/bin:/opt/homebrew/bin # Xcode leaves them out
engine=${CONTAINER_ENGINE:-}
for name in docker podman container; do
  [ -n "$engine" ] || ! command -v "$name" >/dev/null || engine=$name
done
[ -n "$engine" ] || fail 69 "there is no docker, podman or container on the PATH; install one of them"
command -v "$engine" >/dev/null || fail 69 "there is no $engine on the PATH; install it, or unset CONTAINER_ENGINE"
case ${engine##*/} in
  container) "$engine" system status >/dev/null 2>&1 || fail 69 "$engine is not running: container system start" ;;
  podman) "$engine" info >/dev/null 2>&1 || fail 69 "$engine is not running: podman machine start" ;;
  *) "$engine" info >/dev/null 2>&1 || fail 69 "$engine is not running; start it" ;;
esac

mkdir -p failures
# The Mac's own build stays in .build.
set -- swift test --scratch-path .build-linux --attachments-path failures "$@"
set -- "${SWIFT_IMAGE:-swift:6.3}" "$@"
[ -z "$thrum" ] || set -- --volume "$thrum:$thrum" "$@"
exec "$engine" run --rm --volume "$package:$package" --workdir "$package" "$@"
