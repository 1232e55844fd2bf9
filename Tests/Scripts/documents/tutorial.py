"""Reads a DocC tutorial as Markdown, for readers without DocC or scripts."""

import re

LANGUAGE = {".swift": "swift", ".yml": "yaml"}


def markdown(text, resources):
    """The tutorial's text; its code is read from the folder of resources."""
    lines, open_blocks, step = [], [], 0
    for raw in text.split("\n"):
        line = raw.strip()
        opened = re.fullmatch(r"@(\w+)(?:\((.*)\))? \{", line)
        code = re.fullmatch(r'@Code\(name: "(.*?)", file: (\S+)\)', line)
        if opened:
            name, title = opened[1], re.search(r'title: "(.*?)"', opened[2] or "")
            open_blocks.append(name)
            if name == "Intro":
                lines += [f"# {title[1]}", ""]
            elif name == "Section":
                step = 0
                lines += [f"## {title[1]}", ""]
            elif name == "Step":
                step += 1
                lines += ["", f"### Step {step}", ""]
        elif code:
            file = resources / code[2]
            language = LANGUAGE.get(file.suffix, "console")
            lines += [f"`{code[1]}`:" if language != "console" else "", "", f"```{language}"]
            lines += file.read_text(encoding="utf-8").rstrip("\n").split("\n") + ["```"]
        elif line == "}":
            open_blocks.pop()
        elif line.startswith("@"):
            raise ValueError(f"a directive that the site does not know: {line}")
        else:
            lines.append(line)
    if open_blocks:
        raise ValueError(f"{open_blocks[-1]} is not closed")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
