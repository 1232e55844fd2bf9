#!/usr/bin/env python3
"""Counts how many files of public apps typecheck with Thrum, and what stops the others.

Usage: Tests/Scripts/apps/ladder.py FOLDER [--list]

FOLDER has one folder per project. A file counts if it uses Core Haptics and declares no view. It is typechecked alone
with `CoreHaptics`, then with `AppleShims`, then with the files of its project that declare the missing names. `--list`
also prints each file's first obstacle. Swift 5 mode, as most apps use.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLACE = ROOT / "out" / "ladder"
SWIFT = os.environ.get("SWIFT", "swift")
HAPTICS = re.compile(r"\bCHHaptic|import CoreHaptics\b")
VIEWS = re.compile(
    r"\bsome (View|Scene)\b|:\s*View\b|\bUI(View|Table|Collection|Navigation|Tab)\w*Controller\b|@main\b|"
    r"\b(SK|SCN|AR)\w*(Scene|View|Node)\b|\bUI(View|Button|Control|Label|Window)\s*[{,(]|\bFlutter\w+|\bRCT\w+")
MISSING = re.compile(r"cannot find (?:type )?'(\w+)' in scope|has no member '(\w+)'")
ROUNDS = 4  # files that declare a missing name may miss names themselves
NEIGHBOURS = 12


def modules():
    """Builds the modules. Returns the folders for a file that has only `CoreHaptics`, and for one with all."""
    if subprocess.run([ROOT / "Tests/Scripts/apps/modules.sh"], stdout=sys.stderr).returncode:
        sys.exit("ladder: the modules do not build")
    PLACE.mkdir(parents=True, exist_ok=True)
    return [ROOT / "out/modules"], [ROOT / "out/modules", ROOT / "out/modules-shims"]


def typecheck(folders, files):
    """The errors of the first file; empty if it typechecks."""
    places = [word for folder in folders for word in ("-I", str(folder))]
    run = subprocess.run(
        [SWIFT + "c", "-typecheck", "-swift-version", "5", "-parse-as-library", "-module-name", "App",
         "-suppress-warnings", *places, *map(str, files)],
        capture_output=True, text=True, errors="replace", cwd=PLACE)
    if run.returncode == 0:
        return []
    errors = re.findall(r"^(.*?):\d+:\d+: error: (.*)$", run.stderr, re.M)
    own = [text for file, text in errors if file == str(files[0])]
    return own or ([] if errors else [run.stderr.strip().splitlines()[-1] if run.stderr.strip() else "crash"])


def declarations(project):
    """Declared names of a project, each with its file."""
    found = {}
    for file in sorted(project.rglob("*.swift")):
        text = file.read_text(errors="replace")
        for name in re.findall(r"\b(?:class|struct|enum|actor|protocol|typealias|func|let|var)\s+(\w+)", text):
            found.setdefault(name, file)
    return found


def with_neighbours(folders, file, names):
    files = [file]
    for _ in range(ROUNDS):
        errors = typecheck(folders, files)
        if not errors:
            return []
        wanted = {a or b for error in errors for a, b in MISSING.findall(error)}
        more = {names[name] for name in wanted if name in names} - set(files)
        if not more or len(files) + len(more) > NEIGHBOURS:
            return errors
        files += sorted(more)
    return typecheck(folders, files)


def needs_project(errors, names):
    """Whether another file of the project declares a missing name."""
    return any((a or b) in names for error in errors for a, b in MISSING.findall(error))


def obstacle(errors):
    modules = [error for error in errors if "no such module" in error]
    return re.sub(r"^argument type '.*?' does not", "argument type does not", (modules or errors)[0])[:110]


def main(folder, lists):
    few, everything = modules()
    projects = sorted(path for path in folder.iterdir() if path.is_dir())
    files, views = [], 0
    for project in projects:
        for file in sorted(project.rglob("*.swift")):
            text = file.read_text(errors="replace")
            if not HAPTICS.search(text) or file.name == "Package.swift":
                continue
            if VIEWS.search(text):
                views += 1
            else:
                files.append((project, file))
    names = {}

    def climb(item):
        project, file = item
        alone = typecheck(few, [file])
        shims = typecheck(everything, [file]) if alone else []
        near = with_neighbours(everything, file, names[project]) if shims else []
        return alone, shims, near

    for project in {project for project, _ in files}:
        names[project] = declarations(project)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(climb, files))
    total = max(1, len(files))
    print(f"{len(files)} files of {len({project for project, _ in files})} projects; {views} with views left out")
    for step, name in enumerate(("alone", "with shims", "with neighbours")):
        passed = sum(not result[step] for result in results)
        print(f"{name:<16} {passed:>4}  {100 * passed / total:.0f} %")
    single = [result for (project, _), result in zip(files, results) if not needs_project(result[1], names[project])]
    passed = sum(not result[1] for result in single)
    print(f"of {len(single)} that need no other file of their project, with shims: "
          f"{passed}  {100 * passed / max(1, len(single)):.0f} %")
    counts = collections.Counter(obstacle(result[2]) for result in results if result[2])
    for text, count in counts.most_common(40):
        print(f"{count:>4}  {text}")
    if lists:
        for (project, file), (alone, shims, near) in zip(files, results):
            if alone:
                print(f"{file.relative_to(folder)}\n    alone: {obstacle(alone)}")
                print("\n".join(f"    near: {error}" for error in near[:4]) if near else "    near: passes")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), "--list" in sys.argv)
