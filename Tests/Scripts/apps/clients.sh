#!/usr/bin/env bash
# Compiles client sources against CoreHaptics, each alone, with warnings as errors: in both language modes, and with the
# settings of new projects, with everything on the main actor and members visible only where their module is imported.
# Without arguments it also checks that every declaration of Tests/Apple/Symbols/symbols.txt is used by a client.
# Usage: Tests/Scripts/apps/clients.sh [FILE...]
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
Tests/Scripts/apps/modules.sh
modes=(
  "-swift-version 5"
  "-swift-version 6"
  "-swift-version 6 -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
   -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InferIsolatedConformances"
)
files=("$@")
[ "$#" -gt 0 ] || files=(Tests/Apple/Clients/*.swift Tests/Apple/CoreHapticsTests/Teaching/Apps/*.swift)
failures=0
for file in "${files[@]}"; do
  for mode in "${modes[@]}"; do
    # shellcheck disable=SC2086
    if ! "${swift}c" -typecheck -parse-as-library $mode -warnings-as-errors -I out/modules "$file"; then
      echo "$file: refused with $mode" >&2
      failures=$((failures + 1))
    fi
  done
done
total=$((${#modes[@]} * ${#files[@]}))
echo "clients: $((total - failures)) of $total compile"
[ "$failures" -eq 0 ] || exit 1
[ "$#" -eq 0 ] || exit 0

# Counts how many of all files, including those that import Apple's other modules, compile without and with AppleShims.
set=("${files[@]}" Tests/Apple/Downstream/Sources/Kitchen/*.swift)
for shims in "" "-I out/modules-shims"; do
  compiled=0
  for file in "${set[@]}"; do
    # shellcheck disable=SC2086
    if "${swift}c" -typecheck -parse-as-library -swift-version 5 -I out/modules $shims "$file" 2>/dev/null; then
      compiled=$((compiled + 1))
    elif [ -n "$shims" ]; then
      echo "$file: refused with AppleShims" >&2
      exit 1
    fi
  done
  echo "clients: $compiled of ${#set[@]} files compile $([ -n "$shims" ] && echo with || echo without) AppleShims"
done

unused=0
while IFS= read -r name; do
  grep -qw -- "$name" Tests/Apple/Clients/*.swift || { echo "no client uses $name" >&2; unused=1; }
done < <(awk -F'|' '/^[a-z]/ && !/^(call|absent|ours)/ { gsub(/ /, "", $2); sub(/\(.*/, "", $2); n = split($2, path, "."); print path[n] }' \
  Tests/Apple/Symbols/symbols.txt | sort -u)
[ "$unused" -eq 0 ]
