#!/usr/bin/env python3
"""Type-checks packages that use Thrum against the modules of a debug build: seconds instead of a build of each.

Checks every Swift target of each package with its settings and all traits, and with warnings as errors. Targets of Thrum
that the build lacks, such as Apple's other modules, are compiled as modules first.

Usage: Tests/Scripts/apps/typecheck.py PACKAGE...     after `make build-tests`
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / ".build/debug"
SWIFT = os.environ.get("SWIFT", "swift")
COMPILER = os.environ.get("SWIFTC", SWIFT + "c")
WORKERS = 2
# Resources have no bundle here.
BUNDLE = "import Foundation\nextension Foundation.Bundle { static let module = Foundation.Bundle.main }\n"


def dump(folder, scratch):
    """A package's manifest as data, as apps see it: without the variables of Thrum's own make, and from elsewhere."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("THRUM_")}
    answer = subprocess.run(
        [SWIFT, "package", "--package-path", folder, "--scratch-path", scratch, "dump-package"], cwd=scratch,
        env={**environment, "PWD": str(scratch)}, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"typecheck: {folder}/Package.swift cannot be read:\n{answer.stderr}")
    return json.loads(answer.stdout)


class Target:
    def __init__(self, folder, manifest, about):
        self.folder, self.name = folder, about["name"]
        self.is_own = folder == ROOT
        kind = about["type"]
        self.path = folder / (about.get("path") or f"{'Tests' if kind == 'test' else 'Sources'}/{self.name}")
        excluded = [self.path / name for name in about.get("exclude", [])]
        self.files = [path for path in sorted(self.path.rglob("*.swift")) if not any(
            path.is_relative_to(one) for one in excluded)]
        self.has_resources = bool(about.get("resources"))
        self.has_accessors = any(usage.get("plugin", [""])[0] == "ThrumHaptics" for usage in about.get("pluginUsages") or [])
        self.is_swift = kind in ("regular", "executable", "test") and bool(self.files)
        self.flags = ["-swift-version", "6"] if manifest["toolsVersion"]["_version"] >= "6" else ["-swift-version", "5"]
        for setting in about.get("settings", []):
            if setting["tool"] == "swift":
                self.flags += self.setting(setting["kind"])
        for trait in manifest.get("traits") or []:
            self.flags += ["-D", trait["name"]]
        # Names of targets and products, in no order.
        self.needs = [next(iter(one.values()))[0] for one in about.get("dependencies", [])]

    @staticmethod
    def setting(kind):
        (name, value), = kind.items()
        value = value.get("_0")
        flags = {
            "swiftLanguageMode": ["-swift-version", str(value)],
            "enableUpcomingFeature": ["-enable-upcoming-feature", value],
            "enableExperimentalFeature": ["-enable-experimental-feature", value],
            "define": ["-D", value], "defaultIsolation": ["-default-isolation", value],
            "unsafeFlags": value, "treatAllWarnings": [],
        }
        if name not in flags:
            sys.exit(f"typecheck: the setting {name} is not known to Tests/Scripts/apps/typecheck.py: add it there")
        return flags[name]


def common_flags():
    maps = [*BUILD.glob("*.build/module.modulemap"), *(ROOT / "Sources").rglob("module.modulemap")]
    flags = ["-I", str(BUILD / "Modules"), "-enable-testing", "-warnings-as-errors", "-wmo", "-Onone"]
    for path in maps:
        flags += ["-Xcc", f"-fmodule-map-file={path}"]
    lib = Path(shutil.which(COMPILER)).resolve().parents[1] / "lib/swift"
    return flags + ["-plugin-path", str(lib / "host/plugins"), "-plugin-path", str(lib / "host/plugins/testing")]


class Check:
    def __init__(self, place):
        self.place = Path(place)
        self.flags = common_flags()
        self.built = {path.stem for path in (BUILD / "Modules").glob("*.swiftmodule")}
        manifest = dump(ROOT, self.place)
        self.own = {one["name"]: Target(ROOT, manifest, one) for one in manifest["targets"]}
        self.products = {one["name"]: one["targets"] for one in manifest["products"]}

    def needed(self, target, targets):
        """The targets to compile before this one, nearest last."""
        found = []
        for name in target.needs:
            names = [name] if name in targets else self.products.get(name, [name])
            for one in names:
                other = targets.get(one) or self.own.get(one)
                if other and other.is_swift and not (other.is_own and other.name in self.built):
                    found += [*self.needed(other, targets), other]
        return list(dict.fromkeys(found))

    def compile(self, target, folder):
        """Type-checks a target, and writes its module for those that import it."""
        files = [str(path) for path in target.files]
        extra = folder / target.name
        extra.mkdir(parents=True, exist_ok=True)
        if target.has_resources:
            (extra / "bundle.swift").write_text(BUNDLE)
            files.append(str(extra / "bundle.swift"))
        if target.has_accessors:
            source = next(path for path in target.path.iterdir() if path.is_dir() and any(path.glob("*.ahap")))
            accessors = extra / "Haptics.swift"
            made = subprocess.run([BUILD / "thrum", "convert", source, accessors], capture_output=True, text=True)
            if made.returncode != 0:
                return made.stderr
            files.append(str(accessors))
        mode = [] if any(path.name == "main.swift" for path in target.files) else ["-parse-as-library"]
        package = ROOT.name if target.is_own else target.folder.name
        command = [
            COMPILER, "-emit-module", "-module-name", target.name, "-package-name", package.lower(), *mode, *target.flags,
            *self.flags, "-I", str(self.place), "-I", str(folder), "-o", str(
                (self.place if target.is_own else folder) / f"{target.name}.swiftmodule"), *files]
        answer = subprocess.run(command, capture_output=True, text=True)
        return answer.stderr + answer.stdout if answer.returncode != 0 else ""

    def run(self, packages):
        """Compiles all targets as soon as what they import is compiled; returns the problems."""
        jobs = {}  # target: (folder for its module, targets before it)
        for number, package in enumerate(packages):
            manifest = dump(package, self.place)
            targets = {one["name"]: Target(package, manifest, one) for one in manifest["targets"]}
            folder = self.place / str(number)
            for target in [one for one in targets.values() if one.is_swift]:
                for one in [*self.needed(target, targets), target]:
                    jobs.setdefault(one, (folder, self.needed(one, targets)))
        problems, done, running = [], {}, {}
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            while len(done) < len(jobs):
                for target, (folder, before) in jobs.items():
                    if target in done or target in running or not all(one in done for one in before):
                        continue
                    if any(done[one] for one in before):
                        done[target] = "not checked"
                        continue
                    running[target] = pool.submit(self.compile, target, folder)
                if not running:
                    continue
                concurrent.futures.wait(running.values(), return_when=concurrent.futures.FIRST_COMPLETED)
                for target in [one for one, job in running.items() if job.done()]:
                    done[target] = running.pop(target).result()
                    if done[target]:
                        problems.append(f"{target.name} of {target.folder}:\n{done[target]}")
        return problems, sum(not one.is_own for one in jobs)


def main():
    if not (BUILD / "Modules/CoreHaptics.swiftmodule").exists():
        sys.exit("typecheck: there is no debug build: run `make build-tests` first")
    packages = [Path(name).resolve() for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as place:
        problems, count = Check(place).run(packages)
    for problem in problems:
        print(f"typecheck: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"typecheck: {count} targets in {len(packages)} packages")


main()
