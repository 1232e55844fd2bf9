#!/usr/bin/env bash
# Builds the site of the documentation in out/docs, ready to be published, and checks its links. out/docs/api has the
# pages of the products' modules, by DocC with warnings as errors; these need scripts, and an address: for a site at
# https://example.org/thrum/, set SITE_PREFIX=thrum.
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
target=$("${swift}c" -print-target-info)
value() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" <<<"$target" | head -1; }
triple=$(value triple)
tools=$(value runtimeResourcePath)/../../bin # `swift` may belong to a toolchain manager in another folder than docc
modules=(ThrumPattern ThrumFormats ThrumDevice ThrumOffline ThrumEngine ThrumOutput ThrumFeedback \
  ThrumTesting ThrumFeelTesting CoreHaptics)
work=$PWD/out/docs-work
rm -rf "$work" out/docs
mkdir -p "$work" out

for module in "${modules[@]}"; do $swift build -q --target "$module"; done
products=$($swift build --show-bin-path)
maps=()
for map in Sources/Shims/C*/module.modulemap "$products"/C*.build/module.modulemap; do
  [ -e "$map" ] && maps+=(-Xcc "-fmodule-map-file=$map")
done

archives=()
dependencies=()
for module in "${modules[@]}"; do
  mkdir -p "$work/$module"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$triple" -I "$products/Modules" "${maps[@]}" \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members -output-dir "$work/$module"
  catalog=$(echo Sources/*/"$module/$module.docc")
  if [ -d "$catalog" ]; then Tests/Scripts/apps/curated.py "$catalog" "$work/$module"; else catalog=; fi
  "$tools/docc" convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$work/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "thrum.$module" \
    --enable-experimental-external-link-support "${dependencies[@]}" \
    --warnings-as-errors --output-path "$work/$module.doccarchive"
  archives+=("$work/$module.doccarchive")
  dependencies+=(--dependency "$work/$module.doccarchive")
done
"$tools/docc" merge "${archives[@]}" --synthesized-landing-page-name Thrum --synthesized-landing-page-kind Package \
  --output-path "$work/merged.doccarchive"
mkdir -p out/docs
"$tools/docc" process-archive transform-for-static-hosting "$work/merged.doccarchive" \
  --hosting-base-path "${SITE_PREFIX:+$SITE_PREFIX/}api" --output-path out/docs/api
rm out/docs/api/index.html # keeps the address "/"; the first page is api/documentation/index.html
Tests/Scripts/documents/site.py out/docs
Tests/Scripts/documents/check-site.py out/docs "${SITE_PREFIX:-}"
echo "documentation: out/docs/index.html"
