#!/usr/bin/env bash
# Builds and tests the example as an app would, without any system library (as in a bare image), and checks that its
# tests find every planted bug. If sound libraries are installed, its demo must also produce sound.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Scripts/apps/example-package.sh

copy_example() {
  clear_package
  cp -r "$example"/{Package.swift,Sources,Tests} "$package"
}

copy_example
cp Tests/Apple/WithoutDelays/RealTimerTests.swift "$package/Tests/SwishTests"
bare test
tests=$scratch/debug/SwishPackageTests.xctest
nm "$tests" >/dev/null # or the next checks would find nothing, whatever is linked
# Libraries are loaded on demand (loaded.h), so any code that could load one contains the function that loads it.
if nm "$tests" | grep -E 'thrum_(alsa|sndfile|cairo|http)_load|thrum_output_register'; then
  echo "the example has what loads system libraries" >&2
  exit 1
fi

# Its tests do not link ThrumDelays, so no system function is replaced.
if nm "$tests" | grep -E ' [TtWw] (clock_gettime|dispatch_(after|async)(_f)?)$'; then
  echo "the example replaces functions of the system" >&2
  exit 1
fi

planted=0
for bug in "$example"/Bugs/*.patch; do
  name=$(basename "$bug" .patch)
  copy_example
  (cd "$package" && git apply "$bug")
  if report=$(bare test 2>&1); then
    echo "planted bug $name was not found" >&2
    exit 1
  fi
  grep -q 'Test run with' <<<"$report" || { printf '%s\n' "$report" >&2; exit 1; }
  echo "planted bug $name: found by $(grep -c '✘ Test "' <<<"$report" || true) lines of the report"
  planted=$((planted + 1))
done
[ "$planted" -eq 3 ]

# Its script for containers, with an engine that runs the command here, where the script says.
mkdir "$empty/bin"
cat >"$empty/bin/docker" <<'END'
#!/bin/sh
[ "$1" != info ] || exit 0
while [ $# -gt 0 ]; do
  case $1 in
    run | --rm) shift ;;
    --volume) [ -d "${2%%:*}" ] && [ "${2%%:*}" = "${2#*:}" ] || exit 125; shift 2 ;;
    --workdir) cd "$2" && shift 2 ;;
    swift:*) shift; exec "$@" ;;
    *) exit 125 ;;
  esac
done
END
chmod +x "$empty/bin/docker"
copy_example
cp "$example/test-in-container.sh" "$package"
(cd / && CONTAINER_ENGINE=$empty/bin/docker "$package/test-in-container.sh" --scratch-path "$scratch")
code=0
CONTAINER_ENGINE=$empty/bin/absent "$package/test-in-container.sh" || code=$?
[ "$code" -eq 69 ]
rm -r "$package/test-in-container.sh" "$package/failures"

heard="not heard: no sound libraries here"
if pkg-config --exists alsa sndfile; then
  copy_example
  wav=$PWD/out/examples/demo.wav
  rm -f "$wav"
  THRUM_DEVICE=wav:$wav $swift run --package-path "$package" --scratch-path "$scratch" --traits Hear Demo
  # A silent WAV has only zero bytes after its header.
  [ "$(tail -c +129 "$wav" | tr -d '\0' | wc -c)" -gt 10000 ]
  heard="heard through ThrumOutput"
fi
echo "examples: tested without system libraries and by their script for containers, $planted planted bugs found, demo $heard"
