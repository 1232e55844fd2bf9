#!/usr/bin/env python3
"""Builds a wheel with libthrum.so: the module, its types, the library and PEP 427's metadata. Reproducible to the byte.

Usage: Tests/Scripts/wheel.py LIBRARY FOLDER
"""

import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "Sources/Bindings/Python"
# A date that zip files can store, so that the wheel does not depend on the time of its build.
EPOCH = (2020, 1, 1, 0, 0, 0)


def version():
    text = (ROOT / "Sources/Core/ThrumPattern/ThrumVersion.swift").read_text()
    return re.search(r'current = "([^"]+)"', text)[1]


def platform_tag(library):
    """The tag for the oldest C library with all symbols that the library uses (PEP 600)."""
    needs = subprocess.run(["readelf", "-V", library], capture_output=True, text=True, check=True).stdout
    least = max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", needs))
    return f"manylinux_{least[0]}_{least[1]}_{platform.machine()}"


def metadata(number):
    about = (SOURCE / "README.md").read_text()
    return f"""Metadata-Version: 2.1
Name: thrum-haptics
Version: {number}
Summary: Core Haptics patterns, engines and players on Linux
License: MIT
Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{about}"""


def main():
    library, folder = Path(sys.argv[1]), Path(sys.argv[2])
    number, tag = version(), platform_tag(library)
    info = f"thrum_haptics-{number}.dist-info"
    files = {
        "thrum/__init__.py": (SOURCE / "thrum.py").read_bytes(),
        "thrum/__main__.py": b"import sys\n\nfrom thrum import _main\n\nif __name__ == \"__main__\":\n    sys.exit(_main())\n",
        "thrum/__init__.pyi": (SOURCE / "thrum.pyi").read_bytes(),
        "thrum/py.typed": b"",
        "thrum/libthrum.so.1": library.read_bytes(),
        f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{info}/METADATA": metadata(number).encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: thrum\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode(),
    }

    def record(name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"

    files[f"{info}/RECORD"] = ("".join(record(*file) for file in files.items()) + f"{info}/RECORD,,\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("thrum_haptics-*.whl"):
        old.unlink()
    path = folder / f"thrum_haptics-{number}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    print(path)


main()
