#!/usr/bin/env bash
# Type-checks every package that uses Thrum (the examples, the apps of the tests, and each step of the tutorial) against
# the debug build, so that a change to the API cannot leave one behind. Building them takes minutes: `make examples
# tutorial accessors downstream`. Usage: Tests/Scripts/apps/typecheck.sh, after `make build-tests`
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Scripts/apps/example-package.sh
place=$(mktemp -d)
trap 'rm -rf "$empty" "$place"' EXIT
packages=()
while IFS= read -r manifest; do packages+=("$(dirname "$manifest")"); done < <(
  git ls-files -co --exclude-standard -- '*/Package.swift')
[ "${#packages[@]}" -ge 4 ] || { echo "typecheck: the packages are not found" >&2; exit 1; }

package=$place/step
mkdir "$package"
count=0
for step in $(cd "$steps" && printf '%s\n' ??-*.swift | cut -c1-2 | sort -u); do
  for file in "$steps/$step"-*; do place "$file"; done
  cp -r "$package" "$place/step-$step"
  packages+=("$place/step-$step")
  count=$((count + 1))
done
[ "$count" -ge 8 ] || { echo "typecheck: the steps of the tutorial are not found" >&2; exit 1; }

# A name that is gone has to be found, or nothing is checked.
planted=$place/planted
cp -r "$example" "$planted"
echo 'import ThrumTesting
let gone = HapticEnvironment.current.aNameThatIsGone' >"$planted/Tests/SwishTests/Gone.swift"
if Tests/Scripts/apps/typecheck.py "$planted" 2>"$place/said"; then echo "typecheck: a planted error is not found" >&2; exit 1; fi
grep -q "has no member 'aNameThatIsGone'" "$place/said" || { cat "$place/said" >&2; exit 1; }
Tests/Scripts/apps/typecheck.py "${packages[@]}"
