"""The tables of Tests/Mutations, and the application of their entries to the sources.

A table contains entries:

    [name]
    rows: LIFE-3 LIFE-4               rows of Docs/Conformance.md; a test of each has to fail
    in: ThrumEngine                   a module; an entry may have several edits
    -old lines, found exactly once
    +new lines

If the old lines occur more than once, add `of: func stop(`, the start of the declaration that contains them. Instead
of old lines, `whole: static let stopSeconds` names a constant or a function by the start of its declaration, and the
new lines replace all of it.

An entry names no file, and ignores indentation and access (`public`, `package`, …), so that code can move.
"""

import re
from pathlib import Path

ACCESS = re.compile(r"^(?:(?:public|package|internal|private|fileprivate)(?:\(set\))? )+")


class Edit:
    def __init__(self, module):
        self.module, self.of, self.whole, self.old, self.new = module, None, None, [], []

    def described(self):
        return self.whole or " ".join(line.strip() for line in self.old)[:80]


class Entry:
    def __init__(self, name, table):
        self.name, self.table, self.rows, self.edits = name, table, [], []


def entries(root):
    result = []
    for table in sorted((root / "Tests/Mutations").glob("*.txt")):
        for line in table.read_text().split("\n"):
            if line.startswith("["):
                result.append(Entry(line.strip("[]"), table.name))
            elif line.startswith("rows: "):
                result[-1].rows = line[6:].split()
            elif line.startswith("in: "):
                result[-1].edits.append(Edit(line[4:]))
            elif line.startswith("of: "):
                result[-1].edits[-1].of = line[4:]
            elif line.startswith("whole: "):
                result[-1].edits[-1].whole = line[7:]
            elif line.startswith("-"):
                result[-1].edits[-1].old.append(line[1:])
            elif line.startswith("+"):
                result[-1].edits[-1].new.append(line[1:])
    return result


def bare(line):
    return ACCESS.sub("", line.strip())


def indent(line):
    return len(line) - len(line.lstrip())


def declarations(lines, beginning):
    """Line ranges of the functions and constants whose declarations start with `beginning`."""
    found = []
    for start, line in enumerate(lines):
        after = bare(line).removeprefix(beginning)
        if after == bare(line) or re.match(r"\w", after) and re.search(r"\w$", beginning):
            continue
        end = start + 1
        if line.rstrip().endswith(("{", "(", "=")):
            while indent(lines[end]) > indent(line) or not lines[end].strip() or lines[end].strip().startswith(")"):
                end += 1
            end += lines[end].strip() == "}"
        found.append((start, end))
    return found


def places(lines, edit):
    """Line ranges that contain the edit's old text."""
    if edit.whole is not None:
        return declarations(lines, edit.whole)
    old, all_bare = [bare(line) for line in edit.old], [bare(line) for line in lines]
    found = [(i, i + len(old)) for i in range(len(lines)) if all_bare[i:i + len(old)] == old]
    if edit.of is None:
        return found
    return [place for place in found for start, end in declarations(lines, edit.of) if start < place[0] and place[1] <= end]


def changed(lines, edit, start, end):
    """The lines after the edit of a range, with the range's indentation and access level."""
    shift = indent(lines[start]) - indent((edit.old or edit.new or [lines[start]])[0])
    access = ACCESS.match(lines[start].strip())
    new = []
    for index, line in enumerate(edit.new):
        text = line.strip()
        if index == 0 and access and (edit.whole or not ACCESS.match(text)):
            text = access.group() + bare(text)
        elif index == 0 and ACCESS.match(text):
            text = (access.group() if access else "") + bare(text)
        new.append(" " * (indent(line) + shift) + text if text else "")
    return lines[:start] + new + lines[end:]


def module_files(root, module):
    folders = [folder for folder in root.glob(f"Sources/**/{module}") if folder.is_dir()]
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".swift", ".c", ".h", ".js"))


def apply(root, entry, write):
    """Applies an entry, and writes the changed files if `write`. Returns problems as sentences."""
    texts, problems = {}, []
    for edit in entry.edits:
        files = module_files(root, edit.module)
        if not files:
            problems.append(f"there is no module {edit.module}")
            continue
        found = []
        for path in files:
            lines = texts.get(path) or path.read_text().split("\n")
            found += [(path, lines, place) for place in places(lines, edit)]
        if len(found) != 1:
            problems.append(f"its old text is there {len(found)} times in {edit.module}, not once: {edit.described()}")
            continue
        path, lines, (start, end) = found[0]
        texts[path] = changed(lines, edit, start, end)
    if write and not problems:
        for path, lines in texts.items():
            path.write_text("\n".join(lines))
    return problems
