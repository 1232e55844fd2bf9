#!/usr/bin/env python3
"""Checks that a Swift file declares or extends what it is named after, and that folders can be read.

`A.swift` declares or extends `A`, a function `a`, or the C functions `thrum_a_…`; `A+B.swift` extends `A`. Files that only
export modules are free. A type that three other files use stands in a file of its name. A folder holds at most 20
Swift files. With --table, prints the number and sizes of the files.
"""

import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MOST = 20  # Swift files in a folder
DECLARED = r"\b(?:struct|class|enum|actor|protocol|typealias|macro|extension|func|let|var|import)\s+(?:\w+\.)*`?{0}\b"


def sources():
    return [p for p in sorted((ROOT / "Sources").rglob("*.swift")) if ".docc" not in str(p)]


def names_something_else(path):
    name = path.stem.split("+")[0]
    function = name[0].lower() + name[1:]
    text = path.read_text()
    if name == "main" or all(re.match(r"(@\S+ |//|$|(\w+ )?import )", line) for line in text.splitlines()):
        return False
    return not (any(re.search(DECLARED.format(n), text) for n in (name, function)) or f"func thrum_{function}_" in text)


TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*((?:\w+(?:\(\w+\))? )*)(?:struct|class|enum|actor|protocol|typealias) (\w+)", re.M)
FREE = re.compile(r"private|import")
USERS = 3  # other files that use a type


def hidden_types(files):
    """Types that several files use, and that a search for a file of their name does not find."""
    texts = {path: path.read_text() for path in files}
    words = {path: set(re.findall(r"\b[A-Z]\w+", text)) for path, text in texts.items()}
    places = {}
    for path, text in texts.items():
        for match in TYPE.finditer(text):
            if not FREE.search(match.group(1)):
                places.setdefault(match.group(2), []).append(path)
    for name, paths in places.items():
        # Of types with one name, a search cannot tell the users.
        if len(paths) > 1 or paths[0].stem == name:
            continue
        users = sum(name in words[path] for path in files if path != paths[0])
        if users >= USERS:
            yield f"{paths[0].relative_to(ROOT)}: {users} files use {name}: it needs a file of its name"


# Numbers that may come from a file become integers without a trap. The render path has its own rules.
UNCHECKED = re.compile(r"(?<![\w.])Int\((?!saturating|exactly|truncatingIfNeeded|clamping|bitPattern)")
TRUSTED = ("Sources/Core/ThrumRender/", "Sources/Core/ThrumSystem/", "Sources/Core/ThrumTime/", "Sources/Apple/")


def unchecked(path):
    """Places where a floating-point number becomes an integer by a conversion that traps."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for match in UNCHECKED.finditer(line):
            depth, end = 0, len(line)
            for place in range(match.end() - 1, len(line)):
                depth += {"(": 1, ")": -1}.get(line[place], 0)
                if depth == 0:
                    end = place
                    break
            if re.search(r"\.rounded\(|[*/] ?1_?000\b", line[match.end():end]) and "UInt" not in line[match.end():end]:
                yield f"{path.relative_to(ROOT)}:{number}: `Int(_:)` traps on large numbers; write `Int(saturating:)`"


def check(files):
    for path in files:
        if not str(path.relative_to(ROOT)).startswith(TRUSTED):
            yield from unchecked(path)
    for path in files:
        if names_something_else(path):
            yield f"{path.relative_to(ROOT)}: nothing in it is called {path.stem.split('+')[0]}"
    yield from hidden_types(files)
    for folder in sorted({path.parent for path in files}):
        count = sum(path.parent == folder for path in files)
        if count > MOST:
            yield f"{folder.relative_to(ROOT)}: {count} Swift files; a folder holds at most {MOST}"


def table(files):
    sizes = {path: len(path.read_text().splitlines()) for path in files}
    folders = {}
    for path in files:
        folders[path.parent] = folders.get(path.parent, 0) + 1
    largest = max(folders, key=folders.get)
    print(f"files {len(files)}, lines {sum(sizes.values())}, median {statistics.median(sizes.values()):.0f}")
    short = sum(size < 40 for size in sizes.values())
    print(f"below 40 lines {short} ({100 * short / len(files):.0f} %), above 300 {sum(s > 300 for s in sizes.values())}")
    print(f"largest folder {largest.relative_to(ROOT)} ({folders[largest]} files)")
    print(f"names that do not match {sum(names_something_else(path) for path in files)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        table(sources())
    else:
        problems = list(check(sources()))
        print(*problems, sep="\n", file=sys.stderr)
        print(f"files: {len(sources())} declare what they are named after" if not problems else "")
        sys.exit(bool(problems))
