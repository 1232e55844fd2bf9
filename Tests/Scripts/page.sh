#!/usr/bin/env bash
# Tests the pure modules of the studio's page (node --test), or checks the types of those that begin with
# // @ts-check (tsc, from their JSDoc).
# Usage: Tests/Scripts/page.sh test|types
set -euo pipefail
cd "$(dirname "$0")/../.."
case ${1:-} in
test)
  command -v node >/dev/null || .ci/prepare nodejs
  report=$(mktemp)
  trap 'rm -f "$report"' EXIT
  if ! node --test Tests/Tools/Page/*.test.mjs >"$report" 2>&1; then
    cat "$report" >&2
    exit 1
  fi
  echo "page: $(sed -n 's/^[#ℹ] pass //p' "$report") passed"
  ;;
types)
  command -v tsc >/dev/null || .ci/prepare node-typescript
  tsc -p Sources/Tools/ThrumStudio
  checked=$(grep -lx '// @ts-check' Sources/Tools/ThrumStudio/Page/*.js | wc -l)
  [ "$checked" -ge 49 ] || { echo "page: only $checked modules begin with // @ts-check; there were 49" >&2; exit 1; }
  echo "page: the types of $checked of $(ls Sources/Tools/ThrumStudio/Page/*.js | wc -l) modules are right"
  ;;
*)
  sed -n '2,4s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac
