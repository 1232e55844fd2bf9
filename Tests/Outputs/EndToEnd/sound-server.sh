# Real sound servers for end-to-end tests, private to one folder, without a sound card. Source it in a POSIX shell:
#
#     . Tests/Outputs/EndToEnd/sound-server.sh
#     pulse_start "$dir"                    # installs what is missing, starts, exports the environment
#     pulse_record "$dir" "$dir/out.raw"    # float32le, stereo, 48 kHz, from the sink's monitor
#     thrum play -D pulse FILE.ahap
#     record_stop                           # ends the recording, waits for its file
#     pulse_stop                            # or pulse_kill (-9), pulse_freeze, pulse_thaw
#
# The same functions exist as pipewire_… with PCM "pipewire", whose recording is a WAV. Only processes started here are
# ever signalled, by their pid. All end with the shell, even if it is interrupted. A script with its own EXIT trap calls
# sound_server_cleanup in it. Nothing is written outside the folder, except by apt.

sound_server_pids=
sound_recorder=
pulse_pid=
pipewire_pid=
wireplumber_pid=
bus_pid=

# MARK: shared

# install_missing COMMAND:PACKAGE...: installs the packages whose command is missing, without prompts, and prints them.
install_missing() {
    missing=
    for pair; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
    done
    [ -n "$missing" ] || return 0
    echo "installing$missing, for the sound server of the end-to-end tests" >&2
    as_root flock /var/lib/apt apt-get update -qq >/dev/null 2>&1
    as_root env DEBIAN_FRONTEND=noninteractive flock /var/lib/apt apt-get install -y -qq --no-install-recommends $missing \
        </dev/null >/dev/null 2>&1 || { echo "could not install$missing" >&2; return 69; }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# wait_until SECONDS COMMAND...: tries ten times a second. Returns 1 at the deadline.
wait_until() {
    tries=$(($1 * 10)); shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

is_alive() { [ -n "$1" ] && kill -0 "$1" 2>/dev/null; }
is_gone() { ! is_alive "$1"; }

# end_process PID [SIGNAL]: signals and thaws the process, kills it after two seconds, and reaps it.
end_process() {
    is_alive "$1" || return 0
    kill -"${2:-TERM}" "$1" 2>/dev/null
    kill -CONT "$1" 2>/dev/null
    wait_until 2 is_gone "$1" || kill -KILL "$1" 2>/dev/null
    wait "$1" 2>/dev/null
    return 0
}

record_stop() {
    end_process "$sound_recorder" INT
    sound_recorder=
}

sound_server_cleanup() {
    record_stop
    for pid in $sound_server_pids; do
        end_process "$pid"
    done
    sound_server_pids=
}
trap sound_server_cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# MARK: PulseAudio

pulse_answers() { timeout 2 pactl info; }
has_monitor() { timeout 2 pactl list short sources | grep -q 'rig\.monitor'; }

pulse_configure() {
    mkdir -p "$1/pulse" && chmod 700 "$1/pulse"
    printf '%s\n' 'load-module module-null-sink sink_name=rig rate=48000 channels=2 format=float32le norewinds=1' \
        "load-module module-native-protocol-unix auth-anonymous=1" 'set-default-sink rig' > "$1/pulse/rig.pa"
    printf '%s\n' 'autospawn = no' "default-server = unix:$1/pulse/native" 'enable-shm = yes' \
        > "$1/pulse/client.conf"
    export PULSE_RUNTIME_PATH="$1/pulse" PULSE_STATE_PATH="$1/pulse" PULSE_COOKIE="$1/pulse/cookie"
    export PULSE_CLIENTCONFIG="$1/pulse/client.conf" PULSE_SERVER="unix:$1/pulse/native"
}

# pulse_start DIR: starts a server with one silent sink "rig" for PCM "pulse". Also restarts it after a kill or stop.
pulse_start() {
    install_missing pulseaudio:pulseaudio pactl:pulseaudio-utils || return
    pulse_plugin_present || install_missing "no-such-command:libasound2-plugins" || return
    mkdir -p "$1"
    pulse_configure "$(cd "$1" && pwd)" || return
    rm -f "$PULSE_RUNTIME_PATH/native"
    pulseaudio -n -F "$PULSE_RUNTIME_PATH/rig.pa" --daemonize=no --exit-idle-time=-1 --disallow-exit=yes \
        --use-pid-file=no </dev/null >"$PULSE_RUNTIME_PATH/log" 2>&1 &
    pulse_pid=$!
    sound_server_pids="$sound_server_pids $pulse_pid"
    wait_until 10 pulse_answers && wait_until 5 has_monitor && return 0
    echo "PulseAudio did not start:" >&2
    cat "$PULSE_RUNTIME_PATH/log" >&2
    return 1
}

pulse_plugin_present() {
    ls /usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so >/dev/null 2>&1
}

# pulse_record DIR OUT.raw: returns once the recording runs. DIR as for pulse_start.
pulse_record() {
    parec --raw --format=float32le --rate=48000 --channels=2 --latency-msec=10 -d rig.monitor >"$2" \
        2>"$1/pulse/record.log" &
    sound_recorder=$!
    wait_until 5 test -s "$2"
}

pulse_stop() { end_process "$pulse_pid"; }
pulse_kill() { kill -KILL "$pulse_pid" && { wait "$pulse_pid" 2>/dev/null; true; }; }
pulse_freeze() { kill -STOP "$pulse_pid"; }
pulse_thaw() { kill -CONT "$pulse_pid"; }

# MARK: PipeWire

pipewire_answers() { timeout 2 pw-cli info 0; }
has_rig_node() { timeout 2 pw-cli list-objects Node | grep -q '"rig"'; }
has_link() { timeout 2 pw-link -l | grep -q 'rig:monitor'; }

pipewire_configure() {
    export XDG_RUNTIME_DIR="$1/pipewire/run" XDG_CONFIG_HOME="$1/pipewire/config" XDG_STATE_HOME="$1/pipewire/state"
    unset PIPEWIRE_RUNTIME_DIR PIPEWIRE_REMOTE
    mkdir -p "$XDG_RUNTIME_DIR" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME/pipewire/pipewire.conf.d"
    chmod 700 "$XDG_RUNTIME_DIR"
    cat > "$XDG_CONFIG_HOME/pipewire/pipewire.conf.d/10-rig.conf" <<'CONF'
context.properties = {
    default.clock.rate = 48000  default.clock.quantum = 1024
    default.clock.min-quantum = 1024  default.clock.max-quantum = 1024
}
context.objects = [ { factory = adapter args = {
    factory.name = support.null-audio-sink  node.name = "rig"  media.class = "Audio/Sink"
    audio.position = "FL,FR"  audio.rate = 48000  monitor.channel-volumes = false  monitor.passthrough = true
    priority.session = 1000  priority.driver = 20000
} } ]
CONF
}

# The ALSA plug-in's package conflicts with PulseAudio's, so it is unpacked into the folder and configured by its path.
pipewire_plugin() {
    plugin=$(ls /usr/lib/*/alsa-lib/libasound_module_pcm_pipewire.so 2>/dev/null | head -n 1)
    if [ -z "$plugin" ]; then
        mkdir -p "$1/pipewire/deb"
        plugin=$(find "$1/pipewire/deb" -name libasound_module_pcm_pipewire.so)
    fi
    if [ -z "$plugin" ]; then
        (cd "$1/pipewire/deb" && apt-get download -qq pipewire-alsa >/dev/null 2>&1 && dpkg -x ./*.deb .)
        plugin=$(find "$1/pipewire/deb" -name libasound_module_pcm_pipewire.so)
    fi
    [ -n "$plugin" ] || { echo "no ALSA plug-in for PipeWire" >&2; return 69; }
    printf 'pcm_type.pipewire { lib "%s" }\npcm.pipewire { type pipewire }\n' "$plugin" > "$1/pipewire/alsa.conf"
    export ALSA_CONFIG_PATH="/usr/share/alsa/alsa.conf:$1/pipewire/alsa.conf"
}

# pipewire_start DIR: starts a server with one silent sink "rig" for PCM "pipewire", 1024 frames of 4096.
pipewire_start() {
    install_missing pipewire:pipewire pw-record:pipewire-bin wireplumber:wireplumber dbus-daemon:dbus || return
    mkdir -p "$1"
    pipewire_home=$(cd "$1" && pwd)
    pipewire_configure "$pipewire_home" && pipewire_plugin "$pipewire_home" || return
    pipewire_stop       # leftovers of a kill
    rm -f "$pipewire_home/pipewire/bus"
    pipewire </dev/null >"$pipewire_home/pipewire/log" 2>&1 &
    pipewire_pid=$!
    sound_server_pids="$sound_server_pids $pipewire_pid"
    wait_until 10 pipewire_answers || { echo "PipeWire did not start" >&2; return 1; }
    wireplumber_start "$pipewire_home/pipewire" && wait_until 10 has_rig_node && sleep 1
}

# The session manager needs a message bus. dbus-run-session would leave its daemon running when killed.
wireplumber_start() {
    dbus-daemon --session --nofork --nopidfile --address="unix:path=$1/bus" </dev/null >"$1/bus.log" 2>&1 &
    bus_pid=$!
    sound_server_pids="$sound_server_pids $bus_pid"
    wait_until 5 test -S "$1/bus" || return
    DBUS_SESSION_BUS_ADDRESS="unix:path=$1/bus" wireplumber </dev/null >"$1/wireplumber.log" 2>&1 &
    wireplumber_pid=$!
    sound_server_pids="$wireplumber_pid $sound_server_pids"
}

# pipewire_record DIR OUT.wav: returns once the recording is linked to the sink.
pipewire_record() {
    pw-record --target rig -P '{ stream.capture.sink=true }' --format f32 --rate 48000 --channels 2 --latency 1024 \
        "$2" >"$1/pipewire/record.log" 2>&1 &
    sound_recorder=$!
    wait_until 5 has_link
}

pipewire_stop() { end_process "$wireplumber_pid"; end_process "$pipewire_pid"; end_process "$bus_pid"; }
pipewire_kill() { kill -KILL "$pipewire_pid" && { wait "$pipewire_pid" 2>/dev/null; true; }; }
pipewire_freeze() { kill -STOP "$pipewire_pid"; }
pipewire_thaw() { kill -CONT "$pipewire_pid"; }
