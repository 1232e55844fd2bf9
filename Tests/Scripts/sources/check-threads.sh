#!/usr/bin/env bash
# Checks the lines `- Thread:` in the core from ThrumTime to ThrumEngine, and the outputs. A public class or protocol
# that is not Sendable says which thread uses it; an output follows `OutputDevice`. Where the compiler already ensures
# it (any thread for a Sendable type, one at a time for others within the package), the line is left out.
#
# Also refuses a mutex of a closure: each access wraps the closure anew, until the chain is too long for a stack.
set -euo pipefail
cd "$(dirname "$0")/../../.."
found=$(find Sources/Core/Thrum{Time,Device,Render,Offline,Engine} Sources/Outputs -name '*.swift' -print0 | xargs -0 awk '
  FNR == 1 { doc = "" }
  /^\/\/\// { doc = doc "\n" $0; next }
  /^@/ && !/^@[^ ]+.* (struct|class|enum|actor|protocol|func|let|var) / { next }
  /^(@[^ ]+ )*((public|package|final) )*(class|protocol) / {
    if (/: .*(Sendable|SerialExecutor|OutputDevice|Timekeeper|DeviceQueue|DeviceClock)/) {
      if (!/public/ && doc ~ /- Thread: any\.\n*$/) print FILENAME ":" FNR ": error: a Sendable type needs no `- Thread: any`: " $0
    } else if (/public/ && doc !~ /- Thread:/) {
      print FILENAME ":" FNR ": error: the documentation does not say on which thread: " $0
    }
  }
  { doc = "" }')
[ -z "$found" ] || { echo "$found"; exit 1; }
found=$(grep -rnE 'Mutex<\(*(@Sendable|\([^)]*\) *->)' --include='*.swift' Sources Tests || true)
[ -z "$found" ] || { echo "$found"; echo "each access would wrap the closure once more: keep it in a structure" >&2; exit 1; }
