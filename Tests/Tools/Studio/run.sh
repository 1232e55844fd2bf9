#!/bin/sh
# Tests the page of `thrum studio` in a real browser: Tests/Tools/Studio/run.sh [THRUM] [UNITTEST ARGUMENTS]
# Screenshots are saved in out/studio. Exit codes: 0 passed, 1 a test failed, 69 no browser, 66 no thrum.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
thrum=${1:-$root/.build/release/thrum}
[ $# -eq 0 ] || shift
for command in chromium chromedriver python3 zbarimg; do
  if ! command -v "$command" >/dev/null; then
    echo "$command is missing: apt-get install chromium chromium-driver python3 zbar-tools" >&2
    exit 69
  fi
done
if ! python3 -c 'import ctypes; ctypes.CDLL("libqrencode.so.4")' 2>/dev/null; then
  echo "libqrencode is missing, without which there is no code for phones: apt-get install libqrencode4" >&2
  exit 69
fi
if [ ! -x "$thrum" ]; then
  echo "there is no command at $thrum: build it with \`make build\`" >&2
  exit 66
fi
THRUM=$(cd "$(dirname "$thrum")" && pwd)/$(basename "$thrum")
STUDIO_OUT=${STUDIO_OUT:-$root/out/studio}
# A simulated sound card. Without it the tests of the sound card are skipped.
STUDIO_RIG=${STUDIO_RIG:-$root/out/rig}
"$root/Tests/Outputs/Rig/build.sh" "$STUDIO_RIG" || STUDIO_RIG=
# The page without a server, from `make web`.
THRUM_PAGE=${THRUM_PAGE:-$root/out/web/thrum.html}
export THRUM THRUM_PAGE STUDIO_OUT STUDIO_RIG PYTHONDONTWRITEBYTECODE=1
cd "$root/Tests/Tools/Studio"
if [ $# -gt 0 ]; then exec python3 -m unittest "$@"; fi
# All test files but the page's without a server, which needs the module (`make browser-page`): one browser per core,
# the largest file first, each report when it is complete.
ls -S test_*.py | grep -vx test_without_server.py | xargs -P "$(nproc)" -I FILE sh -c 'said=$(python3 -m unittest FILE 2>&1) && code=0 || code=1
  printf "== %s\n%s\n" FILE "$said"; exit $code' || exit 1
