#!/usr/bin/env bash
# Plays the built command through real sound servers: compares recordings, and kills or freezes the servers.
# Usage: Tests/Outputs/EndToEnd/run.sh [pulse] [pipewire]     (after `make build`; installs missing servers)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
thrum=$root/.build/release/thrum
patterns=$root/Patterns
work=$(mktemp -d)
passed=0
failed=0
skipped=0
. "$here/sound-server.sh"
trap 'sound_server_cleanup; rm -rf "$work"' EXIT

check() { # description, command...
  local what=$1
  shift
  if "$@" >"$work/check.log" 2>&1; then
    echo "ok      $what"
    passed=$((passed + 1))
  else
    echo "FAILED  $what"
    sed 's/^/        /' "$work/check.log"
    failed=$((failed + 1))
  fi
}

# without_gap NAME COMMAND...: runs a check that a stalled machine can spoil. If the machine stalls for longer than the
# buffer lasts, the recording has a gap. The player counts it, and the check is skipped with that count.
without_gap() {
  local what=$1 gaps watcher stall is_heard=0
  shift
  : >"$work/play.err"
  "$here/stalls.py" >"$work/stalls" 2>/dev/null &
  watcher=$!
  "$@" >"$work/check.log" 2>&1 && is_heard=1
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  stall=$(cat "$work/stalls")
  if [ "$is_heard" = 1 ]; then
    echo "ok      $what"
    passed=$((passed + 1))
  elif gaps=$(grep -E 'ran dry|underrun' "$work/play.err"); then
    echo "skipped $what: the machine stood still: $gaps"
    skipped=$((skipped + 1))
  elif [ "${stall:-0}" -ge 15 ]; then
    # A gap in the server, whose buffer is 21 ms. The player does not see it.
    echo "skipped $what: a processor stood still for $stall ms"
    skipped=$((skipped + 1))
  else
    echo "FAILED  $what"
    sed 's/^/        /' "$work/check.log"
    failed=$((failed + 1))
  fi
}

milliseconds() { date +%s%3N; }

# plays SERVER PATTERN [OPTION...]: plays, records, and compares with the offline rendering at the same gain.
plays() {
  local server=$1 name=$2
  shift 2
  local recording=$work/$server-$name.raw
  [ "$server" = pipewire ] && recording=$work/$server-$name.wav
  "$thrum" render "$patterns/$name.ahap" -o "$work/$name.wav" --gain -12 "$@" || return 1
  "${server}_record" "$work" "$recording"
  "$thrum" play -D "$server" "$patterns/$name.ahap" --monitor full --gain -12 "$@" 2>"$work/play.err" || return 1
  sleep 0.3
  record_stop
  "$here/correlate.py" "$work/$name.wav" "$recording" --min 0.999
}

# lasts SERVER PATTERN LEAST MOST: plays, and checks the duration of the whole process in milliseconds.
lasts() {
  local begin end
  begin=$(milliseconds)
  "$thrum" play -D "$1" "$patterns/$2.ahap" || return 1
  end=$(milliseconds)
  echo "$((end - begin)) ms"
  [ $((end - begin)) -ge "$3" ] && [ $((end - begin)) -le "$4" ]
}

# survives SERVER ACTION: freezes or kills the server in the middle; the command must end by itself in time.
survives() {
  local server=$1 action=$2 pid begin status
  begin=$(milliseconds)
  timeout 20 "$thrum" play -D "$server" "$patterns/heartbeat.ahap" >"$work/out.log" 2>"$work/err.log" &
  pid=$!
  sleep 0.7
  "${server}_$action"
  wait "$pid"
  status=$?
  cat "$work/err.log"
  echo "exit code $status after $(($(milliseconds) - begin)) ms"
  [ "$status" -eq 0 ] && [ $(($(milliseconds) - begin)) -lt 9000 ]
}

# frozen_for SERVER SECONDS STATUS: freezes the server during a minute of playback; the command resumes or gives up.
frozen_for() {
  local server=$1 seconds=$2 expected=$3 begin status pid
  "$thrum" play -D "${server/sink/pulse}" "$patterns/heartbeat.ahap" --loop --length 60 >"$work/out.log" 2>"$work/err.log" &
  pid=$!
  sleep 3
  begin=$(milliseconds)
  "${server}_freeze"
  sleep "$seconds"
  "${server}_thaw"
  wait "$pid"
  status=$?
  cat "$work/err.log"
  echo "exit code $status, $(($(milliseconds) - begin)) ms after the server was frozen for $seconds s"
  [ "$status" -eq "$expected" ] || return 1
  [ "$expected" -eq 0 ] || grep -q 'the device was lost and did not come back' "$work/err.log"
}

# rests SERVER: an idle engine causes hardly any wake-ups, and the next playback is complete.
rests() {
  local recording=$work/$1-rest.raw
  [ "$1" = pipewire ] && recording=$work/$1-rest.wav
  "$thrum" render "$patterns/heartbeat.ahap" -o "$work/rest.wav" || return 1
  "${1}_record" "$work" "$recording"
  THRUM_LIBRARY=$root/out/library/lib/libthrum.so PYTHONPATH=$root/Sources/Bindings/Python PYTHONDONTWRITEBYTECODE=1 \
    python3 "$here/rest.py" "alsa:$1" "$patterns/heartbeat.ahap" "$recording" 2>"$work/play.err" || return 1
  record_stop
  "$here/correlate.py" "$work/rest.wav" "$recording" --min 0.999
}

# outlasts_quantum: PipeWire's period exceeds the player's buffer for three seconds. A second later the sound is back.
outlasts_quantum() {
  local recording=$work/quantum.wav pid
  pipewire_record "$work" "$recording"
  "$thrum" play -D pipewire "$patterns/heartbeat.ahap" --loop --length 30 --monitor full 2>"$work/play.err" &
  pid=$!
  sleep 2
  pw-metadata -n settings 0 clock.force-quantum 8192
  sleep 3
  pw-metadata -n settings 0 clock.force-quantum 0
  sleep 3
  kill -INT "$pid"
  wait "$pid"
  record_stop
  cat "$work/play.err"
  "$here/loudest.py" "$recording" 2 0.01
}

# interrupted SERVER: Ctrl-C in the middle ends within 0.6 s with exit code 130.
interrupted() {
  local pid begin status
  "$thrum" play -D "$1" "$patterns/rain.ahap" &
  pid=$!
  sleep 1
  begin=$(milliseconds)
  kill -INT "$pid"
  wait "$pid"
  status=$?
  echo "exit code $status after $(($(milliseconds) - begin)) ms"
  [ "$status" -eq 130 ] && [ $(($(milliseconds) - begin)) -lt 600 ]
}

unreachable() { # SERVER: prints one line and exits with 69
  local text
  text=$("$thrum" play -D "$1" "$patterns/selection.ahap" 2>&1)
  local status=$?
  echo "$text ($status)"
  [ "$status" -eq 69 ] && [ "$(printf '%s\n' "$text" | wc -l)" -eq 1 ]
}

test_server() {
  local server=$1
  echo "== $server"
  started "$server" || return
  for name in heartbeat beat-of-five bell; do
    without_gap "$server hears $name as it is rendered" plays "$server" "$name"
  done
  without_gap "$server hears the small-speaker mode as it is rendered" \
    plays "$server" rumble --monitor small-speaker --actuator coin-lra-175
  check "$server: heartbeat lasts as long as it should" lasts "$server" heartbeat 2000 6500
  without_gap "$server: an engine that plays nothing wakes nobody" rests "$server"
  [ "$server" != pipewire ] || check "$server: after three seconds of a long quantum the sound is back" outlasts_quantum
  check "$server: Ctrl-C fades and ends at once" interrupted "$server"
  check "$server frozen: the playback ends by itself" survives "$server" freeze
  "${server}_thaw"
  "${server}_stop"
  "${server}_start" "$work"
  check "$server killed: the playback ends by itself" survives "$server" kill
  check "$server gone: one sentence says so" unreachable "$server"
}

# started SERVER: starts it, or counts a failure.
started() {
  "${1}_start" "$work" && return 0
  echo "FAILED  $1 could not be started"
  failed=$((failed + 1))
  return 1
}

# Checks that take minutes: THRUM_FROZEN=1, see `make e2e-frozen`.
test_frozen() {
  local server=$1 seconds
  echo "== $server, frozen"
  for seconds in 22 30; do
    started "$server" || return
    check "$server frozen for $seconds s plays on" frozen_for "$server" "$seconds" 0
    "${server}_stop"
  done
  started "$server" || return
  check "$server frozen for 42 s is given up" frozen_for "$server" 42 69
  "${server}_stop"
  [ "$server" = pulse ] || return 0
  started "$server" || return
  check "$server, its sink suspended for 25 s, plays on" frozen_for sink 25 0
  "${server}_stop"
}

# A suspended sink accepts no frames, like a frozen server.
sink_freeze() { pactl suspend-sink rig 1; }
sink_thaw() { pactl suspend-sink rig 0; }

for server in "${@:-pulse}"; do
  if [ -n "${THRUM_FROZEN:-}" ]; then test_frozen "$server"; else test_server "$server"; fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
