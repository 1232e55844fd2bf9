#!/usr/bin/env bash
# Renders our own patterns with the built command, and with one that is built for every processor: the bytes must be the
# same. Usage: Tests/Scripts/bits.sh THRUM [FOLDER...]
set -euo pipefail
cd "$(dirname "$0")/../.."
native=$1
shift
"${SWIFT:-swift}" build -q -c release --static-swift-stdlib -Xswiftc -use-ld=lld --scratch-path out/portable --product thrum
portable=out/portable/release/thrum
count=0
while IFS= read -r file; do
  for options in "" "--signal acceleration" "--monitor small-speaker --start 0.1" "--sample-rate 44100 --nonlinear"; do
    # shellcheck disable=SC2086 # several options
    a=$("$native" render "$file" --length 20 $options -o - | sha256sum)
    # shellcheck disable=SC2086
    b=$("$portable" render "$file" --length 20 $options -o - | sha256sum)
    if [ "$a" != "$b" ]; then
      echo "bits: $file $options differs between processors"
      exit 1
    fi
    count=$((count + 1))
  done
done < <(find Patterns "$@" -name '*.ahap')
echo "bits: $count renderings are the same on this processor and for every one"
