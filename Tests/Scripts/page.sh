#!/usr/bin/env bash
# Tests the pure modules of the studio's pages (node --test), or checks the types of all modules (tsc, from their
# JSDoc), each of which must start with // @ts-check.
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
  modules=(Sources/Tools/ThrumStudio/{Page,PhonePage,SharePage}/*.js)
  unchecked=""
  for module in "${modules[@]}"; do
    read -r first <"$module" || true
    [ "$first" = "// @ts-check" ] || unchecked+=" ${module##*/}"
  done
  [ -z "$unchecked" ] || { echo "page: these do not begin with // @ts-check:$unchecked" >&2; exit 1; }
  command -v tsc >/dev/null || .ci/prepare node-typescript
  tsc -p Sources/Tools/ThrumStudio
  echo "page: the types of ${#modules[@]} modules are right"
  ;;
*)
  sed -n '2,4s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac
