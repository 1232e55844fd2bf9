#!/usr/bin/env python3
"""Holds the table “Targets” of Docs/Architecture.md against the manifest, and the manifest against the imports: each
dependency of a target is imported by one of its files, or listed as only linked. The build refuses undeclared imports.

Usage: Tests/Scripts/sources/check-dependencies.py [--write]    with --write, fills the table's last column
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "Docs/Architecture.md"
ROW = re.compile(r"^\| (`\w+/.+?) \| (.*?) \| (.+?) \|$", re.M)
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.MULTILINE)
# Linked for what they register or replace when the program starts.
LINKED = {("thrum", "ThrumPads"), ("thrum", "ThrumVibrators"), ("CThrum", "ThrumPads"), ("CThrum", "ThrumVibrators"),
          ("CoreHaptics", "CCoreHaptics"), ("os", "COS"), ("os", "CBundle"), ("UIKit", "CUIKit"),
          ("AudioToolbox", "CAudioToolbox"),
          ("CoreHapticsTests", "ThrumDelays"),
          ("ThrumTestingTests", "ThrumDelays")}


def manifest(tools):
    """Targets by name: folder and dependencies within the package. The tools' build leaves out the shims."""
    environment = dict(os.environ, PWD=str(ROOT) if tools else "/")
    environment.pop("THRUM_TOOLS", None)
    text = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "package", "--package-path", str(ROOT), "dump-package"], env=environment,
        check=True, capture_output=True, text=True).stdout
    return {
        target["name"]: (target["path"], [d["byName"][0] for d in target["dependencies"] if "byName" in d])
        for target in json.loads(text)["targets"]}


def imports(folder):
    files = [file for file in folder.rglob("*.swift") if ".docc" not in str(file)]
    return {name for file in files for name in IMPORT.findall(file.read_text(encoding="utf-8"))} if files else None


def problems(targets):
    for name, (path, dependencies) in targets.items():
        used = imports(ROOT / path)
        for dependency in dependencies if used is not None else []:
            if dependency not in used and (name, dependency) not in LINKED:
                yield f"Package.swift: {name} depends on {dependency}, which none of its files imports"


def filled(text, targets):
    listed = set()

    def row(match):
        names = [name.split("/")[-1] for name in re.findall(r"`([\w/]+)`", match[1])]
        listed.update(names)
        allowed = [d for t in targets for d in [t] if any(t in targets.get(n, ("", []))[1] for n in names)]
        cells = ", ".join(f"`{name}`" for name in allowed) or "–"
        return f"| {match[1]} | {match[2]} | {cells} |"

    text = ROW.sub(row, text)
    missing = [n for n, (path, _) in targets.items() if path.startswith("Sources") and n not in listed]
    return text, missing + sorted(listed - set(targets))


if __name__ == "__main__":
    targets = manifest(tools=False) | manifest(tools=True)
    found = list(problems(targets))
    text = DOCUMENT.read_text()
    table, odd = filled(text, targets)
    found += [f"Docs/Architecture.md: the table “Targets” and the manifest differ in {name}" for name in odd]
    if "--write" in sys.argv:
        DOCUMENT.write_text(table)
    elif table != text:
        found.append("Docs/Architecture.md: the table “Targets” is not the manifest's: check-dependencies.py --write")
    print(*found, sep="\n", file=sys.stderr)
    print(f"dependencies: {len(targets)} targets, {len(found)} problems")
    sys.exit(bool(found))
