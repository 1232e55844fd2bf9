#!/usr/bin/env python3
"""Packs the studio's page and the module into one file that needs no server: web-page.py PARTS MODULE OUTPUT

PARTS is the folder that `thrum studio --write-page` wrote. The page's policy allows only the scripts and the style
sheet in it, by their hashes, the module, and what the page makes itself.
"""

import base64
import gzip
import hashlib
import json
import pathlib
import re
import sys

# Runs first: unpacks the files, keeps the page's own text for copies, and runs the page.
LOADER = """
(async () => {
  const given = document.getElementById("given");
  globalThis.thrumGiven = given?.textContent;
  given?.remove();
  globalThis.thrumPage = `<!doctype html>\\n${document.documentElement.outerHTML}`;
  const holder = document.getElementById("pack");
  const packed = Uint8Array.from(atob(holder.textContent), (letter) => letter.charCodeAt(0));
  holder.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = bytes.indexOf(10);
  const files = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  globalThis.thrumPack = new Map(files.map(([name, place, size]) =>
    [name, bytes.subarray(end + 1 + place, end + 1 + place + size)]));
  for (const [place, kind, name] of [[document.head, "style", "page.css"], [document.body, "script", "main.js"]]) {
    const part = document.createElement(kind);
    part.textContent = new TextDecoder().decode(globalThis.thrumPack.get(name));
    place.append(part);
  }
})();
"""


def sha256(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def lean(script):
    """The script without whole lines of comments and without indentation; its lines keep their statements, and lines of
    a template keep everything."""
    kept, isComment, isTemplate = [], False, False
    for line in script.split("\n"):
        bare = line.strip()
        # A type before an expression ends within its line.
        isBlock = bare.startswith("/**") and bare.find("*/") in (-1, len(bare) - 2)
        if isComment:
            isComment = not bare.endswith("*/")
        elif isTemplate or not (isBlock or bare.startswith("//")):
            kept.append(line if isTemplate else line.lstrip(" "))
            isTemplate ^= (line.count("`") - line.count("\\`")) % 2 == 1
        elif isBlock:
            isComment = not bare.endswith("*/")
    return "\n".join(kept)


def pack(files):
    names, place = [], 0
    for name, data in files:
        names.append([name, place, len(data)])
        place += len(data)
    whole = json.dumps(names).encode() + b"\n" + b"".join(data for _, data in files)
    return base64.b64encode(gzip.compress(whole, 9, mtime=0)).decode()


def main(parts, module, output):
    parts = pathlib.Path(parts)
    files = {str(path.relative_to(parts)): path.read_bytes() for path in sorted(parts.rglob("*")) if path.is_file()}
    html = files["index.html"].decode()
    for name in [name for name in files if name.endswith(".js")]:
        files[name] = lean("(() => {\n" + files[name].decode() + "})();\n").encode()
    style = "\n".join(files[name].decode() for name in re.findall(r'rel="stylesheet" href="([^"]+)"', html))
    icon = "data:image/svg+xml;base64," + base64.b64encode(files["icon.svg"]).decode()
    policy = "; ".join([
        "default-src 'none'",
        # By their hashes, the parts that the loader unpacks may run. 'strict-dynamic' lets these scripts load the
        # worklet, and refuses whatever else the text of the page loads.
        f"script-src {sha256(LOADER)} {sha256(files['main.js'].decode())} 'strict-dynamic' 'wasm-unsafe-eval'",
        f"style-src {sha256(style)}", "img-src data: blob:", "media-src blob:", "worker-src data:",
        "base-uri 'none'", "form-action 'none'",
    ])
    html = re.sub(r' *<link rel="stylesheet"[^>]*>\n', "", html)
    html = re.sub(r' *<script [^>]*></script>\n', "", html)
    html = html.replace("icon.svg", icon)
    html = html.replace(
        '<meta charset="utf-8">', f'<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="{policy}">')
    kept = [(name, data) for name, data in files.items() if name.endswith(".js") or name.startswith("library/")]
    style_and_module = [("page.css", style.encode()), ("thrum.wasm", pathlib.Path(module).read_bytes())]
    packed = pack(kept + style_and_module)
    # Functions as replacements, so that no text is taken for a pattern.
    html = html.replace("</body>", f'<script type="application/octet-stream" id="pack">{packed}</script>\n'
                        f"<!--given-->\n<script>{LOADER}</script>\n</body>")
    pathlib.Path(output).write_text(html)
    print(f"web: {output} has {len(html) // 1000} kB")
    if len(html) > LIMIT:
        sys.exit(f"web: the page may have at most {LIMIT // 1000} kB")


LIMIT = 1_360_000

if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
