#!/usr/bin/env bash
# Uses the packages for game engines with the real library, and prints what each has checked.
# Usage: Tests/Bindings/GameEngines/run.sh LIBRARY_FOLDER   the folder that `make library` has filled
# What needs a tool that is missing is left out with a sentence; THRUM_STRICT makes that a failure.
set -euo pipefail
library=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
failures=0

# NAME, then the tools it needs.
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
