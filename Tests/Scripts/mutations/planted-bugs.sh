#!/usr/bin/env bash
# Tests the example apps in Tests/Apple/ExampleApps, then plants each of their bugs in a copy and prints which tests
# find it. Fails if an app fails without a bug, if fewer than 31 bugs are found, or if the README's table is not the
# current one.
#
# Usage: Tests/Scripts/mutations/planted-bugs.sh [--write] [BUG...]
#   --write   write the README's table
#   BUG       plant only bugs whose names contain this text, and do not check the table
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Scripts/apps/example-package.sh
apps=$PWD/Tests/Apple/ExampleApps
package=$PWD/out/planted/ExampleApps
readme=$apps/README.md
needed=31
write=
if [ "${1:-}" = --write ]; then
  write=1
  shift
fi

# Unchanged files keep their dates, so that the first bug does not rebuild all apps.
clear_package
cp -rp "$apps"/{Package.swift,Sources,Tests} "$package"

# Runs in the package's folder: in the repository's root, Thrum would take itself for the package to build.
inside() { (cd "$package" && PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty "$@" --scratch-path "$scratch"); }

build() { # what
  report=$(inside $swift build --build-tests 2>&1) || {
    printf '%s\n' "$report" >&2
    echo "planted-bugs: $1 does not compile" >&2
    exit 1
  }
}

# Runs tests in a fixed order, since those of a singleton can find a bug through what the test before has left.
run() { # app; sets `report`, and fails if a test fails
  local code=0 app=$1
  report=$(inside timeout 120 $swift test --skip-build --no-parallel --filter "^${app}Tests\\." 2>&1) || code=$?
  grep -q 'Test run with' <<<"$report" || {
    printf '%s\n' "$report" >&2
    echo "planted-bugs: the tests of $app did not end (exit code $code)" >&2
    exit 1
  }
  return $code
}

failed() { # the names of the failed tests in `report`
  sed -n 's/^✘ Test "\(.*\)" failed after .*/\1/p' <<<"$report" | LC_ALL=C sort -u
}

short() { # up to three names, and the number of the others
  awk 'NR < 4 { names = names (NR > 1 ? "; " : "") $0 } END { print names (NR > 3 ? "; " NR - 3 " more" : "") }'
}

begin=$SECONDS
build "the package"
for app in Marble Breathe Sketch; do
  if ! run "$app"; then
    printf '%s\n' "$report" >&2
    echo "planted-bugs: $app fails without a bug" >&2
    exit 1
  fi
  echo "$app: $(sed -n 's/.*Test run with \([0-9]*\) tests.*/\1/p' <<<"$report") tests pass"
done

table=$package/table.md
printf '| bug | what is wrong | kind | app | found by |\n| --- | --- | --- | --- | --- |\n' >"$table"
planted=0
found=0
missed=()
for bug in "$apps"/Bugs/*.patch; do
  name=$(basename "$bug" .patch)
  if [ $# -gt 0 ]; then
    wanted=
    for text in "$@"; do [[ $name != *$text* ]] || wanted=1; done
    [ -n "$wanted" ] || continue
  fi
  start=$SECONDS
  app=$(sed -n 's|^--- a/Sources/\([^/]*\)/.*|\1|p' "$bug" | head -n 1)
  (cd "$package" && git apply "$bug")
  build "bug $name"
  tests="not found"
  if run "$app"; then missed+=("$name"); else
    tests=$(failed | short)
    [ -n "$tests" ] || { printf '%s\n' "$report" >&2; exit 1; }
    found=$((found + 1))
  fi
  (cd "$package" && git apply -R "$bug")
  planted=$((planted + 1))
  echo "$name ($((SECONDS - start)) s): $tests"
  kind=$(sed -n 's/^Kind: //p' "$bug")
  echo "| [$name](Bugs/$name.patch) | $(sed -n 1p "$bug") | $kind | $app | $tests |" >>"$table"
done

echo "planted-bugs: $found of $planted planted bugs found in $((SECONDS - begin)) s" \
  "${missed[*]:+(not found: ${missed[*]})}"
[ $# -eq 0 ] || exit 0
if [ "$found" -lt "$needed" ]; then
  echo "planted-bugs: at least $needed must be found" >&2
  exit 1
fi

# The README with the table between its two comments.
current=$package/README.md
awk -v table="$table" '
  /^<!-- end planted bugs -->/ { inside = 0; while ((getline line < table) > 0) print line; print "" }
  !inside { print }
  /^<!-- begin planted bugs/ { inside = 1; print "" }' "$readme" >"$current"
if [ -n "$write" ]; then
  cp "$current" "$readme"
elif ! diff "$readme" "$current"; then
  echo "planted-bugs: the table in ${readme#"$PWD"/} is out of date; run Tests/Scripts/mutations/planted-bugs.sh --write" >&2
  exit 1
fi
