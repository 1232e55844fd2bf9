#!/bin/sh
# Installs a wheel into a fresh virtual environment, without a network, and uses it there; then the source distribution,
# with the library in the wheel that pip builds from it, for a system that has the library, and for one that has none.
# Checks the types against the module if mypy is available. Usage: Tests/Scripts/hosts/wheel-test.sh WHEEL SDIST LIBRARY
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
absolute() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
wheel=$(absolute "$1")
sdist=$(absolute "$2")
library=$(absolute "$3")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset PYTHONPATH THRUM_LIBRARY LD_LIBRARY_PATH
cd "$place"
cat >use.py <<'PYTHON'
import thrum

with thrum.Environment() as phone, thrum.Engine(phone) as engine:
    engine.start()
    engine.play(thrum.Pattern.preset("notification-success"))
    phone.advance(1)
    assert max(engine.samples(0, 1)) > 0.01
print("thrum", thrum.version(), "from", thrum.__file__.rsplit("/", 3)[1])
PYTHON
installed() { # environment, file, setting...: makes the environment
  made=$1 file=$2
  shift 2
  python3 -m venv "$place/$made"
  env "$@" "$place/$made/bin/pip" install --quiet --no-index --disable-pip-version-check "$file"
}
# Without a library, the build says what is missing: a wheel that cannot be imported would be kept.
if installed bare "$sdist" PIP_NO_CACHE_DIR=1 2>bare.log; then echo "sdist: is built without a library" >&2; exit 1; fi
grep -q "this system has no libthrum.so.1" bare.log || { cat bare.log >&2; exit 1; }
installed plain "$sdist" LD_LIBRARY_PATH="$(dirname "$library")"
THRUM_LIBRARY=$library plain/bin/python use.py
installed bundled "$sdist" THRUM_LIBRARY="$library"
bundled/bin/python use.py
for made in plain bundled; do cmp "$root/Sources/Bindings/Python/thrum.py" $made/lib/python3*/site-packages/thrum/__init__.py; done
cmp "$library" bundled/lib/python3*/site-packages/thrum/libthrum.so.1
[ ! -e plain/lib/python3*/site-packages/thrum/libthrum.so.1 ]
echo "sdist: installs with the library and for a system that has it; otherwise the build says what is missing"

installed venv "$wheel"
venv/bin/python use.py
cp "$root/Tests/Bindings/CInterface/test_thrum.py" .
venv/bin/python -m unittest -q test_thrum
if venv/bin/pip install --quiet --disable-pip-version-check mypy typing_extensions 2>pip.log; then
  echo "thrum._Owner.__exit__" >allowed
  venv/bin/python -m mypy.stubtest thrum --ignore-missing-stub --allowlist allowed --ignore-unused-allowlist
else
  echo "the types were not checked: mypy cannot be installed here"
fi
