#!/usr/bin/env python3
"""Checks prose: lines of at most 120 columns, and no phrases that read like a translation. Prints FILE:LINE of each.

Checks comments of all sources, whole lines of JavaScript, and the paragraphs of documents; tables and code blocks of
documents may be wider. `--self-test` shows that each rule can fail.
"""

import pathlib
import re
import subprocess
import sys

COLUMNS = 120

PHRASES = [
    r"\b(?:is|are|was|were) (?:told|notified)\b(?! apart)",
    r"\bthe begin\b",
    r"\bN seconds\b",
    r"\bwants\b",
    r"\blets? go of\b",
    r"\b(?:goes|gets) on\b",
    r"\bbehind the (?:pattern's )?end\b",
    r"\bwhat (?:comes|came) of\b",
    r"\bas people call\b",
    r"'s clothes\b",
    r"\bstands? (?:at|still|in for)\b",
    r"\bthere twice\b",
    r"\bof (?:its|their) own\b",
    r"\bfor good\b",
    r"\bthat \w+ asks? for\b",
]
PHRASE = re.compile("|".join(PHRASES))

COMMENT = {
    ".swift": r"^\s*//|\s// ", ".c": r"^\s*(?://|/?\*)", ".h": r"^\s*(?://|/?\*)", ".cs": r"^\s*//",
    ".py": r"^\s*#", ".sh": r"^\s*#", ".js": r"", ".md": r"", ".tutorial": r"^\s*[^@\s]",
}
GENERATED = ("Docs/API.md", "Sources/Shims/CPage/", "/__Snapshots__/", "/Corpus/", "Tests/Scripts/documents/check-prose.py")


def paragraphs(lines):
    """The numbers and lines of a document that are neither table nor code."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("    ", "|", "[")):
            yield number, line


def is_unbreakable(line):
    """A link or a path with nothing before it that could go on another line."""
    return len(line.split(maxsplit=2)) < 3


def findings(name, text):
    kind = pathlib.PurePath(name).suffix
    lines = text.split("\n")
    wide = paragraphs(lines) if kind == ".md" else enumerate(lines, 1)
    for number, line in wide:
        if len(line) > COLUMNS and re.search(COMMENT[kind], line) and not is_unbreakable(line):
            yield f"{name}:{number}: {len(line)} columns; {COLUMNS} are allowed"
    for number, line in enumerate(lines, 1):
        for match in PHRASE.finditer(line):
            yield f"{name}:{number}: rephrase “{match[0]}”"


def self_test():
    bad = {
        "a.swift": "/// " + "word " * 30, "a.js": "const value = " + "1 + " * 30, "a.md": "word " * 30,
        "b.swift": "/// `report` is told the error.", "b.md": "Time goes on.", "b.py": 'help = "--watch wants a file"',
    }
    good = {
        "a.swift": "let value = " + "1 + " * 30, "a.md": "| " + "word " * 30, "b.md": "```\n" + "word " * 30 + "\n```",
    }
    missed = [name for name, text in bad.items() if not list(findings(name, text))]
    wrong = [line for name, text in good.items() for line in findings(name, text)]
    if missed or wrong:
        sys.exit(f"check-prose: no finding in {missed}; findings in correct text: {wrong}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    names = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout.split("\0")
    found = []
    for name in names:
        path = pathlib.Path(name)
        if path.suffix not in COMMENT or any(part in name for part in GENERATED) or not path.is_file():
            continue
        found += findings(name, path.read_text(encoding="utf-8"))
    print("\n".join(found), end="\n" if found else "")
    if found:
        sys.exit(f"check-prose: {len(found)} places")


if __name__ == "__main__":
    main()
