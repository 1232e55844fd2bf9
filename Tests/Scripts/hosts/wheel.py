#!/usr/bin/env python3
"""Builds a wheel with libthrum.so, and the source distribution, which has no library. Removes older ones.

Usage: Tests/Scripts/hosts/wheel.py LIBRARY FOLDER
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Sources/Bindings/Python"))
sys.dont_write_bytecode = True

import thrum_build  # noqa: E402


def main():
    os.environ["THRUM_LIBRARY"], folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("thrum_haptics-*.whl"), *folder.glob("thrum_haptics-*.tar.gz")]:
        old.unlink()
    oldest = (ROOT / "Packaging/oldest-glibc.txt").read_text().strip()
    tag, most = thrum_build.platform_tag(sys.argv[1]), os.environ.get("GLIBC", oldest)
    if [int(number) for number in tag.split("_")[1:3]] > [int(number) for number in most.split(".")]:
        sys.exit(f"wheel: {sys.argv[1]} needs {tag}, and may need at most glibc {most}: `make hardened` names the symbols")
    for name in (thrum_build.build_wheel(folder), thrum_build.build_sdist(folder)):
        print(folder / name)


main()
