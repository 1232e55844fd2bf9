#!/usr/bin/env bash
# Plants a libasound.so.2 next to a command and checks that the command does not load it.
# Usage: Tests/Scripts/mutations/planted-library.sh COMMAND [ROOT]   with ROOT the command runs in that folder's system
# (chroot)
set -euo pipefail
command=$1 root=${2:-}
folder=$root$(dirname "$(readlink -f "$command")")
[ -z "$root" ] || folder=$root$(dirname "$command")
planted=$folder/libasound.so.2
[ ! -e "$planted" ] || { echo "planted-library: there is a $planted already" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work" "$planted"' EXIT
printf '#include <unistd.h>\n__attribute__((constructor)) static void begin(void) { write(2, "PLANTED\\n", 8); _exit(99); }\n' >"$work/planted.c"
cc -shared -fPIC -o "$planted" "$work/planted.c"
said=$(cd "$folder" && ${root:+chroot "$root"} "$command" devices 2>&1) || true
if grep -q PLANTED <<<"$said"; then
  echo "planted-library: $command loads the libasound.so.2 that lies beside it" >&2
  exit 1
fi
echo "planted-library: $command does not load a libasound.so.2 that lies beside it"
