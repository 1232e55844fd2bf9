#!/usr/bin/env bash
# Soaks the engine on a real PulseAudio that is killed every twenty seconds and restarted a second later.
# Usage: Tests/Outputs/EndToEnd/soak.sh SECONDS     (as `make soak-live` calls it)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
. "$here/sound-server.sh"
trap 'sound_server_cleanup; rm -rf "$work"' EXIT

pulse_start "$work" || exit 69
"$root/.build/release/Soak" live "$1" pulse &
life=$!
kills=0
while is_alive "$life"; do
  for _ in $(seq 200); do is_alive "$life" && sleep 0.1; done
  is_alive "$life" || break
  pulse_kill
  kills=$((kills + 1))
  sleep 1
  pulse_start "$work" || exit 69
done
wait "$life"
status=$?
echo "PulseAudio was killed $kills times"
exit "$status"
