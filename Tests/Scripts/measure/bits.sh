#!/usr/bin/env bash
# Lists the renderings of a command, a line per pattern and set of options: SHA-256, file, options. Equal lists from two
# builds, toolchains or machines mean equal samples. Usage: Tests/Scripts/measure/bits.sh THRUM [FOLDER...]
set -euo pipefail
cd "$(dirname "$0")/../../.."
thrum=$1
shift
while IFS= read -r file; do
  for options in "" "--signal acceleration" "--monitor small-speaker" "--sample-rate 44100 --nonlinear"; do
    # shellcheck disable=SC2086 # several options
    sum=$("$thrum" render "$file" --length 20 $options -o - | sha256sum)
    echo "${sum%% *} $file $options"
  done
done < <(find Patterns "$@" -name '*.ahap' | LC_ALL=C sort)
