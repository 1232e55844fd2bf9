#!/usr/bin/env bash
# Compiles client sources against CoreHaptics, each alone, in both language modes, with warnings as errors.
# Usage: Tests/clients.sh [FILE...]; needs `swift build --target CoreHaptics`.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
$swift build --target CoreHaptics -q
modules=$($swift build --show-bin-path)/Modules
files=("${@:-}")
[ -n "${files[0]}" ] || files=(Tests/Clients/*.swift)
failures=0
for file in "${files[@]}"; do
  for mode in 5 6; do
    if ! "${swift}c" -typecheck -parse-as-library -swift-version "$mode" -warnings-as-errors -I "$modules" \
      -Xcc -fmodule-map-file="$modules/../CRealtime.build/module.modulemap" -Xcc -ISources/CRealtime/include "$file"; then
      echo "$file: refused in Swift $mode mode" >&2
      failures=$((failures + 1))
    fi
  done
done
echo "clients: $((2 * ${#files[@]} - failures)) of $((2 * ${#files[@]})) compile"
[ "$failures" -eq 0 ]
