#!/bin/sh
# Runs the probe with every fault of the rig and checks its output. Prints one line per case; exit code 1 if any fails.
# Usage: selftest.sh [OUTDIR]      (default: a temporary folder, removed at the end)
set -u

here=$(cd "$(dirname "$0")" && pwd)
if [ $# -gt 0 ]; then
    out=$1
else
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT INT TERM
fi
sh "$here/build.sh" "$out" || exit 1
out=$(cd "$out" && pwd)
export ALSA_CONFIG_PATH=/usr/share/alsa/alsa.conf:$out/test.conf
unset RIG_FILE RIG_APPEND RIG_LOG RIG_SPEED RIG_FAULT RIG_ONCE_FILE RIG_TIMES RIG_RESUME
probe=$out/probe answer=$out/answer capture=$out/x.raw failures=0

fail() {
    failures=$((failures + 1))
    echo "FAIL  $title: $1"
    sed 's/^/      /' "$answer"
}

# play TITLE NAME [OPTION...]: runs the probe for at most 2 seconds
play() {
    title=$1 name=$2; shift 2
    rm -f "$capture"
    timeout -k 0.1 2 "$probe" play "$name" "$@" > "$answer" 2>&1
    status=$?
}

# has LINE...: every LINE, an extended regular expression, matches a whole line of the output, in this order
has() {
    rest=$(cat "$answer")
    for line; do
        number=$(printf '%s\n' "$rest" | grep -nEx -m1 -- "$line" | cut -d: -f1)
        [ -n "$number" ] || { fail "no line \"$line\" in its place"; return; }
        rest=$(printf '%s\n' "$rest" | tail -n +$((number + 1)))
    done
    echo "ok    $title"
}

# captured FRAMES FORMAT CHANNELS [FILE]: the file contains exactly that many frames of the ramp, without a gap
captured() {
    result=$("$probe" check "${4:-$capture}" "$2" "$3")
    [ "$result" = "frames=$1 breaks=0 unequal=0" ] || fail "capture: $result"
}

took_between() {
    ms=$(sed -n 's/.* ms=//p' "$answer")
    [ "$ms" -ge "$1" ] && [ "$ms" -le "$2" ] || fail "took $ms ms, not $1 to $2"
}

fault="rigfault:FILE=$capture,FAULT"
end='done written=9600 idle=ok ms=.*'

# Formats, limits, pacing
play "paced: 9600 frames take 200 ms" rig;                      has "$end"; took_between 195 900
captured 9600 FLOAT 2 "$out/rig.raw"
play "unpaced: no waiting" rigfast;                             has "$end"; took_between 0 190
captured 9600 FLOAT 2 "$out/rigfast.raw"
play "mapped access" rig -m;                                    has "start 0 RUNNING" "$end"; took_between 195 900
captured 9600 FLOAT 2 "$out/rig.raw"
play "mapped access, unpaced" rigfast -m;                       has "$end"; captured 9600 FLOAT 2 "$out/rigfast.raw"
play "44100 only" rig44;                                        has "setup FLOAT_LE 2 44100 .*" "$end"
captured 9600 FLOAT 2 "$out/rig44.raw"
play "S16 only, asked for float" rigs16;                        has "set_format EINVAL -"
play "S16 only" rigs16 -f S16;                                  has "setup S16_LE .*" "$end"
captured 9600 S16 2 "$out/rigs16.raw"
play "S24 only, asked for S32" rigs24 -f S32;                   has "set_format EINVAL -"
play "S24 only" rigs24 -f S24;                                  has "setup S24_LE .*" "$end"
captured 9600 S24 2 "$out/rigs24.raw"
play "S32 only" rigs32 -f S32;                                  has "setup S32_LE .*" "$end"
captured 9600 S32 2 "$out/rigs32.raw"
play "mono only, asked for stereo" rigmono;                     has "set_channels EINVAL -"
play "mono" rigmono -c 1;                                       has "$end"; captured 9600 FLOAT 1 "$out/rigmono.raw"
play "eight channels" rig8 -c 8;                                has "$end"; captured 9600 FLOAT 8 "$out/rig8.raw"
play "four times as fast, by name" "rigfault:SPEED=4,FILE=$capture"; has "$end"; took_between 45 700
captured 9600 FLOAT 2
play "limits by name" "rigfault:FORMATS=S16 S32,RATES=22050 44100,MAX=1" -f S16 -c 1
has "setup S16_LE 1 44100 .*" "$end"
play "capture without a plug-in" cap;                           has "$end"; captured 9600 FLOAT 2 "$out/cap.raw"

# Faults of the device
play "xrun" "$fault=xrun@4800"
has "revents ERR OUT RUNNING" "avail EPIPE XRUN" "prepare 0 PREPARED" "$end"; captured 9600 FLOAT 2
play "xrun, unpaced" "$fault=xrun@4800,SPEED=0"
has "avail EPIPE XRUN" "prepare 0 PREPARED" "$end"; captured 9600 FLOAT 2
play "two faults, mapped" "$fault=xrun@2400;xrun@4800" -m
has "avail EPIPE XRUN" "prepare 0 PREPARED" "start 0 RUNNING" "avail EPIPE XRUN" "start 0 RUNNING" "$end"
play "broken pipe for ever" "$fault=pipe@4800"
has "avail EPIPE XRUN" "prepare 0 PREPARED" "avail EPIPE XRUN" "prepare 0 PREPARED" "avail EPIPE XRUN" "lost .*"
play "suspended, resumes" "$fault=suspend@4800"
has "revents ERR OUT SUSPENDED" "resume 0 RUNNING" "$end"; captured 9600 FLOAT 2
play "suspended, resumes at the third try" "$fault=suspend@4800+2"
has "resume 0 SUSPENDED" "resume 0 SUSPENDED" "resume 0 RUNNING" "$end"; captured 9600 FLOAT 2
play "suspended, never resumes" "$fault=suspend-nosys@4800"
has "resume 0 SUSPENDED" "drop 0 SETUP" "prepare 0 PREPARED" "$end"; captured 9600 FLOAT 2
LD_PRELOAD=$out/libresume.so RIG_RESUME=38; export LD_PRELOAD RIG_RESUME
play "suspended, resume refused with ENOSYS" "$fault=suspend-nosys@4800"
unset LD_PRELOAD RIG_RESUME
has "resume ENOSYS SUSPENDED" "drop 0 SETUP" "prepare 0 PREPARED" "$end"; captured 9600 FLOAT 2
LD_PRELOAD=$out/libresume.so; export LD_PRELOAD
play "suspended, resume refused once with EAGAIN" "$fault=suspend@4800+1"
unset LD_PRELOAD
has "resume EAGAIN SUSPENDED" "resume 0 RUNNING" "$end"; captured 9600 FLOAT 2
play "device gone" "$fault=nodev@4800";                         has "revents ERR HUP DISCONNECTED" "lost .*" "drop ENODEV .*"
play "frozen for 300 ms" "$fault=freeze@4800+300"
has "poll-timeout .* RUNNING" "$end"; took_between 490 900; captured 9600 FLOAT 2
play "frozen for ever" "$fault=freeze@4800" -t 700
has "poll-timeout .*" "poll-timeout .*" "poll-timeout .*" "late written=5632 idle=ok .*" "drop 0 SETUP" "close 0 -"
play "frozen for ever, unpaced" "$fault=freeze@4800,SPEED=0" -t 500
has "poll-timeout .*" "late written=.* idle=ok .*"
play "poll reports an error, once" "$fault=pollerr@4800";       has "revents ERR RUNNING" "$end"; captured 9600 FLOAT 2

# Faults of a write
play "short write" "$fault=short@4800";                         has "write 128 RUNNING" "$end"; captured 9600 FLOAT 2
play "short commit" "$fault=short@4800" -m;                     has "write 128 RUNNING" "$end"; captured 9600 FLOAT 2
play "write says try again" "$fault=eagain@4800";               has "write EAGAIN RUNNING" "$end"; captured 9600 FLOAT 2
play "write interrupted" "$fault=eintr@4800";                   has "write EINTR RUNNING" "$end"; captured 9600 FLOAT 2
play "input/output error" "$fault=eio@4800";                    has "write EIO RUNNING" "lost written=4864 .*"
captured 4864 FLOAT 2
play "bad state" "$fault=badfd@4800";                           has "write EBADFD SETUP" "lost written=4864 .*"

# Faults of other calls
play "delay fails" "$fault=delay-eio";                          has "delay EIO RUNNING" "$end"
play "open: busy" "$fault=busy";                                has "open EBUSY -"
play "open: not allowed" "$fault=noperm";                       has "open EACCES -"
play "open: refused" "$fault=refused";                          has "open ECONNREFUSED -"
play "open: host down" "$fault=hostdown";                       has "open EHOSTDOWN -"
play "open: no such device" "$fault=noent";                     has "open ENOENT -"
play "a fault that does not exist" "$fault=tea@4";              has "rig: cannot use the fault \"tea@4\"" "open EINVAL -"

# Hanging, for a while and forever
for call in open prepare close drop; do
    play "hangs 200 ms in $call" "$fault=hang-$call+200";       has "$end"; captured 9600 FLOAT 2
done
play "hangs 100 ms in a write, then has run dry" "$fault=hang@4800+100"
has "avail EPIPE XRUN" "prepare 0 PREPARED" "$end"; captured 9600 FLOAT 2
play "hangs 100 ms in pointer" "$fault=hang-pointer@4800+100";  has "$end"
for call in hang@4800 hang-pointer@4800 hang-open hang-prepare; do
    title="hangs forever: $call"
    timeout -k 0.1 0.5 "$probe" play "$fault=$call" > "$answer" 2>&1
    [ $? -eq 124 ] && ! grep -q '^done' "$answer" && echo "ok    $title" || fail "came back"
done

# Once only, so that opening again succeeds
once=$out/once; rm -f "$once"
name="rigfault:FAULT=busy;eio@4800,FILE=$capture,ONCE=$once"
play "once: first open refused" "$name";                        has "open EBUSY -"
play "once: second open lost" "$name";                          has "open 0 OPEN" "write EIO RUNNING" "lost .*"
play "once: third open plays" "$name";                          has "$end"; captured 9600 FLOAT 2
rm -f "$once"
for number in 1 2; do
    play "twice: open $number refused" "$name,TIMES=2";         has "open EBUSY -"
done
play "twice: then lost" "$name,TIMES=2";                        has "write EIO RUNNING" "lost .*"
RIG_FAULT=xrun@4800 RIG_FILE=$capture RIG_SPEED=8 RIG_LOG=$out/log; export RIG_FAULT RIG_FILE RIG_SPEED RIG_LOG
rm -f "$out/log"
play "by environment" rig;                                      has "avail EPIPE XRUN" "$end"; captured 9600 FLOAT 2
unset RIG_FAULT RIG_FILE RIG_SPEED RIG_LOG
title="log" answer=$out/log
has "open" "hw_params FLOAT_LE 2 48000 256 1024" "prepare" "start" "fault xrun@4800" "prepare" "start" "stop" "close 9600"

[ "$failures" -eq 0 ] && echo "all well" || echo "$failures failed"
[ "$failures" -eq 0 ]
