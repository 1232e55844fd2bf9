"""Builds the wheel and the source distribution of the module: a build backend (PEP 517) that needs no other package.

Works in this folder of Thrum's sources and in an unpacked source distribution. A wheel gets the library that
`THRUM_LIBRARY` names; without it, it is for this machine's libthrum, and is not built if there is none. Reproducible to
the byte.
"""

import base64
import ctypes
import ctypes.util
import gzip
import hashlib
import io
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
# In a source distribution, which has the metadata beside this file.
IS_UNPACKED = (HERE / "PKG-INFO").exists()
# A date that zip files can store, so that nothing depends on the time of a build.
DATE = (2020, 1, 1, 0, 0, 0)
SECONDS = 1_577_836_800
OWN = ("README.md", "pyproject.toml", "thrum.py", "thrum.pyi", "thrum_build.py")
MAIN = b"import sys\n\nfrom thrum import _main\n\nif __name__ == \"__main__\":\n    sys.exit(_main())\n"


def version():
    if IS_UNPACKED:
        return re.search(r"^Version: (.+)$", (HERE / "PKG-INFO").read_text(), re.M)[1]
    text = (ROOT / "Sources/Core/ThrumPattern/ThrumVersion.swift").read_text()
    return re.search(r'current = "([^"]+)"', text)[1]


def license_text():
    return (HERE if IS_UNPACKED else ROOT).joinpath("LICENSE").read_bytes()


def metadata():
    if IS_UNPACKED:
        return (HERE / "PKG-INFO").read_bytes()
    about = (HERE / "README.md").read_text()
    return f"""Metadata-Version: 2.1
Name: thrum-haptics
Version: {version()}
Summary: Core Haptics patterns, engines and players on Linux
License: MIT
Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{about}""".encode()


def platform_tag(library):
    """The tag for the oldest C library with all symbols that the library uses (PEP 600)."""
    needs = subprocess.run(["readelf", "-V", library], capture_output=True, text=True, check=True).stdout
    least = max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", needs))
    return f"manylinux_{least[0]}_{least[1]}_{platform.machine()}"


def check_library():
    """Ends the build if the wheel could not be imported: pip would keep it, and install it again and again."""
    if not sys.platform.startswith("linux"):
        sys.exit("error: Thrum runs on Linux only: install it there, or in a container with Linux")
    try:
        ctypes.CDLL(ctypes.util.find_library("thrum") or "libthrum.so.1")
    except OSError:
        sys.exit("error: this system has no libthrum.so.1, which the source distribution does not contain: install a wheel "
                 "for this processor and C library, or Thrum's library, or name the library's file in THRUM_LIBRARY")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    number, library = version(), os.environ.get("THRUM_LIBRARY")
    if not library:
        check_library()
    tag = f"py3-none-{platform_tag(library) if library else 'any'}"
    info = f"thrum_haptics-{number}.dist-info"
    pure = "false" if library else "true"
    files = {
        "thrum/__init__.py": (HERE / "thrum.py").read_bytes(),
        "thrum/__main__.py": MAIN,
        "thrum/__init__.pyi": (HERE / "thrum.pyi").read_bytes(),
        "thrum/py.typed": b"",
        **({"thrum/libthrum.so.1": Path(library).read_bytes()} if library else {}),
        f"{info}/LICENSE": license_text(),
        f"{info}/METADATA": metadata(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: thrum\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode(),
    }

    def record(name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"

    files[f"{info}/RECORD"] = ("".join(record(*file) for file in files.items()) + f"{info}/RECORD,,\n").encode()
    name = f"thrum_haptics-{number}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    folder = f"thrum_haptics-{version()}"
    files = {name: (HERE / name).read_bytes() for name in OWN}
    files |= {"LICENSE": license_text(), "PKG-INFO": metadata()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), SECONDS, 0o644
            archive.addfile(entry, io.BytesIO(data))
    name = f"{folder}.tar.gz"
    Path(sdist_directory, name).write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
    return name
