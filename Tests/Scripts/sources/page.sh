#!/usr/bin/env bash
# Tests the pure modules of the studio's pages (node --test), or checks what all modules import (check-page.py) and
# their types (tsc, from their JSDoc).
# Usage: Tests/Scripts/sources/page.sh test|types
set -euo pipefail
cd "$(dirname "$0")/../../.."
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
  Tests/Scripts/sources/check-page.py
  command -v tsc >/dev/null || .ci/prepare node-typescript
  tsc -p Sources/Tools/ThrumStudio
  echo "page: the types of all modules are right"
  ;;
*)
  sed -n '2,4s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac
