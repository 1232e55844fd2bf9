#!/usr/bin/env python3
"""Writes Docs/API.md, the list of every module's public declarations, from the symbol graphs of `make docs`.

Usage: Tests/Scripts/documents/api.py [--check]    --check only checks that the list is current; exit code 1 if it is not
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GRAPHS = ROOT / "out/docs-work"
LIST = ROOT / "Docs/API.md"
MODULES = {
    "ThrumPattern": "tools that read, check, write or generate patterns",
    "ThrumFormats": "tools that read patterns of any format",
    "ThrumDevice": "people who write their own output, or choose settings and actuators",
    "ThrumOffline": "tools that render patterns without a device",
    "ThrumEngine": "apps and games that play patterns",
    "ThrumOutput": "programs that want to be heard",
    "ThrumFeedback": "shims of other modules that play the system's feedback",
    "ThrumTesting": "tests of apps",
    "ThrumFeelTesting": "tests of apps that ask what is felt",
}
LIMIT = 1100
"""Limit of public symbols in all of these modules together."""
TYPES = ("class", "struct", "enum", "protocol", "actor", "typealias")
HEAD = """# Public API

What each module declares public, one line per symbol. Written by `make api`; `make docs` fails when it is not current. A new
symbol needs a reader: whoever is named above its module. `CoreHaptics` has Apple's names, which `Tests/Apple/Symbols/symbols.txt`
lists. Modules that are not named are no products. {total} symbols in all; at most {limit}.
"""


def symbols(module):
    """Path, kind, declaration and summary line of each symbol, including extensions of other modules."""
    result = []
    for graph in sorted((GRAPHS / module).glob("*.symbols.json")):
        for symbol in json.loads(graph.read_text())["symbols"]:
            fragments = symbol.get("declarationFragments", [])
            declaration = " ".join("".join(part["spelling"] for part in fragments).split())
            lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
            summary = []
            for line in lines:
                if not line.strip():
                    break
                summary.append(line.strip())
            kind = symbol["kind"]["identifier"].split(".")[-1]
            result.append((tuple(symbol["pathComponents"]), kind, declaration, " ".join(summary)))
    return sorted(set(result))


def written():
    declared = {module: symbols(module) for module in MODULES}
    total = sum(map(len, declared.values()))
    if total > LIMIT:
        sys.exit(f"{total} public symbols, at most {LIMIT}: make some of them package")
    parts = [HEAD.format(total=total, limit=LIMIT)]
    for module, readers in MODULES.items():
        found = declared[module]
        types = {path for path, kind, _, _ in found if kind in TYPES}
        parts.append(f"## {module}\n\nFor {readers}. {len(found)} symbols.\n")
        owners = sorted({path if path in types else path[:-1] for path, _, _, _ in found})
        for owner in owners:
            own = [entry for entry in found if entry[0] == owner and entry[1] in TYPES]
            kind = own[0][1] if own else ""
            title = f"{kind} {'.'.join(owner)}" if own else f"extension {'.'.join(owner)}" if owner else "functions and constants"
            summary = f": {own[0][3]}" if own and own[0][3] else ""
            parts.append(f"**`{title}`**{summary}\n")
            members = [entry for entry in found if entry[0][:-1] == owner and entry[0] not in types]
            for _, _, declaration, _ in members:
                parts.append(f"- `{declaration}`")
            if members:
                parts.append("")
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    if not GRAPHS.is_dir():
        sys.exit("there are no symbol graphs: run `make docs` first")
    text = written()
    if "--check" in sys.argv[1:]:
        if LIST.read_text() != text:
            sys.exit("Docs/API.md is not current: run `make api`, and look at what has changed")
    else:
        LIST.write_text(text)
