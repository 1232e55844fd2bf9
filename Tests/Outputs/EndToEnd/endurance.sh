#!/usr/bin/env bash
# Plays a loop through a sound server that is killed at intervals, or frozen for three seconds, and prints the player's
# threads, memory and descriptors before each time. Fails if one of them grows, or if the player ends.
# Usage: Tests/Outputs/EndToEnd/endurance.sh pulse|pipewire SECONDS INTERVAL [kill|freeze]    (after `make build`)
# With INTERVAL 0, nothing happens to the server.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
server=$1 seconds=$2 interval=$3 action=${4:-kill}
work=$(mktemp -d)
player=
. "$here/sound-server.sh"
trap 'end_process "$player"; sound_server_cleanup; rm -rf "$work"' EXIT

"${server}_start" "$work" || exit 69
"${THRUM:-$root/.build/release/thrum}" play -D "$server" "$root/Patterns/heartbeat.ahap" --loop </dev/null \
  >"$work/out" 2>"$work/err" &
player=$!
times=0
end=$((SECONDS + seconds))
while [ "$SECONDS" -lt "$end" ]; do
  for _ in $(seq $((10 * (interval > 0 ? interval : 60)))); do is_alive "$player" && sleep 0.1; done
  is_alive "$player" || break
  printf '%6s s: ' "$((seconds - end + SECONDS))"
  "$here/growth.py" sample "$player" "$work/samples"
  [ "$interval" -gt 0 ] || continue
  times=$((times + 1))
  "${server}_$action"
  case $action in
  kill) "${server}_start" "$work" || exit 69 ;;
  freeze) sleep 3; "${server}_thaw" ;;
  esac
done
echo "$server: $action, $times times"
if ! is_alive "$player"; then
  echo "FAILED  the player ended:"
  cat "$work/err"
  exit 1
fi
"$here/growth.py" judge "$work/samples"
