#!/usr/bin/env bash
# Every type and function of a file's top level in ThrumDevice, ThrumRender, ThrumEngine and ThrumOutput that is not private
# says on which thread it is used: a line `- Thread:` of its documentation, which counts for its members too.
set -euo pipefail
cd "$(dirname "$0")/../.."
found=$(find Sources/Core/Thrum{Device,Render,Engine} Sources/Outputs -name '*.swift' -print0 | xargs -0 awk '
  FNR == 1 { doc = "" }
  /^\/\/\// { doc = doc "\n" $0; next }
  /^@/ && !/^@[^ ]+.* (struct|class|enum|actor|protocol|func|let|var) / { next }
  /^(@[^ ]+ )*((public|package|final|indirect) )*(struct|class|enum|actor|protocol|func|let|var) / {
    if (doc !~ /- Thread:/) print FILENAME ":" FNR ": error: the documentation does not say on which thread: " $0
  }
  { doc = "" }')
[ -z "$found" ] || { echo "$found"; exit 1; }
