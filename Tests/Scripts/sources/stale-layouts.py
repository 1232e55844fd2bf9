#!/usr/bin/env python3
"""Removes objects that were compiled for another layout of a type, so that the next build compiles them.

Usage: Tests/Scripts/sources/stale-layouts.py BUILD     exits with 1 if something was removed: build again
       Tests/Scripts/sources/stale-layouts.py --self-test BUILD

Swift's incremental builds do not see that a type's layout follows from that of a type in another module: when a struct
gets a stored property, a module that only holds it inside another struct is not compiled again, and the tests end with
signal 11. The layouts are read from the reflection metadata of the objects: each type's fields and their types.
"""

import hashlib
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def sections(data):
    """The sections of an ELF64 object: (name, type, offset, size, link, info)."""
    offset, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    if count == 0:  # more than 65,279
        count, = struct.unpack_from("<Q", data, offset + 0x20)
    if names == 0xFFFF:
        names, = struct.unpack_from("<I", data, offset + 0x28)
    heads = [struct.unpack_from("<IIQQQQII", data, offset + size * place) for place in range(count)]
    start = heads[names][4]
    return [(text(data, start + head[0]), head[1], head[4], head[5], head[6], head[7]) for head in heads]


def text(data, place):
    return data[place:data.index(0, place)].decode("utf-8", "replace")


def layouts(path):
    """What the types of an object hold, as one line each."""
    data = path.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return
    all_sections = sections(data)
    for name, kind, offset, size, link, info in all_sections:
        if kind != 4 or name != ".relaswift5_fieldmd":
            continue
        symbols, words = all_sections[link], []
        strings = all_sections[symbols[4]][2]
        for place in range(offset, offset + size, 24):
            _, symbol, addend = struct.unpack_from("<QQq", data, place)
            entry = struct.unpack_from("<IBBHQQ", data, symbols[2] + 24 * (symbol >> 32))
            if entry[1] & 15 != 3:  # a symbol whose name is a type's
                words.append(text(data, strings + entry[0]))
            else:  # a place in a section: a field's name
                words.append(text(data, all_sections[entry[3]][2] + entry[4] + addend))
        yield " ".join(words)


def signature(folder):
    """The layouts of a module's types."""
    found = {}
    for path in folder.glob("*.swift.o"):
        for line in layouts(path):
            found.setdefault(line.split(" symbolic")[0], set()).add(line)
    return {name: hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16] for name, lines in found.items()}


def differs(one, other):
    """A type that only one build describes does not count: whether a private type is described depends on its uses."""
    return any(other.get(name, layout) != layout for name, layout in one.items())


def newest(folder):
    return max((path.stat().st_mtime for path in folder.glob("*.swift.o")), default=0)


def dependents(changed):
    """The modules that depend on one of these, directly or not."""
    package = json.loads(subprocess.run(
        [os.environ.get("SWIFT", "swift"), "package", "dump-package"], cwd=ROOT, check=True, capture_output=True).stdout)
    needs = {target["name"]: {next(iter(one.values()))[0] for one in target["dependencies"]}
             for target in package["targets"]}
    found, more = set(), set(changed)
    while more:
        found |= more
        more = {name for name, used in needs.items() if used & found} - found
    return found - set(changed)


def check(build):
    known_file = build / "layouts.json"
    try:
        known = json.loads(known_file.read_text())
    except (OSError, ValueError):
        known = {}
    now, changed = {}, set()
    for folder in sorted(build.glob("*.build")):
        name, latest = folder.name.removesuffix(".build"), newest(folder)
        before = known.get(name)
        if before and before["time"] == latest:
            now[name] = before
        elif latest:
            now[name] = {"time": latest, "layout": signature(folder)}
            if before and differs(before["layout"], now[name]["layout"]):
                changed.add(name)
    removed = []
    for name in dependents(changed) if changed else []:
        objects = list((build / f"{name}.build").glob("*.swift.o"))
        # What was compiled before the first of the changes.
        if any(path.stat().st_mtime <= min(now[one]["time"] for one in changed) for path in objects):
            for path in objects + list((build / f"{name}.build").glob("*.priors")):
                path.unlink()
            removed.append(name)
    known_file.write_text(json.dumps(now))
    if removed:
        print(f"the layout of types in {', '.join(sorted(changed))} has changed: compiling {len(removed)} modules anew")
    return not removed


def self_test(build):
    """A stored property more is seen, a function more is not."""
    begin = "public struct Held { var a = 1"
    place = build / "layout-test"
    place.mkdir(exist_ok=True)
    results = []
    for body in (" }", "; var b = 2.0 }", "; func c() {} }", "; private var a2: Float = 0 }"):
        (place / "held.swift").write_text(begin + body)
        subprocess.run(["swiftc", "-parse-as-library", "-c", "held.swift", "-o", "held.swift.o"], cwd=place, check=True)
        results.append(signature(place))
    if [differs(results[0], other) for other in results] != [False, True, False, True]:
        sys.exit("stale-layouts: a change of a layout is not seen")
    print("stale-layouts: changes of layouts are seen, others not")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--self-test":
        self_test(Path(sys.argv[2]))
    elif len(sys.argv) == 2:
        sys.exit(0 if check(Path(sys.argv[1]).resolve()) else 1)
    else:
        sys.exit(__doc__)
