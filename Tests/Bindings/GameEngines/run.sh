#!/usr/bin/env bash
# Tests the packages for game engines with the real library, and prints one line for each.
# Usage: Tests/Bindings/GameEngines/run.sh LIBRARY_FOLDER   the folder filled by `make library`
# A package whose tools are missing is skipped with a message. With THRUM_STRICT that is a failure.
set -euo pipefail
library=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
failures=0

# package NAME TOOL...: runs NAME.sh if the tools are installed.
package() {
  local name=$1 tool output
  shift
  for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    echo "$name: left out, because $tool is missing"
    if [ -n "${THRUM_STRICT:-}" ]; then failures=$((failures + 1)); fi
    return
  done
  if output=$("$tests/$name.sh" "$library"); then
    tail -n 1 <<<"$output"
  else
    echo "$name: failed"
    failures=$((failures + 1))
  fi
}

package unity mcs mono python3
package godot "${GODOT:-godot3-server}" "${CC:-cc}"
exit $((failures > 0))
