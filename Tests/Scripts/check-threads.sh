#!/usr/bin/env bash
# Classes, actors and protocols of a file's top level in ThrumDevice, ThrumRender, ThrumEngine and the outputs say on which thread
# they are used: a line `- Thread:` of their documentation, which counts for their members too. Structs, enums and functions say it
# only where it is not any.
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
