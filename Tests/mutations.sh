#!/usr/bin/env bash
# Breaks the engine on purpose, one behaviour at a time (Tests/Mutations/*.patch), and expects the tests to notice.
# Usage: Tests/mutations.sh [NAME ...]   all of them without a name; each needs a build, so it takes a while
# What is tested is the last commit, in a working tree of its own below out/mutations.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
place=$root/out/mutations
tree=$place/tree
swift=${SWIFT:-swift}
export THRUM_SEEDS=${THRUM_SEEDS:-2000}

mkdir -p "$place"
git worktree prune
if [ -e "$tree/.git" ]; then
  git -C "$tree" checkout -q --force --detach "$(git rev-parse HEAD)"
else
  git worktree add -q --detach "$tree" HEAD
fi
build() { "$swift" build --package-path "$tree" --scratch-path "$place/build" --build-tests >"$place/$1.build.txt" 2>&1; }
run() {
  timeout 300 "$swift" test --package-path "$tree" --scratch-path "$place/build" --skip-build \
    --filter HapticEngineTests >"$place/$1.txt" 2>&1
}

if ! build unbroken || ! run unbroken; then
  echo "the engine fails its tests as it is: see $place/unbroken.txt" >&2
  exit 1
fi

names=("$@")
if [ ${#names[@]} = 0 ]; then
  for patch in Tests/Mutations/*.patch; do names+=("$(basename "$patch" .patch)"); done
fi
missed=0
printf '%-48s %-8s %s\n' mutation model "all tests"
for name in "${names[@]}"; do
  if ! git -C "$tree" apply "$root/Tests/Mutations/$name.patch" 2>"$place/$name.txt"; then
    printf '%-48s %s\n' "$name" "does not apply: make it again"
    missed=$((missed + 1))
    continue
  fi
  model=missed all=missed
  if ! build "$name"; then
    model="does not build" all=""
    missed=$((missed + 1))
  elif run "$name"; then
    missed=$((missed + 1))
  else
    all=caught
    # A crash or a hang that ends the whole run is noticed by everybody.
    if grep -q '✘ Test "the engine does what the model does' "$place/$name.txt" ||
      ! grep -q 'Test run with' "$place/$name.txt"; then model=caught; fi
  fi
  printf '%-48s %-8s %s\n' "$name" "$model" "$all"
  git -C "$tree" checkout -q --force .
done
if [ $missed -gt 0 ]; then
  echo "$missed of ${#names[@]} mutations were missed; what each run said is in $place"
  exit 1
fi
echo "all ${#names[@]} mutations were caught"
