#!/usr/bin/env python3
"""Checks every import in Sources against the table “Targets” of Docs/Architecture.md. A file may import the targets in
its own target's row and no others of the package. Each target has a row, and each row a folder on its floor.

Usage: Tests/Scripts/check-imports.py [--self-test]
"""
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (`\w+/.+?) \| .*? \| (.+?) \|$")
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.MULTILINE)


def names(cell):
    return re.findall(r"`([\w/]+)`", cell)


def table(text):
    """Targets by name: floor and allowed imports."""
    result = {}
    for line in text.splitlines():
        row = ROW.match(line)
        for name in names(row[1]) if row else []:
            result[name.split("/")[-1]] = (name.split("/")[0], set(names(row[2])))
    return result


def rooms(sources):
    """Folders of targets by name, as found below the floors."""
    found = {}
    for floor in sorted(sources.iterdir()):
        for room in sorted(floor.iterdir()) if floor.is_dir() else []:
            if room.name == "AppleShims":
                found.update({shim.name: shim for shim in sorted(room.iterdir()) if shim.is_dir()})
            elif room.is_dir() and any(room.rglob("*.swift")) or (room / "include").is_dir():
                found[room.name] = room
    return found


def problems(sources, targets):
    found = rooms(sources)
    for name, room in found.items():
        place = room.relative_to(sources.parent)
        if name not in targets:
            yield f"{place}: error: the table of Docs/Architecture.md has no row for it"
            continue
        floor, allowed = targets[name]
        if place.parts[1] != floor:
            yield f"{place}: error: the table has it on the floor {floor}"
        for file in sorted(room.rglob("*.swift")):
            if any(part.endswith(".docc") for part in file.parts):
                continue  # an app's code in a tutorial
            text = file.read_text(encoding="utf-8")
            for use in IMPORT.finditer(text):
                module = use[1]
                if module in targets and module != name and module not in allowed:
                    line = text.count("\n", 0, use.start(1)) + 1
                    path = file.relative_to(sources.parent)
                    yield f"{path}:{line}: error: {name} may not import {module} (Docs/Architecture.md, “Targets”)"
    for name, (floor, allowed) in targets.items():
        if name not in found:
            yield f"Docs/Architecture.md: error: there is no {floor}/{name}"
        for other in allowed - targets.keys():
            yield f"Docs/Architecture.md: error: {name} may import {other}, which has no row"


def self_test(targets):
    """Plants a forbidden import, a room without a row and a row without a room."""
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place) / "Sources"
        for name, (floor, _) in targets.items():
            room = sources / floor / name
            room.mkdir(parents=True)
            (room / "A.swift").write_text("import Foundation\n")
        assert not list(problems(sources, targets)), "a house in order has problems"
        planted = sources / "Outputs/ThrumOutput/A.swift"
        for line in ("import ThrumRender", "@testable import ThrumEngine", "package import struct ThrumRender.Notice"):
            planted.write_text(f"import Glibc\n{line}\n")
            assert any("A.swift:2: error: ThrumOutput may not" in one for one in problems(sources, targets)), line
        planted.write_text("")
        (sources / "Core/ThrumOther").mkdir()
        (sources / "Core/ThrumOther/A.swift").write_text("")
        assert any("no row for it" in one for one in problems(sources, targets))
        assert any("there is no" in one for one in problems(sources, targets | {"ThrumGone": ("Core", set())}))


if __name__ == "__main__":
    rows = table((ROOT / "Docs/Architecture.md").read_text(encoding="utf-8"))
    assert rows, "Docs/Architecture.md has no table of targets"
    if sys.argv[1:] == ["--self-test"]:
        self_test(rows)
        print("imports: planted ones are found")
        sys.exit()
    found = list(problems(ROOT / "Sources", rows))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
