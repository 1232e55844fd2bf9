#!/bin/sh
# Builds the rig into OUTDIR: the plug-in, the probe, the resume shim, and test.conf with its paths.
# Prints nothing, and does nothing if everything is newer than its sources.
set -eu

[ $# -eq 1 ] || { echo "usage: build.sh OUTDIR" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
flags="-O2 -std=gnu11 -Wall -Wextra -Werror"

# stale TARGET SOURCE...: true when TARGET is missing or older than a source
stale() {
    target=$1; shift
    [ -e "$target" ] || return 0
    for source; do [ "$source" -nt "$target" ] && return 0; done
    return 1
}

# compile TARGET FLAGS...: through a temporary name, so that a running test never loads an incomplete file
compile() {
    target=$1; shift
    ${CC:-cc} $flags -o "$target.$$" "$@"
    mv "$target.$$" "$target"
}

plugin=$out/libasound_module_pcm_rig.so
sources="$here/alsa_rig.c $here/rig_faults.c $here/rig_settings.c $here/rig_time.c"
if stale "$plugin" $sources "$here/rig.h" "$here/build.sh"; then
    compile "$plugin" -DPIC -shared -fPIC -Wl,-Bsymbolic $sources -lasound -lm
fi
if stale "$out/probe" "$here/probe.c" "$here/build.sh"; then
    compile "$out/probe" "$here/probe.c" -lasound
fi
if stale "$out/libresume.so" "$here/resume_shim.c" "$here/build.sh"; then
    compile "$out/libresume.so" -shared -fPIC "$here/resume_shim.c" -lasound
fi
if stale "$out/test.conf" "$here/rig.conf.in" "$here/build.sh"; then
    sed -e "s|@LIB@|$plugin|g" -e "s|@DIR@|$out|g" "$here/rig.conf.in" > "$out/test.conf.$$"
    mv "$out/test.conf.$$" "$out/test.conf"
fi
