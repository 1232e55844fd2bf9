#!/usr/bin/env bash
# Lists what a command renders, a line for each pattern and set of options: SHA-256, file, options. Two builds, toolchains or
# machines that give the same list give the same samples. Usage: Tests/Scripts/bits.sh THRUM [FOLDER...]
set -euo pipefail
cd "$(dirname "$0")/../.."
thrum=$1
shift
while IFS= read -r file; do
  for options in "" "--signal acceleration" "--monitor small-speaker" "--sample-rate 44100 --nonlinear"; do
    # shellcheck disable=SC2086 # several options
    sum=$("$thrum" render "$file" --length 20 $options -o - | sha256sum)
    echo "${sum%% *} $file $options"
  done
done < <(find Patterns "$@" -name '*.ahap' | LC_ALL=C sort)
