#!/usr/bin/env bash
# Builds and tests the examples as an app would, with no system library in reach (as on a bare image), and sees to it
# that the tests find the planted bugs.
set -euo pipefail
cd "$(dirname "$0")/../Docs/Examples/FirstHapticTest"
swift=${SWIFT:-swift}
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
# pkg-config finds nothing: whoever needs libasound, libsndfile or cairo fails to build here.
export PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty SWIFT_BACKTRACE=enable=no
$swift test
for product in alsa asound sndfile samplerate cairo; do
  if ldd .build/debug/*.xctest | grep -q "lib$product"; then
    echo "the example needs lib$product" >&2
    exit 1
  fi
done
for bug in 1 2 3; do
  if report=$(BUG=$bug $swift test 2>&1); then
    echo "planted bug $bug was not found" >&2
    exit 1
  fi
  grep -q 'Test run with' <<<"$report" || { printf '%s\n' "$report" >&2; exit 1; }
  echo "planted bug $bug: found by $(grep -c '✘ Test "' <<<"$report" || true) lines of the report"
done
echo "examples: tested without system libraries, 3 planted bugs found"
