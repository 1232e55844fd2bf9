#!/usr/bin/env bash
# Builds the documentation of the products' modules, warnings as errors, into out/docs, to be shown by any web server.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
modules=(HapticPattern HapticRender HapticEngine HapticOutput HapticTesting CoreHaptics)
work=$PWD/out/docs-work
rm -rf "$work" out/docs
mkdir -p "$work" out

for module in "${modules[@]}"; do $swift build -q --target "$module"; done
products=$($swift build --show-bin-path)
maps=()
for map in Sources/C*/module.modulemap "$products"/C*.build/module.modulemap; do
  [ -e "$map" ] && maps+=(-Xcc "-fmodule-map-file=$map")
done
triple=$("${swift}c" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)

archives=()
dependencies=()
for module in "${modules[@]}"; do
  mkdir -p "$work/$module"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$triple" -I "$products/Modules" "${maps[@]}" \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members -output-dir "$work/$module"
  catalog=Sources/$module/$module.docc
  [ -d "$catalog" ] || catalog=
  "$tools/docc" convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$work/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "thrum.$module" \
    --enable-experimental-external-link-support "${dependencies[@]}" \
    --warnings-as-errors --output-path "$work/$module.doccarchive"
  archives+=("$work/$module.doccarchive")
  dependencies+=(--dependency "$work/$module.doccarchive")
done
"$tools/docc" merge "${archives[@]}" --synthesized-landing-page-name Thrum --synthesized-landing-page-kind Package \
  --output-path out/docs
echo "documentation: python3 -m http.server -d out/docs, then /documentation and /tutorials/testing-haptics"
