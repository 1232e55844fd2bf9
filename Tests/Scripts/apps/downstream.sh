#!/usr/bin/env bash
# Builds and tests Tests/Apple/Downstream as an app's package would be built: without Thrum's flags, system libraries or
# other packages. Prints the time of a cold build, of one after a change to the app, and the products' sizes.
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
unset THRUM_OPTIMISED THRUM_TOOLS
export SWIFT_BACKTRACE=enable=no
package=Tests/Apple/Downstream
scratch=$PWD/out/downstream
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
export PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty
# Runs in the app's own folder: in the repository's root the package would take itself for the one to build.
run() { (cd "$package" && $swift "$@" --scratch-path "$scratch"); }

rm -rf "$scratch" "$package/Package.resolved"
start=$(date +%s%N)
report=$(run build --build-tests 2>&1) || { printf '%s\n' "$report" >&2; exit 1; }
cold=$((($(date +%s%N) - start) / 1000000))
if grep -E 'Fetching|Cloning|Working copy' <<<"$report"; then
  echo "downstream: another package was fetched" >&2
  exit 1
fi
source=$package/Sources/HapticEngine/HapticEngine.swift
changed=$(mktemp)
cp -p "$source" "$changed"
trap 'cp -p "$changed" "$source"; rm -rf "$empty" "$changed"' EXIT
echo "private let isChanged = true" >>"$source"
start=$(date +%s%N)
run build --build-tests >/dev/null
again=$((($(date +%s%N) - start) / 1000000))
cp -p "$changed" "$source"
echo "downstream: built in $((cold / 1000)).$((cold % 1000 / 100)) s, after a change in $((again / 1000)).$((again % 1000 / 100)) s"
# Code and constants of what each product adds to an app, KB.
product_size() { # name, modules
  local name=$1 module total=0
  shift
  for module in "$@"; do
    total=$((total + $(size "$scratch"/debug/"$module".build/**/*.o 2>/dev/null \
      | awk 'FNR > 1 { sum += $1 } END { print sum + 0 }')))
  done
  printf 'downstream: %-13s %6d KB\n' "$name" $((total / 1024))
}
shopt -s globstar
product_size CoreHaptics CoreHaptics ThrumCombine ThrumEngine ThrumOffline ThrumTime ThrumRender ThrumDevice ThrumPattern ThrumSystem CLinux
product_size ThrumTesting ThrumTesting CTimers
product_size ThrumDelays ThrumDelays CDelays
product_size AppleShims ThrumFeedback ThrumNotifications UIKit SwiftUI AudioToolbox AVFAudio GameController MediaAccessibility Combine os CBundle
report=$(run test --skip-build 2>&1) || { printf '%s\n' "$report" >&2; exit 1; }
grep -E 'Executed|Test run with' <<<"$report"
