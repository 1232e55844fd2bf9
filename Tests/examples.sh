#!/usr/bin/env bash
# Builds and tests the example as an app would, with no system library in reach (as on a bare image), and sees to it
# that its tests find every planted bug. Where sound libraries are, its demo has to be heard, too.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
example=Docs/Examples/FirstHapticTest
work=$PWD/out/examples # three folders below the root, as the example is: the same path leads to Thrum
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
export SWIFT_BACKTRACE=enable=no

bare() { # pkg-config finds nothing: whoever needs libasound, libsndfile or cairo fails to build here.
  PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty $swift "$@"
}

bare test --package-path "$example"
for product in alsa asound sndfile samplerate cairo; do
  if ldd "$example"/.build/debug/*.xctest | grep -q "lib$product"; then
    echo "the example needs lib$product" >&2
    exit 1
  fi
done

planted=0
for bug in "$example"/Bugs/*.patch; do
  name=$(basename "$bug" .patch)
  rm -rf "$work/Swish"
  rm -rf "$example"/.build/debug/Swish*.build # two packages take turns here: nothing of the other one may be reused
  mkdir -p "$work/Swish"
  cp -r "$example"/{Package.swift,Sources,Tests} "$work/Swish"
  # The ceiling hides our own repository, from whose root git would count otherwise.
  (cd "$work/Swish" && GIT_CEILING_DIRECTORIES=$work git apply "$OLDPWD/$bug")
  if report=$(bare test --package-path "$work/Swish" --scratch-path "$example/.build" 2>&1); then
    echo "planted bug $name was not found" >&2
    printf '%s\n' "$report" >&2
    exit 1
  fi
  grep -q 'Test run with' <<<"$report" || { printf '%s\n' "$report" >&2; exit 1; }
  echo "planted bug $name: found by $(grep -c '✘ Test "' <<<"$report" || true) lines of the report"
  planted=$((planted + 1))
done
[ "$planted" -eq 3 ]

heard="not heard: no sound libraries here"
if pkg-config --exists alsa sndfile samplerate; then
  rm -f "$work/demo.wav"
  THRUM_DEVICE=wav:$work/demo.wav $swift run --package-path "$example" --traits Hear Demo
  # Two seconds with something in them: a WAV of silence has no byte but 0 behind its header.
  [ "$(tail -c +129 "$work/demo.wav" | tr -d '\0' | wc -c)" -gt 10000 ]
  heard="heard through HapticOutput"
fi
echo "examples: tested without system libraries, $planted planted bugs found, demo $heard"
