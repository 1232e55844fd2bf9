#!/usr/bin/env bash
# Runs tests under the sanitizers and expects no report. Under RealtimeSanitizer it also expects the report of a planted
# allocation. Uses THRUM_RIG and ALSA_CONFIG_PATH from the environment.
# Usage: Tests/Scripts/sources/sanitize.sh realtime|realtime-short|thread|address ...
set -euo pipefail
cd "$(dirname "$0")/../../.."
export SWIFT_BACKTRACE=enable=no
swift=${SWIFT:-swift}

realtime_flags=(--scratch-path .build-rtsan -Xswiftc -Xclang-linker -Xswiftc -fsanitize=realtime
  -Xcc -DTHRUM_NO_INTERPOSER)

run_realtime() {
  $swift build --build-tests "${realtime_flags[@]}" -q
  $swift test --skip-build "${realtime_flags[@]}"
  THRUM_LANE=device $swift test --skip-build "${realtime_flags[@]}" --no-parallel --filter '^DeviceTests|StudioDeviceTests'
  find_planted_allocation
}

# Only the tests that drive the real-time region through a device.
run_realtime-short() {
  $swift build --build-tests "${realtime_flags[@]}" -q
  THRUM_LANE=device $swift test --skip-build "${realtime_flags[@]}" --no-parallel \
    --filter 'LiveEngineTests|PCMLoopTests|LeaseReturnTests|ALSARigTests'
  find_planted_allocation
}

find_planted_allocation() {
  local report
  if report=$(THRUM_LANE=device THRUM_PLANT=1 $swift test --skip-build "${realtime_flags[@]}" --filter 'planted allocation in the real-time region' 2>&1)
  then
    echo "RealtimeSanitizer did not find the planted allocation" >&2
    return 1
  fi
  grep -q 'RealtimeSanitizer: unsafe-library-call' <<<"$report" || { printf '%s\n' "$report" >&2; return 1; }
  echo "realtime: clean, and a planted allocation was found"
}

run_thread() {
  local flags=(--scratch-path .build-tsan --sanitize=thread)
  # The toolchain's slow path of Synchronization.Mutex is compiled without the sanitizer, which therefore reports a race
  # between two bodies of `withLock` after contention. Only those reports are suppressed: `YTXE` ends the mangled type
  # of such a body (non-escaping, returning `sending Result`).
  local known=.build-tsan/known-races.txt
  mkdir -p .build-tsan
  echo 'race:YTXE' >"$known"
  export TSAN_OPTIONS="suppressions=$PWD/$known"
  $swift build --build-tests "${flags[@]}" -q
  # A faulty ring is caught in about two of three runs, so repeat.
  for _ in 1 2 3 4 5; do
    THRUM_LANE=device $swift test --skip-build "${flags[@]}" --filter 'ThreadTests' >/dev/null
  done
  # One test at a time, because unoptimised code takes the lock of Swift's `swift_once` on every thread, without a fast
  # path under this sanitizer. The sanitizer's dispatch_async, dispatch_sync, clock_gettime and functions of sources
  # replace those of ThrumDelays, so two suites and three tests cannot work. The other skipped test leaves a
  # connection's thread unjoined on purpose. What only computes, on one thread, is left out: it would take hours.
  local computing='^Thrum(Analysis|Feel|Formats|Pattern)Tests\.'
  THRUM_LANE=device $swift test --skip-build "${flags[@]}" --no-parallel --skip 'FollowedWorkTests|AppTimerTests' \
    --skip 'a live connection that never ends' --skip 'a clock of the machine that is read' \
    --skip 'the main thread waits for what other queues do' --skip 'UIKit in a block of sync' \
    --skip "$computing"
  echo "thread: clean"
}

run_address() {
  # Undefined behaviour in the C parts traps, too.
  local flags=(--scratch-path .build-asan --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=all)
  $swift build --build-tests "${flags[@]}" -q
  objdump -d .build-asan/debug/CLinux.build/realtime.c.o | grep 'ud[12]' >/dev/null || {
    echo "the C parts were not built to trap at undefined behaviour" >&2
    return 1
  }
  # Tests keep engines alive in their handlers, as apps do, and devices that hang on purpose leave their threads. The
  # sanitizer's clock_gettime replaces that of ThrumDelays, so the note on clocks that are read cannot be made.
  ASAN_OPTIONS=detect_leaks=0 $swift test --skip-build "${flags[@]}" \
    --skip 'CommandTests|^DeviceTests|StudioDeviceTests|a clock of the machine that is read'
  # Leaks are checked in the command and in engines that are created and released. Suppressed: fontconfig's data for the
  # life of the process, libasound's leak for a missing configuration, Foundation's records of finished processes and a
  # buffer of Data(contentsOf:), XCTest's list of tests where it has none to run, and the records of weak references,
  # since the checker does not see the pointer in an object; a leaked object is still found.
  local known=$PWD/.build-asan/known-leaks.txt
  printf 'leak:%s\n' libfontconfig libasound libXCTest ThrumProcess readBytesFromFile formWeakReference >"$known"
  export LSAN_OPTIONS="suppressions=$known:print_suppressions=0"
  $swift test --skip-build "${flags[@]}" --filter CommandTests
  $swift build --product Soak "${flags[@]}" -q
  # Without the sanitizer's quarantine of freed memory, which would grow.
  ASAN_OPTIONS=quarantine_size_mb=0:thread_local_quarantine_size_kb=0 .build-asan/debug/Soak life 0.5
  echo "address, leaks, and undefined behaviour in C: clean"
}

for kind in "${@:-realtime}"; do "run_$kind"; done
