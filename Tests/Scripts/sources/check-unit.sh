#!/usr/bin/env bash
# Refuses what does not belong in the `unit` lane: real clocks, a test's own threads, waits that block a thread.
# A line that needs such a word for another reason explains it: `// lane: REASON`.
set -euo pipefail
cd "$(dirname "$0")/../../.."

forbidden='DispatchSemaphore|\.realTime\(|\bThread[ ({]|Thread\.(sleep|detach)|startThread\(|pthread_create|makeTimerSource|asyncAfter|Timer\.'
forbidden+='|ContinuousClock|SuspendingClock|\bDate\(\)|Task\.sleep|usleep\(|nanosleep\(|clock_gettime|thrum_monotonic'
forbidden+='|waitUntilExit|SystemClock\(|SystemTime\(|\.timeLimit\('

modules=()
for folder in Tests/*/*Tests; do
  case $folder in
    */DeviceTests | */StudioDeviceTests) ;;
    *) modules+=("$folder") ;;
  esac
done
if found=$(grep -rnE "$forbidden" --include='*.swift' "${modules[@]}" | grep -v '// lane: '); then
  echo "The unit lane has virtual clocks and fakes only; these lines belong to a suite of Tests/Outputs/DeviceTests, or need a fake:" >&2
  printf '%s\n' "$found" >&2
  exit 1
fi
for suite in $(grep -lE '@Suite' Tests/*/{Studio,}DeviceTests/*.swift); do
  grep -qE 'Lane\.isDevice' "$suite" || { echo "$suite: a suite of the device lane says so: .enabled(if: Lane.isDevice, …)" >&2; exit 1; }
  grep -qE '^/// .*(R|r)eal (time|sockets|clock)|^/// .*(R|r)eally run at once|system.s clock' "$suite" ||
    { echo "$suite: the suite's comment has to say why it needs real time" >&2; exit 1; }
done

# A filter that no longer names a test runs none.
titles=$(grep -hoE "(--filter|--skip|FILTER=) ?'[^'\$]+'" Makefile Tests/Scripts/*/*.sh Tests/Scripts/checks.mk | cut -d"'" -f2 | tr '|' '\n' | tr -d '^')
while read -r title; do
  grep -rqF --include='*.swift' "$title" Tests || [ -d "$(find Tests -type d -name "$title" -print -quit)" ] ||
    { echo "a script runs “$title”, which no test is called" >&2; exit 1; }
done <<<"$titles"
