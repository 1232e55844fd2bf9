#!/usr/bin/env bash
# Runs tests under the sanitizers and expects nothing, and under RealtimeSanitizer with a planted allocation and
# expects its report. Usage: Tests/Scripts/sanitize.sh realtime|realtime-short|thread|address ...   (environment: THRUM_RIG, ALSA_CONFIG_PATH)
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no
swift=${SWIFT:-swift}

realtime_flags=(--scratch-path .build-rtsan -Xswiftc -Xclang-linker -Xswiftc -fsanitize=realtime
  -Xcc -DTHRUM_NO_INTERPOSER)

run_realtime() {
  $swift build --build-tests "${realtime_flags[@]}" -q
  $swift test --skip-build "${realtime_flags[@]}"
  THRUM_LANE=device $swift test --skip-build "${realtime_flags[@]}" --no-parallel --filter DeviceTests
  find_planted_allocation
}

# The tests that drive the real-time region through a device, and no others.
run_realtime-short() {
  $swift build --build-tests "${realtime_flags[@]}" -q
  THRUM_LANE=device $swift test --skip-build "${realtime_flags[@]}" --no-parallel \
    --filter 'LiveEngineTests|PCMLoopTests|LeaseReturnTests|ALSARigTests'
  find_planted_allocation
}

find_planted_allocation() {
  local report
  if report=$(THRUM_LANE=device THRUM_PLANT=1 $swift test --skip-build "${realtime_flags[@]}" --filter 'planted allocation in the region' 2>&1)
  then
    echo "RealtimeSanitizer did not find the planted allocation" >&2
    return 1
  fi
  grep -q 'RealtimeSanitizer: unsafe-library-call' <<<"$report" || { printf '%s\n' "$report" >&2; return 1; }
  echo "realtime: clean, and a planted allocation was found"
}

run_thread() {
  local flags=(--scratch-path .build-tsan --sanitize=thread)
  # The slow path of Synchronization.Mutex is compiled into the toolchain without the sanitizer, which therefore takes
  # two bodies of `withLock` for a race when the lock was contended. Those alone are left out: `YTXE` ends the mangled type
  # of such a body, one that does not escape and answers `sending Result`.
  local known=.build-tsan/known-races.txt
  mkdir -p .build-tsan
  echo 'race:YTXE' >"$known"
  export TSAN_OPTIONS="suppressions=$PWD/$known"
  $swift build --build-tests "${flags[@]}" -q
  # A wrong ring is caught in about two of three runs: repeat.
  for _ in 1 2 3 4 5; do
    THRUM_LANE=device $swift test --skip-build "${flags[@]}" --filter 'ThreadTests' >/dev/null
  done
  # One test at a time: all threads of unoptimised code meet in the lock of Swift's `swift_once`, which has no faster way
  # under this sanitizer. Its own dispatch_async comes before that of ThrumDelays: no work is followed. A server that is given up
  # with a connection open never joins that connection's thread, which is what its test is about.
  THRUM_LANE=device $swift test --skip-build "${flags[@]}" --no-parallel --skip FollowedWorkTests \
    --skip 'a live connection that does not end'
  echo "thread: clean"
}

run_address() {
  # In the C parts undefined behaviour traps, too.
  local flags=(--scratch-path .build-asan --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=all)
  $swift build --build-tests "${flags[@]}" -q
  objdump -d .build-asan/debug/CRealtime.build/realtime.c.o | grep 'ud[12]' >/dev/null || {
    echo "the C parts were not built to trap at undefined behaviour" >&2
    return 1
  }
  # Tests keep engines alive in their handlers, as apps do; devices that hang on purpose leave their threads behind.
  ASAN_OPTIONS=detect_leaks=0 $swift test --skip-build "${flags[@]}" --skip 'CommandTests|DeviceTests'
  # What leaks is looked for in the command, and in engines that come and go. Left out: what fontconfig keeps for the life
  # of the process, and libasound of a configuration that is not there; a weak reference inside XCTest; what Foundation keeps
  # of the processes it has run.
  local known=$PWD/.build-asan/known-leaks.txt
  printf 'leak:%s\n' libfontconfig libasound libXCTest ThrumProcess >"$known"
  export LSAN_OPTIONS="suppressions=$known:print_suppressions=0"
  $swift test --skip-build "${flags[@]}" --filter CommandTests
  $swift build --product Soak "${flags[@]}" -q
  # Without the sanitizer's store of freed memory, which would grow.
  ASAN_OPTIONS=quarantine_size_mb=0:thread_local_quarantine_size_kb=0 .build-asan/debug/Soak life 0.5
  echo "address, leaks, and undefined behaviour in C: clean"
}

for kind in "${@:-realtime}"; do "run_$kind"; done
