#!/usr/bin/env bash
# Runs `make test` in fresh clones of what is committed, one after another, beside compilers and processes that write to the disk;
# keeps every log. Usage: Tests/Scripts/fresh-clones.sh COUNT LOGS [BUILT]
# With BUILT, a folder, the clones lie in one place and share what the first of them has built, which is kept there.
set -euo pipefail
count=$1
mkdir -p "$2"
logs=$(cd "$2" && pwd)
built=${3:-}
source=$(cd "$(dirname "$0")/../.." && pwd)
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
  # A file of a clone is as old as its commit, or everything would be built again.
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
