#!/usr/bin/env bash
# Checks the tutorial's files: each step is built as a package, its tests pass or fail with the output that the step
# shows, and the last files are the example's.
#
# A file is called STEP-NAME. STEP-passes.txt and STEP-fails.txt are parts of `swift test`'s output after that step.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Scripts/apps/example-package.sh
tutorial=$PWD/Sources/Testing/ThrumTesting/ThrumTesting.docc/FirstHapticTest.tutorial

fail() {
  echo "tutorial: $*" >&2
  exit 1
}

words() { # a report without the parts that differ from run to run
  sed -E 's/after [0-9.]+ seconds/after some seconds/; /^\$ /d; /^$/d' "$@"
}

hold() { # console, report: every line of the console is in the report
  words "$2" >"$empty/report"
  [ -n "$(words "$1")" ] || fail "${1##*/} is empty"
  while IFS= read -r line; do
    grep -qxF -- "$line" "$empty/report" || fail "${1##*/}: not in the report: $line"
  done < <(words "$1")
}

workflow() { # runs the workflow's commands but the clone, in the folder that has the package
  local commands
  commands=$(sed -n 's/^ *- run: *//p' "$steps/09-haptics.yml" | grep -v '^git clone')
  grep -q '^swift test' <<<"$commands" || fail "09-haptics.yml: no line runs the tests"
  (
    cd "${package%/*}"
    rm -rf failures
    # shellcheck disable=SC2329
    swift() { PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty command "$swift" "$@" --scratch-path "$scratch"; }
    eval "set -e; $commands"
  )
}

for file in "$steps"/??-*; do
  grep -qF "file: ${file##*/})" "$tutorial" || fail "no step shows ${file##*/}"
done

clear_package
for step in $(cd "$steps" && printf '%s\n' ??-* | cut -c1-2 | sort -u); do
  for file in "$steps/$step"-*; do place "$file"; done
  report=$PWD/out/examples/$step.txt
  if [ -e "$steps/$step-passes.txt" ]; then
    bare test >"$report" 2>&1 || { cat "$report"; fail "step $step does not pass"; }
    hold "$steps/$step-passes.txt" "$report"
  elif [ -e "$steps/$step-fails.txt" ]; then
    ! bare test >"$report" 2>&1 || fail "step $step does not fail"
    hold "$steps/$step-fails.txt" "$report"
  else
    bare build --build-tests >"$report" 2>&1 || { cat "$report"; fail "step $step does not compile"; }
  fi
  ! grep -q 'warning:' "$report" || { cat "$report"; fail "step $step has warnings"; }
  echo "tutorial: step $step is as it says"
done

diff -r "$example/Sources" "$package/Sources" || fail "the last sources are not the example's"
diff -r "$example/Tests" "$package/Tests" || fail "the last tests are not the example's"
diff "$example/Package.swift" "$package/Package.swift" || fail "the last package is not the example's"
echo "tutorial: the last step is the example"

workflow >"$PWD/out/examples/workflow.txt" 2>&1 || { cat out/examples/workflow.txt; fail "09-haptics.yml does not pass"; }
(cd "$package" && git apply "$example/Bugs/2-sharpness.patch")
! workflow >"$PWD/out/examples/workflow.txt" 2>&1 || fail "09-haptics.yml does not find a planted bug"
[ -n "$(ls -A out/examples/failures)" ] || { cat out/examples/workflow.txt; fail "09-haptics.yml saves no timeline"; }
echo "tutorial: the workflow passes, finds a planted bug and saves its timeline"
