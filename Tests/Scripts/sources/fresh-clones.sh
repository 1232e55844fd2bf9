#!/usr/bin/env bash
# Runs `make test` in fresh clones of the last commit, one after another, next to compilers and processes that write to
# the disk. Keeps every log. Usage: Tests/Scripts/sources/fresh-clones.sh COUNT LOGS [BUILT]
# With BUILT, a folder, all clones use the same path and share the build of the first, which is kept there.
set -euo pipefail
count=$1
mkdir -p "$2"
logs=$(cd "$2" && pwd)
built=${3:-}
source=$(cd "$(dirname "$0")/../../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
if [ -n "$built" ]; then
  mkdir -p "$built"
  place=$(cd "$built" && pwd)/place
fi

failed=0
for number in $(seq 1 "$count"); do
  clone=$place/clone
  rm -rf "$clone"
  git clone -q "$source" "$clone"
  # Sets each file's time to that of the commit. Otherwise everything would be rebuilt.
  (cd "$clone" && git ls-files -z | xargs -0 touch -h -d "@$(git log -1 --format=%ct)")
  [ -z "$built" ] || [ ! -d "$built/.build" ] || mv "$built/.build" "$clone/.build"
  begin=$SECONDS
  code=0
  make --no-print-directory -C "$clone" test NEIGHBOURS="--compilers 3 --writers 2" >"$logs/$number.log" 2>&1 || code=$?
  echo "$number: $(tail -n 1 "$logs/$number.log" | cut -c1-120) ($((SECONDS - begin)) s, load $(cut -d' ' -f1 /proc/loadavg))"
  [ "$code" -eq 0 ] || failed=$((failed + 1))
  [ -z "$built" ] || mv "$clone/.build" "$built/.build"
done
echo "$count runs, $failed failed; logs in $logs"
[ "$failed" -eq 0 ]
