#!/usr/bin/env python3
"""Writes the bill of materials of a release (SPDX 2.3, JSON): what is linked into the binaries, and what they load when
asked to.

Run in a checkout whose packages are resolved; SOURCE_DATE_EPOCH is when it was made.

Usage: Packaging/sbom.py            write
       Packaging/sbom.py --check    check that debian/control and the table of licences have every library
"""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Names and licences of the libraries that are loaded when a command needs them (Docs/Decisions/0035), by the names of
# their files. The version is the system's.
LICENSES = {
    "libasound": ("alsa-lib", "LGPL-2.1-or-later"), "libsndfile": ("libsndfile", "LGPL-2.1-or-later"),
    "libcairo": ("cairo", "LGPL-2.1-only OR MPL-1.1"), "libmicrohttpd": ("libmicrohttpd", "LGPL-2.1-or-later"),
    "libpng16": ("libpng", "libpng-2.0"), "libSDL2-2.0": ("SDL2", "Zlib"),
    "libqrencode": ("libqrencode", "LGPL-2.1-or-later"), "libsystemd": ("libsystemd", "LGPL-2.1-or-later"),
}
# A library that `loaded.h` loads: its file, and its package on Debian.
LOADED = re.compile(r'(?:THRUM_LOADED\(|struct thrum_library \w+ = \{)\s*"(lib[^"]+)\.so\.\d+", "([^"]+)"')


def libraries():
    """The files without version and the Debian packages of all libraries that the sources load, sorted."""
    found = {}
    for path in sorted((ROOT / "Sources/Shims").rglob("*.c")):
        text = path.read_text()
        loads = LOADED.findall(text)
        if not loads and '#include "loaded.h"' in text and path.name != "loaded.c":
            sys.exit(f"sbom: {path.relative_to(ROOT)} loads a library that sbom.py does not find in it")
        found.update(loads)
    return sorted(found.items())


def check():
    control = (ROOT / "debian/control").read_text()
    command = re.search(r"^Package: thrum\n(?:.+\n)+", control, re.M)[0]
    named = set(re.findall(r"[\w.+-]+", command))
    for file, debian in libraries():
        if file not in LICENSES:
            yield f"Packaging/sbom.py: LICENSES lacks {file}, which the command loads"
        if debian not in named:
            yield f"debian/control: thrum neither recommends nor suggests {debian}, which it loads"


def package(name, version, license_, place="NOASSERTION"):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
        "downloadLocation": place, "filesAnalyzed": False, "licenseConcluded": license_, "licenseDeclared": license_,
        "copyrightText": "NOASSERTION",
    }


def main():
    version = re.search(r'current = "([^"]+)"', (ROOT / "Sources/Core/ThrumPattern/ThrumVersion.swift").read_text())[1]
    said = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True).stdout
    toolchain = re.search(r"Swift version (\S+)", said)[1]
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)

    thrum = package("thrum", version, "MIT")
    exception = "Apache-2.0 WITH Swift-exception"
    linked = [package("swift", toolchain, exception, "https://github.com/swiftlang/swift")]
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        linked.append(package(pin["identity"], pin["state"]["version"], exception, pin["location"]))
    loaded = [package(name, "NOASSERTION", license_) for name, license_ in (LICENSES[file] for file, _ in libraries())]

    def relation(one, kind, other):
        return {"spdxElementId": one["SPDXID"], "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}

    document = {"SPDXID": "SPDXRef-DOCUMENT"}
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", **document,
        "name": f"thrum-{version}-linux-{platform.machine()}",
        "documentNamespace": f"https://spdx.org/spdxdocs/thrum-{version}-{platform.machine()}-{commit}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: Packaging/sbom.py"]},
        "packages": [thrum, *linked, *loaded],
        "relationships": [relation(document, "DESCRIBES", thrum)]
        + [relation(thrum, "STATIC_LINK", one) for one in linked]
        + [relation(one, "OPTIONAL_DEPENDENCY_OF", thrum) for one in loaded],
    }, indent=2))


if sys.argv[1:] == ["--check"]:
    problems = list(check())
    print(*problems, sep="\n", file=sys.stderr, end="\n" if problems else "")
    sys.exit(bool(problems))
main()
