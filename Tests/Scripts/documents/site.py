#!/usr/bin/env python3
"""Writes the documentation as a site of plain HTML: no scripts, and no requests to other hosts.

The pages are the repository's Markdown files, at the same paths, converted by cmark-gfm; README.md becomes index.html.
Files that a page links to are copied. `.tutorial` files of DocC become pages too.

Usage: Tests/Scripts/documents/site.py FOLDER
"""

import html
import os
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import anchors
import tutorial

ROOT = Path(__file__).resolve().parents[3]
SECTIONS = {
    "Start": "README.md", "Hear": "Docs/Tutorials/Hear.md", "Test": "Docs/Tutorials/Test.md",
    "Extend": "Docs/Tutorials/Extend.md", "Reference": "Docs/README.md", "Decisions": "Docs/Decisions/README.md",
}
MORE = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
FOLDERS = ["Docs", "Patterns", "Sources/Bindings"]
API = "api/documentation/"  # DocC finds its page by this address, without index.html
LINK = re.compile(r'(<(?:a|img)\b[^>]*?\b(?:href|src)=")([^"]*)(")')


def is_external(link):
    return re.match(r"[a-z][a-z0-9+.-]*:|//", link) is not None


def page_name(path):
    """Where a document is in the site, relative to its root."""
    path = Path(path)
    return str(path.with_name("index.html") if path.name == "README.md" else path.with_suffix(".html"))


def documents():
    found = {*SECTIONS.values(), *MORE}
    for folder in FOLDERS:
        found.update(str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*.md"))
    return sorted(path for path in found if ".build" not in path)


def converted(markdown):
    command = "cmark-gfm --unsafe --extension table --extension strikethrough --extension autolink".split()
    return subprocess.run(command, input=markdown, capture_output=True, text=True, check=True).stdout


def with_anchors(content):
    names = anchors.Anchors()

    def heading(match):
        text = html.unescape(re.sub(r"<[^>]+>", "", match[2]))
        return f'<h{match[1]} id="{names.add(text)}">{match[2]}</h{match[1]}>'

    return re.sub(r"(?s)<h([1-6])>(.*?)</h\1>", heading, content)


STUDIO = "studio.html"
PATTERN = re.compile(r'(<a href="([^"]*)\.ahap(?:\.txt)?">.*?</a>)', re.S)


def with_studio(content, path, root):
    """The first page plays and edits a pattern; where the library is listed, each pattern opens in the studio."""
    if path == "README.md":
        frame = (f'<iframe class="studio" title="The studio with a pattern" src="{STUDIO}#library:heartbeat"></iframe>\n'
                 f'<p><a href="{STUDIO}">The whole studio</a>: play, change and download patterns.</p>')
        return content.replace("</p>", f"</p>\n{frame}", 1)
    if path != "Patterns/README.md":
        return content
    return PATTERN.sub(
        lambda found: f'{found[1]} <a class="play" href="{root}{STUDIO}#library:{os.path.basename(found[2])}">Play and '
                      "edit</a>", content)


def with_players(content):
    """A link to a sound is followed by a player."""
    return re.sub(
        r'(<a href="([^"]+\.flac)">(.*?)</a>)(.*?</p>)',
        lambda found: f'{found[1]}{found[4]}\n<audio controls preload="none" src="{found[2]}"></audio>', content,
        flags=re.S)


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.written = set()
        self.waiting = documents()
        version = (ROOT / "Sources/Core/ThrumPattern/ThrumVersion.swift").read_text(encoding="utf-8")
        self.version = re.search(r'current = "(.*)"', version)[1]
        self.template = string.Template((ROOT / "Docs/Site/page.html").read_text(encoding="utf-8"))

    def build(self):
        self.copy("Docs/Site/site.css", "site.css")
        self.copy("Sources/Tools/ThrumStudio/Page/icon.svg", "icon.svg")
        self.copy("LICENSE", "LICENSE.txt")
        # Made by `make web`.
        self.has_studio = (ROOT / "out/web/thrum.html").exists()
        if self.has_studio:
            self.copy("out/web/thrum.html", STUDIO)
        while self.waiting:
            path = self.waiting.pop()
            if path not in self.written:
                self.written.add(path)
                self.write(path)
        return len(self.written)

    def copy(self, source, name):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, self.folder / name)

    def write(self, path):
        source = ROOT / path
        if source.is_dir():
            text = self.listing(path)
            name = os.path.join(path, "index.html")
        else:
            text = source.read_text(encoding="utf-8")
            name = page_name(path)
            if source.suffix == ".tutorial":
                text = tutorial.markdown(text, source.parent / "Resources")
        content = with_players(with_anchors(converted(text)))
        content = LINK.sub(lambda found: found[1] + self.moved(path, name, found[2]) + found[3], content)
        if self.has_studio:
            content = with_studio(content, path, os.path.relpath(".", os.path.dirname(name) or ".") + "/")
        title = re.search(r"(?s)<h1[^>]*>(.*?)</h1>", content)
        title = re.sub(r"<[^>]+>", "", title[1]) if title else Path(path).name
        root = os.path.relpath(".", os.path.dirname(name) or ".") + "/"
        page = self.template.substitute(
            title=title if title == "Thrum" else f"{title} – Thrum", root=root, content=content, version=self.version,
            navigation=self.navigation(path, root))
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(page, encoding="utf-8")

    def navigation(self, path, root):
        links = []
        for title, document in SECTIONS.items():
            current = ' aria-current="page"' if document == path else ""
            links.append(f'<a href="{root}{page_name(document)}"{current}>{title}</a>')
        if self.has_studio:
            links.insert(1, f'<a href="{root}{STUDIO}">Studio</a>')
        if (self.folder / API).exists():
            links.append(f'<a href="{root}{API}">Swift API</a>')
        return "\n".join(links)

    def listing(self, folder):
        """A page for a folder without a README."""
        names = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file() and ".build" not in path.parts)
        lines = [f"- [{path.relative_to(ROOT / folder)}]({path.relative_to(ROOT / folder)})" for path in names]
        return f"# {Path(folder).name}\n\n" + "\n".join(lines) + "\n"

    def moved(self, path, name, link):
        """A link of a document as it is in the site; queues or copies its target."""
        if is_external(link) or link.startswith("#"):
            return link
        target, mark, anchor = html.unescape(link).partition("#")
        here = path if (ROOT / path).is_dir() else os.path.dirname(path)
        found = os.path.normpath(os.path.join(here, unquote(target)))
        source = ROOT / found
        if not source.exists() or found.startswith(".."):
            raise SystemExit(f"site: {path}: the link {link} leads nowhere")
        if source.is_dir() and (source / "README.md").exists():
            found, source = os.path.join(found, "README.md"), source / "README.md"
        if source.is_dir():
            self.waiting.append(found)
            place = os.path.join(found, "index.html")
        elif source.suffix in (".md", ".tutorial"):
            self.waiting.append(found)
            place = page_name(found)
        else:
            # Web servers choose a type by extension; text without a known one would be downloaded.
            place = found if source.suffix in SERVED else found + ".txt"
            self.copy(found, place)
        return html.escape(os.path.relpath(place, os.path.dirname(name) or ".") + mark + anchor)


SERVED = (".png", ".svg", ".flac", ".wav", ".json", ".txt", ".html")


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pages = Site(folder).build()
    print(f"site: {pages} pages in {folder}")


if __name__ == "__main__":
    main()
