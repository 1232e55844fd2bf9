#!/usr/bin/env python3
"""Checks a site of plain HTML: each link and anchor exists, every page can be reached from the first, and no page has a
script or loads anything from another host, but for the studio, which has scripts. Lists links to other hosts without following them.

Usage: Tests/Scripts/documents/check-site.py FOLDER [PREFIX]    PREFIX: pages by DocC in FOLDER/api, as published below /PREFIX
       Tests/Scripts/documents/check-site.py --self-test
"""

import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"img": "src", "audio": "src", "source": "src", "link": "href", "iframe": "src", "script": "src"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors, self.tags = [], [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.add(tag)
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(LOADS.get(tag)):
            self.loads.append(given[LOADS[tag]])


def pages(folder):
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))
            if path.relative_to(folder).parts[0] not in ("api", "studio.html")}


def problems(folder, external):
    found = pages(folder)
    reached = {folder / "index.html"}
    for path, page in found.items():
        name = path.relative_to(folder)
        if "script" in page.tags:
            yield f"{name}: has a script"
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                external.add(link)
                if link in page.loads:
                    yield f"{name}: loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir() and folder / "api" in target.parents:
                target /= "index.html"
            if link.startswith("/") or not target.is_file():
                yield f"{name}: the link {link} leads nowhere"
            elif parts.fragment and target.name != "studio.html" and target in found and unquote(parts.fragment) not in found[target].anchors:
                yield f"{name}: {link} has no such anchor"
    waiting = list(reached)
    while waiting:
        path = waiting.pop()
        for link in found[path].links if path in found else []:
            target = (path.parent / unquote(urlsplit(link).path)).resolve()
            if not urlsplit(link).scheme and target in found and target not in reached:
                reached.add(target)
                waiting.append(target)
    for path in sorted(set(found) - reached):
        yield f"{path.relative_to(folder)}: no link leads to this page"


def api_problems(folder, prefix):
    """What DocC's pages load is there, below the address at which they will be published."""
    base = "/" + "/".join(part for part in (prefix.strip("/"), "api") if part) + "/"
    for path in sorted((folder / "api").rglob("*.html")):
        for load in Page(path.read_text(encoding="utf-8")).loads:
            if not load.startswith(base) or not (folder / "api" / load[len(base):]).is_file():
                yield f"{path.relative_to(folder)}: {load} is not below {base}"
                break


def self_test():
    """Plants one error of each kind."""
    good = {"index.html": '<h1 id="a">A</h1><a href="b.html#c">b</a> <a href="https://x.example">x</a>',
            "b.html": '<h2 id="c">C</h2><a href="#c">c</a><img src="p.png">', "p.png": ""}
    bad = [
        {"index.html": '<a href="gone.html">'}, {"b.html": '<a href="#d">'}, {"index.html": '<a href="b.html#d">'},
        {"b.html": "<script></script>"}, {"b.html": '<img src="https://x.example/p.png">'}, {"c.html": "alone"},
        {"b.html": '<a href="/index.html">'}, {"b.html": '<a href="api/documentation/">'}, {"b.html": '<a href=".">'},
        {"index.html": '<a href="b.html"><link rel="stylesheet" href="gone.css">'},
    ]

    def found(files):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place).resolve()
            for name, text in files.items():
                (folder / name).write_text(text, encoding="utf-8")
            return list(problems(folder, set()))

    assert not found(good), found(good)
    for change in bad:
        assert found(good | change), f"no problem found in {change}"
    print("site: planted errors are found")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    folder = Path(sys.argv[1]).resolve()
    external = set()
    found = list(problems(folder, external)) + list(api_problems(folder, "".join(sys.argv[2:])))
    for link in sorted(external):
        print(f"other host, not checked: {link}")
    for problem in found:
        print(f"{sys.argv[1]}/{problem}", file=sys.stderr)
    if found:
        sys.exit(f"check-site: {len(found)} problems")
    print(f"site: all links of {len(pages(folder))} pages lead somewhere")


if __name__ == "__main__":
    main()
