#!/usr/bin/env bash
# Compiles CoreHaptics against the table of its declarations, Tests/Apple/Symbols/symbols.txt, in both language modes,
# with warnings as errors. An error names the line of the table.
# Usage: Tests/Scripts/apps/symbols.sh [--self-test]   the self-test shows that every kind of line can fail
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
place=out/symbols
mkdir -p "$place"
$swift build --target CoreHaptics -q
products=$($swift build --show-bin-path)
"${swift}c" -swift-version 6 Tests/Apple/Symbols/*.swift -o "$place/generate"
flags=(-parse-as-library -warnings-as-errors -I "$products/Modules"
  -Xcc -fmodule-map-file="$products/CLinux.build/module.modulemap" -Xcc -ISources/Shims/CLinux/include)

compile() { # mode, source
  "${swift}c" -typecheck -swift-version "$1" "${flags[@]}" "$2"
}

objects_of() { # module; only the objects of existing sources
  local source object
  find Sources/*/"$1" -name '*.swift' -o -name '*.c' | while read -r source; do
    object=$products/$(basename "$1").build/$(basename "$source").o
    [ ! -e "$object" ] || echo "$object"
  done
}

run() { # source; prints the lines whose values differ
  local objects
  objects=$(for module in CoreHaptics Thrum{Engine,Offline,Time,Pattern,Device,Render,System} CLinux; do objects_of "$module"; done)
  # shellcheck disable=SC2086
  "${swift}c" -swift-version 6 "${flags[@]}" "$1" $objects -o "$place/client" && "$place/client"
}

lines() { # table, kind or nothing; the numbers of the lines with a declaration
  awk -F'|' -v kind="${2:-}" '!/^#/ && NF > 1 { gsub(/ +$/, "", $1); if (kind == "" || $1 == kind) print FNR }' "$1"
}

silent() { # table, report, line numbers; those without an error
  local table=$1 report=$2 line
  for line in $3; do grep -qE "^$table:$line:.*error:" "$report" || echo "$line"; done
}

compiles_though_absent() { # table
  "$place/generate" absent "$1" >"$place/absent.swift"
  compile 6 "$place/absent.swift" >"$place/absent.txt" 2>&1 || true
  silent "$1" "$place/absent.txt" "$(lines "$1" absent)"
}

surplus() { # table; public declarations that are missing from it
  mkdir -p "$place/graph"
  "${swift}-symbolgraph-extract" -module-name CoreHaptics -I "$products/Modules" "${flags[@]:4}" -output-dir "$place/graph" \
    -minimum-access-level public -skip-synthesized-members -target "$(target)"
  "$place/generate" surplus "$1" "$place"/graph/*.json
}

target() { "${swift}c" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1; }

check() {
  local table=Tests/Apple/Symbols/symbols.txt mode line failed=0
  "$place/generate" client "$table" >"$place/client.swift"
  for mode in 5 6; do compile "$mode" "$place/client.swift" || failed=1; done
  [ "$failed" -eq 1 ] || run "$place/client.swift" || failed=1
  for line in $(compiles_though_absent "$table"); do
    echo "$table:$line: error: this compiles" >&2
    failed=1
  done
  for line in $(surplus "$table"); do
    echo "$table: error: $line is public and has no line" >&2
    failed=1
  done
  [ "$failed" -eq 0 ] || exit 1
  echo "symbols: $(lines "$table" | wc -l) declarations are as they should be"
}

self_test() {
  local table line failed=0
  table=Tests/Apple/Symbols/refused.txt
  "$place/generate" client "$table" >"$place/refused.swift"
  compile 6 "$place/refused.swift" >"$place/refused.txt" 2>&1 || true
  for line in $(silent "$table" "$place/refused.txt" "$(lines "$table")"); do
    echo "$table:$line: is wrong, and the compiler took it" >&2
    failed=1
  done
  table=Tests/Apple/Symbols/wrong.txt
  "$place/generate" client "$table" >"$place/wrong.swift"
  run "$place/wrong.swift" >"$place/wrong.txt" 2>&1 || true
  compiles_though_absent "$table" | sed "s|.*|$table:&: error: this compiles|" >>"$place/wrong.txt"
  for line in $(silent "$table" "$place/wrong.txt" "$(lines "$table")"); do
    echo "$table:$line: is wrong, and was found right" >&2
    failed=1
  done
  if ! surplus "$table" | grep -x HapticServerConnection >/dev/null; then
    echo "$table: a declaration without a line was not found" >&2
    failed=1
  fi
  [ "$failed" -eq 0 ] || exit 1
  echo "symbols: $(cat Tests/Apple/Symbols/{refused,wrong}.txt | grep -c '^[^#].*|') wrong lines were found wrong"
}

if [ "${1:-}" = --self-test ]; then self_test; else check; fi
