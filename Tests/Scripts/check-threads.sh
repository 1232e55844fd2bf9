#!/usr/bin/env bash
# Checks that top-level classes, actors and protocols in ThrumDevice, ThrumRender, ThrumEngine and the outputs document
# their thread with a line `- Thread:`, which applies to their members too. Structs, enums and functions state a thread
# only if it is not any.
set -euo pipefail
cd "$(dirname "$0")/../.."
found=$(find Sources/Core/Thrum{Device,Render,Engine} Sources/Outputs -name '*.swift' -print0 | xargs -0 awk '
  FNR == 1 { doc = "" }
  /- Thread: any; a (value|pure function)\./ { print FILENAME ":" FNR ": error: this goes without saying: " $0 }
  /^\/\/\// { doc = doc "\n" $0; next }
  /^@/ && !/^@[^ ]+.* (struct|class|enum|actor|protocol|func|let|var) / { next }
  /^(@[^ ]+ )*((public|package|final) )*(class|actor|protocol) / {
    if (doc !~ /- Thread:/) print FILENAME ":" FNR ": error: the documentation does not say on which thread: " $0
  }
  { doc = "" }')
[ -z "$found" ] || { echo "$found"; exit 1; }
