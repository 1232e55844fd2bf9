#!/usr/bin/env bash
# Runs the apps' tests, many of which share singletons and are therefore exclusive, in orders and widths that follow
# from seeds, and fails if one of them fails in any. Usage: Tests/Scripts/apps/exclusive-runs.sh LANES RUNS
set -euo pipefail
cd "$(dirname "$0")/../../.."
lanes=$PWD/$1
runs=$2
scratch=$PWD/out/downstream
unset THRUM_OPTIMISED THRUM_TOOLS
export SWIFT_BACKTRACE=enable=no
failed=0
for package in Downstream ExampleApps; do
  # In its own folder: in the repository's root, the package would take itself for the one to build.
  (cd "Tests/Apple/$package" && ${SWIFT:-swift} build -q --build-tests --scratch-path "$scratch")
  name=$(sed -n 's/^ *name: "\(.*\)",\{0,1\}$/\1/p' "Tests/Apple/$package/Package.swift" | head -1)
  bundle=$scratch/debug/${name}PackageTests.xctest
  for seed in $(seq "$runs"); do
    said=$(cd "Tests/Apple/$package" && "$lanes" "$bundle" --lane unit --shuffle "$seed" 2>&1) || {
      failed=1
      printf '%s\n' "$said" | tail -30
      echo "exclusive-runs: $package fails with seed $seed" >&2
    }
  done
  echo "exclusive-runs: $package ran $runs times; the last said: $(tail -1 <<<"$said")"
done
exit $failed
