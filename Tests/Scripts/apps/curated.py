#!/usr/bin/env python3
"""Checks that a documentation catalog lists every public name of its module in a topic.

Usage: Tests/Scripts/apps/curated.py CATALOG SYMBOLS      SYMBOLS is the folder with the module's symbol graphs
"""

import json
import re
import sys
from pathlib import Path


def main(catalog, symbols):
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(catalog).rglob("*.md")))
    topics = text.partition("\n## Topics\n")[2]
    listed = {re.sub(r"-\(.*\)$", "", name) for name in re.findall(r"^- ``(.*)``$", topics, re.M)}
    names = set()
    for graph in Path(symbols).glob("*.symbols.json"):
        # Extensions of other modules' types cannot be listed, and members of the module's own are on the types' pages.
        if "@" in graph.name:
            continue
        for symbol in json.loads(graph.read_text(encoding="utf-8"))["symbols"]:
            if len(symbol["pathComponents"]) == 1:
                names.add(symbol["pathComponents"][0])
    missing = sorted(names - listed)
    for name in missing:
        print(f"{catalog}: no topic has {name}", file=sys.stderr)
    return not missing


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(0 if main(*sys.argv[1:]) else 1)
