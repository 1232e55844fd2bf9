#!/usr/bin/env bash
# Breaks the sources on purpose, one behaviour at a time (Tests/Mutations/*.patch), and expects the tests to notice.
# The first line of a patch names the rows of Docs/Conformance.md that it breaks: `breaks: LIFE-3 LIFE-4`. Of each of
# them a test must fail, and in a run of all patches each test of each row must fail at least once.
# Usage: Tests/mutations.sh [NAME|ROW ...]   patches by name or by row, all without one; each needs a build
#        Tests/mutations.sh --list           the rows that no patch breaks
# What is tested is the last commit, in a working tree of its own below out/mutations.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
place=$root/out/mutations
tree=$place/tree
swift=${SWIFT:-swift}
patience=${PATIENCE:-200}  # s; a run that takes longer hangs
model="the engine does what the model does, whatever happens"
export THRUM_SEEDS=${THRUM_SEEDS:-2000} NO_COLOR=1

mkdir -p "$place"
find Tests -name '*.swift' -print0 | sort -z | xargs -0 awk -f Tests/rows.awk >"$place/rows.txt"
broken_by() { sed -n '1s/^breaks: //p' "$1"; }
tests_of() { awk -F '\t' -v row="$1" '$1 == row { print $2 }' "$place/rows.txt"; }
documented() { sed -nE 's/^\| ([A-Z]+-[0-9]+) \|.*/\1/p' Docs/Conformance.md; }

if [ "${1:-}" = --list ]; then
  named=" $(for patch in Tests/Mutations/*.patch; do broken_by "$patch"; done | tr '\n' ' ')"
  for row in $(documented); do [[ $named == *" $row "* ]] || echo "$row"; done
  exit
fi

names=() wanted=()
for argument in "$@"; do
  if [[ $argument =~ ^[A-Z]+-[0-9]+$ ]]; then
    wanted+=("$argument")
    for patch in $(grep -lE "^breaks:.* $argument( |\$)" Tests/Mutations/*.patch); do
      names+=("$(basename "$patch" .patch)")
    done
  else
    names+=("$argument")
  fi
done
if [ $# = 0 ]; then
  for patch in Tests/Mutations/*.patch; do names+=("$(basename "$patch" .patch)"); done
  mapfile -t wanted < <(documented)
fi
[ ${#names[@]} -gt 0 ] || { echo "no patch breaks ${wanted[*]}" >&2; exit 1; }

if [ -z "${THRUM_RIG:-}" ]; then
  Tests/Rig/build.sh "$root/out/rig" >/dev/null
  export THRUM_RIG="$root/out/rig" ALSA_CONFIG_PATH="/usr/share/alsa/alsa.conf:$root/out/rig/test.conf"
fi

git worktree prune
if [ -e "$tree/.git" ]; then
  git -C "$tree" checkout -q --force --detach "$(git rev-parse HEAD)"
else
  git worktree add -q --detach "$tree" HEAD
fi
build() { "$swift" build --package-path "$tree" --scratch-path "$place/build" --build-tests >"$place/$1.build.txt" 2>&1; }

# Runs tests by their names. What the runner says goes to a file; a hanging run ends after a while.
run() {
  local file=$1 filters=() name
  shift
  for name in "$@"; do filters+=(--filter "$(sed 's/[][().*+?^${}|\\]/\\&/g' <<<"$name")"); done
  timeout --kill-after 5 "$patience" "$place/build/debug/thrumPackageTests.xctest" \
    --testing-library swift-testing "${filters[@]}" >"$file" 2>&1
}

# The same; and when the run does not come to its end, each test alone, so that it is known which of them ended it.
run_apart() {
  local file=$1 name
  run "$@" || true
  if [ $# -gt 2 ] && ! grep -q 'Test run with' "$file"; then
    : >"$file"
    for name in "${@:2}"; do
      run "$file.alone" "$name" || true
      cat "$file.alone" >>"$file"
    done
  fi
}

# Whether a test has failed, or has begun and not ended.
fails() {
  grep -qF "✘ Test \"$2\"" "$1" || { grep -qF "◇ Test \"$2\" started" "$1" && ! grep -qF "✔ Test \"$2\"" "$1"; }
}

mapfile -t all < <(cut -f2 "$place/rows.txt" | sort -u)
if ! build unbroken || ! run "$place/unbroken.txt" "${all[@]}" "$model"; then
  echo "the tests fail as it is: see $place/unbroken.txt" >&2
  exit 1
fi

: >"$place/seen.txt"
missed=0
printf '%-48s %-8s %s\n' mutation model rows
for name in "${names[@]}"; do
  patch=Tests/Mutations/$name.patch said=$place/$name.txt
  mapfile -t tests < <(for row in $(broken_by "$patch"); do tests_of "$row"; done | sort -u)
  told="" caught=- lost=()
  if ! git -C "$tree" apply "$root/$patch" 2>"$said"; then
    told="does not apply: make it again"
  elif ! build "$name"; then
    told="does not build"
  elif [ ${#tests[@]} = 0 ]; then
    told="breaks no row that has a test"
  else
    run_apart "$said" "${tests[@]}"
    for row in $(broken_by "$patch"); do
      found=""
      while IFS= read -r test; do
        if fails "$said" "$test"; then
          found=yes
          printf '%s\t%s\n' "$row" "$test" >>"$place/seen.txt"
        fi
      done < <(tests_of "$row")
      [ -n "$found" ] || lost+=("$row")
    done
    if grep -q '^+++ b/Sources/HapticEngine/' "$patch"; then
      if run "$said.model" "$model"; then caught=missed; else caught=caught; fi
    fi
    told="caught: $(broken_by "$patch")"
    if [ ${#lost[@]} -gt 0 ]; then told="missed: ${lost[*]}"; fi
  fi
  [[ $told == caught:* ]] || missed=$((missed + 1))
  printf '%-48s %-8s %s\n' "$name" "$caught" "$told"
  git -C "$tree" checkout -q --force .
done

# A row with several tests may need several patches.
unseen=$(for row in "${wanted[@]}"; do tests_of "$row" | sed "s/^/$row\t/"; done | grep -vxFf "$place/seen.txt" || true)
if [ -n "$unseen" ]; then echo "never failed:"$'\n'"$unseen"; fi
if [ $missed -gt 0 ]; then echo "$missed of ${#names[@]} mutations were missed; what each run said is in $place"; fi
if [ $missed -gt 0 ] || [ -n "$unseen" ]; then exit 1; fi
echo "all ${#names[@]} mutations were caught"
