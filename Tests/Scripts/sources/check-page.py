#!/usr/bin/env python3
"""Checks the modules of the studio's pages: what each may import, how it begins, and its length.

Usage: Tests/Scripts/sources/check-page.py
"""
import os
import pathlib
import re
import sys

STUDIO = pathlib.Path(__file__).resolve().parents[3] / "Sources/Tools/ThrumStudio"
PAGE = STUDIO / "Page"

# Which folders a folder of the page may import from. Each names only folders above it here, so there are no circles.
# Only main.js, which lies above the folders, may import from all.
LAYERS = {
    "pattern": [],
    "edits": ["pattern"],
    "base": ["pattern"],
    "studio": ["pattern", "edits", "base"],
    "shell": ["pattern", "edits", "base", "studio"],
    "server": ["pattern", "base"],
    "picture": ["pattern", "edits", "base"],
    "timeline": ["pattern", "edits", "base", "picture"],
    "inspector": ["pattern", "edits", "base", "shell"],
    "player": ["pattern", "base"],
    "sound": ["pattern", "edits", "base", "player"],
    "module": ["pattern", "base", "server", "player"],
    "phone": ["base"],
    "findings": ["pattern", "base", "server"],
    "files": ["pattern", "edits", "base", "shell", "server"],
}
# Modules that draw, and those that may import them.
DRAWING = re.compile(r"picture/(draw-[\w-]+|lanes)\.js")
DRAWERS = re.compile(r"picture/(draw-[\w-]+|lanes)\.js|timeline/timeline\.js")
LONGEST = 300
# A sentence before all else, and an empty line behind it.
PURPOSE = re.compile(r"// [A-Z].*\n(?://.*\n)*(?<=[.?!]\n)\n")

# The forms that ScriptBundle.swift joins.
JOINED = re.compile(r"import \{|export (?:async )?(?:function|class|const) \w")
FORM = re.compile(r"^(?:import|export)\b.*", re.M)
IMPORT = re.compile(r'^(?:import|export) [^;]*?from "([^"]+)";', re.M)
ADDRESS = re.compile(r'(?:new Worker|addModule|scriptAddress)\("([^"]+)"')


def problems_of(name, text):
    """The problems of a module of the page, named by its path from Page."""
    folder = os.path.dirname(name)
    if folder not in LAYERS and name != "main.js":
        yield "is in no folder of the page: " + ", ".join(LAYERS)
    for path in IMPORT.findall(text):
        target = os.path.normpath(os.path.join(folder, path))
        if not (PAGE / target).is_file():
            yield f"imports {path}, which does not exist"
            continue
        other = os.path.dirname(target)
        if name != "main.js" and other != folder and other not in LAYERS.get(folder, []):
            yield f"imports {target}, but {folder}/ may import from {', '.join(LAYERS.get(folder, [])) or 'no folder'}"
        if DRAWING.fullmatch(target) and not DRAWERS.fullmatch(name):
            yield f"imports {target}, which draws: move what it needs to a module that does not"
    for form in FORM.findall(text):
        if not JOINED.match(form):
            yield f"cannot be joined with others (ScriptBundle.swift): {form}"
    for address in ADDRESS.findall(text):
        if not (PAGE / address).is_file():
            yield f"loads {address}, which does not exist"


def problems_of_any(text):
    """The problems that a module of any page can have."""
    if not PURPOSE.match(text):
        yield "does not begin with a comment that says what it is for"
    count = text.count("\n")
    if count > LONGEST:
        yield f"has {count} lines; at most {LONGEST}"


def main():
    """Prints what is wrong, or one line."""
    for place, folder in enumerate(LAYERS):
        assert set(LAYERS[folder]) <= set(list(LAYERS)[:place]), f"{folder} names a folder that is not above it"
    found = []
    # The module's wrapper is a link, and for others too.
    modules = sorted(path for path in PAGE.rglob("*.js") if not path.is_symlink())
    for module in modules + sorted(STUDIO.glob("PhonePage/*.js")) + sorted(STUDIO.glob("SharePage/*.js")):
        text = module.read_text(encoding="utf-8")
        own = list(problems_of_any(text))
        if module.is_relative_to(PAGE):
            own += problems_of(module.relative_to(PAGE).as_posix(), text)
        found += [f"{module.relative_to(STUDIO)}: {one}" for one in own]
    for one in found:
        print(f"page: {one}", file=sys.stderr)
    if found:
        return 1
    print(f"page: {len(modules)} modules in {len(LAYERS)} folders import only from the folders below theirs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
