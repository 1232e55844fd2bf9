#!/usr/bin/env bash
# Builds Docs/Examples/TypedHaptics with its plug-in, as an app would, and tests that every accessor plays the samples
# of its file: the example's patterns, then all of Patterns with its sounds. A broken pattern, and a missing command,
# must fail the build with a sentence that says so. Usage: Tests/Scripts/apps/accessors.sh THRUM
set -euo pipefail
thrum=$(realpath "$1")
cd "$(dirname "$0")/../../.."
. Tests/Scripts/apps/example-package.sh
example=$PWD/Docs/Examples/TypedHaptics
package=$PWD/out/examples/Dive
bin=$empty/bin
mkdir "$bin"
ln -s "$thrum" "$bin/thrum"

copy_example() {
  clear_package
  cp -r "$example"/{Package.swift,Sources,Tests} "$package"
}

# Runs in the app's own folder: in the repository's root the package would take itself for the one to build.
build() { (cd "$package" && PATH="$bin:$PATH" $swift "$@" --scratch-path "$scratch"); }

passed() { # output of a test
  grep -E 'Test run with .* passed' <<<"$1" || { printf '%s\n' "$1" >&2; exit 1; }
}

copy_example
report=$(build test 2>&1) || { printf '%s\n' "$report" >&2; exit 1; }
if grep -E 'Fetching|Cloning|warning: ' <<<"$report"; then
  echo "accessors: another package was fetched, or a warning printed" >&2
  exit 1
fi
passed "$report"

haptics=$package/Sources/Dive/Haptics
cp -r Patterns/*.ahap Patterns/Sounds "$haptics"
sed -i 's/try effect.pattern()/try effect.pattern(soundsIn: Bundle(url: folder)!)/' "$package/Tests/DiveTests/DiveTests.swift"
report=$(build test 2>&1) || { printf '%s\n' "$report" >&2; exit 1; }
count=$(ls "$haptics"/*.ahap | wc -l)
passed "$report" >/dev/null
grep -q "samples of its file\" with $count test cases passed" <<<"$report" || { printf '%s\n' "$report" >&2; exit 1; }
echo "accessors: $count patterns play the samples of their files"

refused() { # words that the output must have
  if report=$(build build 2>&1); then
    echo "accessors: a build passed that had to say “$1”" >&2
    exit 1
  fi
  grep -qF "$1" <<<"$report" || { printf '%s\n' "$report" >&2; exit 1; }
  echo "accessors: refused with “$1”"
}

echo '{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransent"}}]}' >"$haptics/broken.ahap"
refused "broken.ahap:1:"
rm "$haptics/broken.ahap" "$bin/thrum"
PATH=$(tr : '\n' <<<"$PATH" | while read -r folder; do [ -x "$folder/thrum" ] || echo "$folder"; done | paste -sd :)
refused "there is no command \`thrum\` in PATH"
