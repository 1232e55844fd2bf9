#!/usr/bin/env bash
# Fuzzes targets one after another. Usage: fuzz.sh SECONDS TARGET ...
# An input may take 10 s of processor time. A crashing one is saved as out/fuzz/TARGET-crash-*; `swift run Fuzz TARGET
# FILE` runs it again.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=$1
shift
swift=${SWIFT:-swift}
export SWIFT_BACKTRACE=enable=no
out=$PWD/out/fuzz
mkdir -p "$out"
$swift build -q -c release --product Fuzz --scratch-path .build-fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library \
  -Xswiftc -enable-testing -Xswiftc -DFUZZING -Xswiftc -use-ld=lld
failed=0
TIMEFORMAT=%U
for target in "$@"; do
  found=$out/corpus-$target # grows from run to run, starting from the committed corpus
  mkdir -p "$found"
  log=$out/$target.txt
  said=pass
  {
    time FUZZ_TARGET=$target .build-fuzz/release/Fuzz "$found" "Tests/Fuzz/Corpus/$target" -max_total_time="$seconds" \
      -max_len=4096 -timeout=600 -rss_limit_mb=2048 -artifact_prefix="$out/$target-" -print_final_stats=1 \
      >"$log" 2>&1 || said=FAIL failed=1
  } 2>"$out/$target-processor.txt"
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(grep -oE 'cov: [0-9]+' "$log" | tail -1 || true)
  memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
  printf '%-10s %8s s of processor time %12s inputs  %-12s %5s MB  %s\n' "$target" "$(tail -1 "$out/$target-processor.txt")" \
    "${runs:-?}" "$coverage" "${memory:-?}" "$said"
  if [ $said = FAIL ]; then tail -25 "$log" | cut -c1-200; fi
done
exit $failed
