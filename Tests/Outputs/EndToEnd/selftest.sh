#!/bin/sh
# Tests the sound servers and correlate.py with a generated sine. Usage: selftest.sh [pulse] [pipewire] (default: both)
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/sound-server.sh"
install_missing aplay:alsa-utils python3:python3 || exit
dir=$(mktemp -d)
trap 'sound_server_cleanup; rm -rf "$dir"' EXIT
failures=0

check() {   # check TITLE COMMAND...
    title=$1; shift
    if "$@" > "$dir/answer" 2>&1; then echo "ok    $title: $(tail -n 1 "$dir/answer")"
    else failures=$((failures + 1)); echo "FAIL  $title"; tail -n 20 "$dir/answer"; fi
}
fails() { ! "$@"; }
play() { timeout 10 aplay -q -D "$1" -t raw -f FLOAT_LE -r 48000 -c 2 --period-size="$2" --buffer-size=4096 "$dir/sine.raw"; }

# One second of a swelling 175 Hz sine over a little deterministic noise, so that all periods differ.
python3 - "$dir" <<'PY'
import array, math, sys
state, samples = 1, array.array("f")
for i in range(48000):
    state = (state * 1103515245 + 12345) % 2**31
    left = 0.5 * math.sin(2 * math.pi * 175 * i / 48000) * (0.3 + 0.7 * i / 48000) + (state / 2**31 - 0.5) * 0.02
    samples.extend((left, -0.5 * left))
samples.tofile(open(sys.argv[1] + "/sine.raw", "wb"))
late = array.array("f", bytes(8 * 1000)) + samples
late.tofile(open(sys.argv[1] + "/late.raw", "wb"))
quiet = array.array("f", (0.3 * x for x in late))
quiet.tofile(open(sys.argv[1] + "/quiet.raw", "wb"))
torn = samples[: 2 * 24000] + samples[2 * 25000 :]
torn.tofile(open(sys.argv[1] + "/torn.raw", "wb"))
array.array("f", bytes(8 * 48000)).tofile(open(sys.argv[1] + "/silent.raw", "wb"))
PY

correlate="python3 $here/correlate.py $dir/sine.raw"
check "equal files" $correlate "$dir/sine.raw" --min 1
check "1000 frames late" sh -c "$correlate $dir/late.raw | grep 'offset 1000 .*run 48000 of 48000  bit-exact'"
check "quieter and late" sh -c "$correlate $dir/quiet.raw | grep 'correlation 1.000000  offset 1000 '"
check "1000 frames lost in the middle" fails $correlate "$dir/torn.raw"
check "silence" fails $correlate "$dir/silent.raw"

try_pulse() {
    check "pulse starts" pulse_start "$dir"
    check "pulse records" pulse_record "$dir" "$dir/pulse.raw"
    check "pulse plays" play pulse 1024
    sleep 0.5; record_stop
    check "pulse is exact" $correlate "$dir/pulse.raw"
    pulse_freeze
    check "frozen: no answer" fails timeout 1 pactl info
    pulse_thaw
    check "thawed: answers" wait_until 3 pulse_answers
    pulse_kill
    check "killed: no answer" fails pulse_answers
    check "killed: playing is refused" fails play pulse 1024
    check "starts again" pulse_start "$dir"
    check "records again" pulse_record "$dir" "$dir/again.raw"
    check "plays again" play pulse 1024
    sleep 0.5; record_stop
    check "exact again" $correlate "$dir/again.raw"
    pulse_stop
    check "stopped: no answer" fails pulse_answers
}

try_pipewire() {
    check "pipewire starts" pipewire_start "$dir"
    check "pipewire records" pipewire_record "$dir" "$dir/pipewire.wav"
    check "pipewire plays" play pipewire 1024
    sleep 0.5; record_stop
    check "pipewire is exact" $correlate "$dir/pipewire.wav"
    pipewire_freeze
    check "frozen: no answer" fails timeout 1 pw-cli info 0
    pipewire_thaw
    check "thawed: answers" wait_until 3 pipewire_answers
    pipewire_kill
    check "killed: no answer" fails pipewire_answers
    check "starts again" pipewire_start "$dir"
    check "plays again" play pipewire 1024
    pipewire_stop
    check "stopped: no answer" fails pipewire_answers
}

for server in ${*:-pulse pipewire}; do "try_$server"; done
[ "$failures" -eq 0 ] && echo "all well" || echo "$failures failed"
[ "$failures" -eq 0 ]
