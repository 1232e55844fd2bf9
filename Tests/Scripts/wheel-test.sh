#!/bin/sh
# Installs a wheel into a fresh virtual environment, without a network, and uses it there. Checks its types against the
# module if mypy is available. Usage: Tests/Scripts/wheel-test.sh WHEEL
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
wheel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset PYTHONPATH THRUM_LIBRARY LD_LIBRARY_PATH
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import thrum

with thrum.Environment() as phone, thrum.Engine(phone) as engine:
    engine.start()
    engine.play(thrum.Pattern.preset("notification-success"))
    phone.advance(1)
    assert max(engine.samples(0, 1)) > 0.01
print("thrum", thrum.version(), "from", thrum.__file__.rsplit("/", 3)[1])
PYTHON
cp "$root/Tests/Bindings/CInterface/test_thrum.py" .
"$place/venv/bin/python" -m unittest -q test_thrum
if "$place/venv/bin/pip" install --quiet --disable-pip-version-check mypy typing_extensions 2>"$place/pip.log"; then
  echo "thrum._Owner.__exit__" >"$place/allowed"
  "$place/venv/bin/python" -m mypy.stubtest thrum --ignore-missing-stub --allowlist "$place/allowed" --ignore-unused-allowlist
else
  echo "the types were not checked: mypy cannot be installed here"
fi
