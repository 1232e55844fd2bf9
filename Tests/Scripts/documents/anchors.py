"""Names of headings as link targets, as on GitHub: shared by the link checks and the site."""

import html
import re


def fences_removed(text):
    """The document without its code blocks; line numbers stay."""
    kept, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None and mark and mark[1].startswith(fence):
            fence = None
        elif fence is None:
            kept.append(line)
            continue
        kept.append("")
    return "\n".join(kept)


def slug(title):
    """The anchor of a heading's plain text."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


class Anchors:
    """The anchors of one page; a repeated title gets a number."""

    def __init__(self):
        self.count = {}

    def add(self, title):
        name = slug(title)
        seen = self.count.get(name, 0)
        self.count[name] = seen + 1
        return f"{name}-{seen}" if seen else name


def plain(markdown):
    """A heading's text without its markup."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return html.unescape(re.sub(r"[`*]", "", text))


def of_document(text):
    """The anchors of a Markdown document."""
    anchors = Anchors()
    return {anchors.add(plain(title)) for title in re.findall(r"(?m)^#{1,6} +(.*?)[ #]*$", fences_removed(text))}
