"""Commands in documents: reads them with the output that is shown, and compares it with what they print."""

import dataclasses
import re


@dataclasses.dataclass
class Shown:
    """A command as a document shows it; `output` is `None` if it shows none."""
    document: str
    line: int
    command: str
    output: list = None
    file: str = None
    """The name of a file to save instead of a command, whose text is `command`."""

    @property
    def place(self):
        return f"{self.document}:{self.line}"


def blocks(text):
    """The code blocks: kind (`None` if indented), number of the first line, lines without their indentation."""
    kind, fence, begin, lines = None, None, 0, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        mark = re.match(r"```(\w*)", line)
        if fence is None and (mark or not line.startswith("    ")) and lines and line.strip():
            yield kind, begin, lines
            lines = []
        if mark and fence is None:
            fence, kind, begin, lines = mark[1], mark[1], number + 1, []
        elif mark:
            yield kind, begin, lines
            fence, kind, lines = None, None, []
        elif fence is not None:
            lines.append(line)
        elif line.startswith("    "):
            if not lines:
                kind, begin = None, number
            lines.append(line[4:])
        elif lines:
            lines.append(line)
    if lines and fence is None:
        yield kind, begin, lines


def commands(document, text):
    """Every command that a document shows, in order: after `$ ` with its output, all lines of a `sh` block, and lines of
    an indented block that begin with the name of a program. Also the blocks after “Save this as `NAME`:”."""
    before = text.split("\n")
    for kind, begin, lines in blocks(text):
        saved = re.search(r"[Ss]ave this as `([^`]+)`:\s*$", "\n".join(before[:begin - 2])) if kind else None
        if saved:
            yield Shown(document, begin, "\n".join(lines) + "\n", file=saved[1])
            continue
        if kind not in (None, "", "console", "sh"):
            continue
        if any(line.startswith("$ ") for line in lines):
            found = []
            for number, line in enumerate(lines, begin):
                if line.startswith("$ "):
                    found.append(Shown(document, number, line[2:]))
                elif found and (line.strip() or found[-1].output):
                    found[-1].output = (found[-1].output or []) + [line]
            yield from found
        elif kind in (None, "sh"):
            for number, line in enumerate(lines, begin):
                is_command = kind == "sh" or re.match(r"(thrum|make|git|find) ", line)
                if line.strip() and not line.startswith("#") and is_command:
                    yield Shown(document, number, line)


ROFF = {r"\-": "-", r"\e": "\\", r"\(aq": "'", r"\(ga": "`"}


def examples(manual):
    """The examples in the manual page, without their remarks, which follow after two blanks or more."""
    section = "thrum"
    for number, line in enumerate(manual.split("\n"), 1):
        if line.startswith(".SS "):
            section = line[4:]
        if line.startswith("  "):
            command = re.sub(r"\\(?:-|e|\(aq|\(ga)", lambda found: ROFF[found[0]], line).strip()
            yield Shown(f"help of {section}", number, re.split(r" {2,}", command)[0])


def is_same(expected, printed):
    """Whether lines are as shown: `…` in a line stands for any words, alone for any lines. The output ends as shown."""
    def pattern(line):
        if line.strip() == "…":
            return r"(?:.*\n)*?"
        return ".*?".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ \t]*\n"

    while expected and not expected[-1].strip():
        expected = expected[:-1]
    return re.fullmatch("".join(map(pattern, expected)), "".join(line + "\n" for line in printed)) is not None
