#!/usr/bin/env python3
"""Checks documents against the code: paths, links, their anchors and quoted tests exist, and Docs/RealTime.md lists the
promises that the compiler cannot check.

Usage: Tests/Scripts/documents/check-documents.py            check
       Tests/Scripts/documents/check-documents.py --write    rewrite the list of promises
       Tests/Scripts/documents/check-documents.py --self-test
"""
import re
import subprocess
import sys
from pathlib import Path

import anchors

ROOT = Path(__file__).resolve().parents[3]
PROMISE = re.compile(r"nonisolated\(unsafe\)|@unchecked Sendable")
BEGIN, END = "<!-- begin promises: check-documents.py --write -->\n", "<!-- end promises -->\n"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def tracked(*patterns):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard", "--", *patterns],
                            check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def targets():
    """Folder of each target, by its name."""
    return {str(folder.name): str(folder.relative_to(ROOT))
            for floor in (ROOT / "Sources").iterdir() if floor.is_dir() for folder in floor.iterdir() if folder.is_dir()}


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


# Promises

def promises(sources):
    """Every promise in the sources: file, line, promise, and whether a comment nearby explains why it holds."""
    for name, text in sources.items():
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if PROMISE.search(line.split("//")[0]):
                near = lines[max(0, number - 6):number + 7]
                yield name, number + 1, PROMISE.search(line)[0], any("Safety:" in one for one in near)


def promise_table(found):
    counts = {}
    for name, _, promise, _ in found:
        counts[name, promise] = counts.get((name, promise), 0) + 1
    rows = [f"| `{name}` | `{promise}` | {count} |\n" for (name, promise), count in sorted(counts.items())]
    return "| file | promise | count |\n| --- | --- | --- |\n" + "".join(rows) + f"\n{sum(counts.values())} in all.\n"


def promise_problems(sources, document):
    found = list(promises(sources))
    for name, line, promise, has_reason in found:
        if not has_reason:
            yield f"{name}:{line}: error: no `Safety:` comment says why `{promise}` holds"
    if BEGIN + promise_table(found) + END not in document:
        yield "Docs/RealTime.md: error: the list of promises is not that of the sources: check-documents.py --write"


# Paths, links and tests

def paths(text):
    """Paths between backticks, with their offsets."""
    for match in re.finditer(r"`([\w.+*-]+(?:/[\w.+*{},-]*)+)`", text):
        yield match.start(1), match[1]


def leads_somewhere(path, places):
    head, _, rest = path.partition("/")
    base = places.get(head, head)
    if head not in places and head not in ("Sources", "Tests", "Docs", "Patterns", "Packaging"):
        return True
    pattern = f"{base}/{rest}".rstrip("/")
    if "{" in pattern:
        return True
    return any(True for _ in ROOT.glob(pattern)) if "*" in pattern else (ROOT / pattern).exists()


def document_problems(name, text, places, titles):
    for offset, path in paths(text):
        if not leads_somewhere(path, places) and not ((ROOT / name).parent / path).exists():
            yield f"{name}:{line_of(text, offset)}: error: there is no {path}"
    for match in re.finditer(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", text):
        target = (ROOT / name).parent / match[1] if match[1] else ROOT / name
        if match[1] and not target.exists():
            yield f"{name}:{line_of(text, match.start())}: error: the link {match[1]} leads nowhere"
        elif match[2] and (target.suffix == ".md" or target.is_dir() or not match[1]):
            target = target / "README.md" if target.is_dir() else target
            page = target.read_text(encoding="utf-8") if match[1] else text
            if match[2] not in anchors.of_document(page):
                yield f"{name}:{line_of(text, match.start())}: error: the link {match[0][2:-1]} has no such anchor"
    for match in re.finditer(r"\(`\w+Tests`, \"([^\"]+)\"", text):
        title = " ".join(match[1].split())
        if title not in titles:
            yield f"{name}:{line_of(text, match.start())}: error: no test is called “{title}”"


def test_titles(sources):
    found = set()
    for text in sources.values():
        found.update(re.findall(r"func `([^`]+)`", text))
        found.update(re.findall(r'@(?:Test|Suite)\("([^"]+)"', text))
    return found


def check():
    sources = {name: read(name) for name in tracked("Sources/*.swift")}
    titles = test_titles({name: read(name) for name in tracked("Tests/*.swift")})
    places = targets()
    problems = list(promise_problems(sources, read("Docs/RealTime.md")))
    for name in tracked("*.md"):
        if not name.startswith("Docs/Decisions/") and name not in ("CHANGELOG.md", "Docs/API.md"):
            problems += document_problems(name, read(name), places, titles)
    return problems


def self_test():
    """Plants one error of each kind."""
    places, titles = targets(), {"a test"}

    def lies(text):
        return list(document_problems("Docs/Planted.md", text, places, titles))

    assert not lies('`ThrumPattern/Laws/` and [x](Architecture.md) (`SomeTests`, "a test")')
    assert lies("`ThrumPattern/Laws/NoSuchLaw.swift`") and lies("`Sources/NoFloor`")
    assert not lies("# A `b`: c\n[here](#a-b-c) [there](Architecture.md#targets)")
    assert lies("[gone](#gone)") and lies("```\n# Not a title\n```\n[x](#not-a-title)")
    assert lies("[x](Architecture.md#gone)")
    assert lies("[gone](NoSuchPage.md)") and lies('(`SomeTests`, "no such test")')
    kept = {"A.swift": "// Safety: a constant.\nnonisolated(unsafe) let a = 1\n"}
    document = BEGIN + promise_table(list(promises(kept))) + END
    assert not list(promise_problems(kept, document))
    assert list(promise_problems({"A.swift": "nonisolated(unsafe) let a = 1\n"}, document))
    assert list(promise_problems(kept | {"B.swift": kept["A.swift"]}, document)), "one more promise"
    print("documents: planted lies are found")


def write():
    document = read("Docs/RealTime.md")
    before, _, rest = document.partition(BEGIN)
    after = rest.partition(END)[2]
    table = promise_table(list(promises({name: read(name) for name in tracked("Sources/*.swift")})))
    (ROOT / "Docs/RealTime.md").write_text(before + BEGIN + table + END + after, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif sys.argv[1:] == ["--write"]:
        write()
    else:
        found = check()
        print("\n".join(found), end="\n" if found else "")
        sys.exit(1 if found else 0)
