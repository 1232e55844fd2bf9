#!/usr/bin/env python3
"""Breaks the sources on purpose, one behaviour at a time, and expects the tests to notice.

Usage: Tests/Scripts/mutations/mutations.py check          checks that every entry applies and breaks existing rows
       Tests/Scripts/mutations/mutations.py list           lists rows that no entry breaks
       Tests/Scripts/mutations/mutations.py run [NAME|ROW|KIND ...]   runs these entries, rows such as WEB-3 or kinds such
                                                                as WEB, or all; each needs a build

mutation_table.py describes the entries.

Runs use the last commit, in a separate working tree below out/mutations.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import mutation_table

ROOT = Path(__file__).resolve().parents[3]
PLACE = ROOT / "out" / "mutations"
TREE = PLACE / "tree"
MODEL = "the engine matches the model on random sequences"
HANGS = 200  # s; a run that takes longer hangs


def documented():
    text = (ROOT / "Docs/Conformance.md").read_text()
    return re.findall(r"^\| ([A-Z]+-\d+) \|", text, re.M)


def tests_by_row():
    """The titles of the tests below a comment such as `// LIFE-3, LIFE-4`."""
    result = {}
    for source in sorted((ROOT / "Tests").rglob("*.swift")):
        for rows, title in re.findall(
                r"^ *// ([A-Z]+-\d+(?:, *[A-Z]+-\d+)*)\n *@Test(?:(?!\n *@Test).)*?func `([^`]*)`",
                source.read_text(), re.M | re.S):
            for row in re.split(r", *", rows):
                result.setdefault(row, []).append(title)
    return result


def check():
    problems, names, known, tested = [], set(), set(documented()), tests_by_row()
    for entry in mutation_table.entries(ROOT):
        where = f"Tests/Mutations/{entry.table}: {entry.name}"
        if entry.name in names:
            problems.append(f"{where}: the name exists twice")
        names.add(entry.name)
        if not entry.rows or not entry.edits:
            problems.append(f"{where}: has no rows or no edit")
        problems += [f"{where}: there is no row {row}" for row in entry.rows if row not in known]
        problems += [f"{where}: {row} has no test" for row in entry.rows if row not in tested]
        problems += [f"{where}: {problem}" for problem in mutation_table.apply(ROOT, entry, write=False)]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(names)} mutations, {len(problems)} problems")
    return not problems


def unbroken_rows():
    broken = {row for entry in mutation_table.entries(ROOT) for row in entry.rows}
    return [row for row in documented() if row not in broken]


class Workbench:
    """A working tree of the last commit, its build, and its test runs."""

    def __init__(self):
        PLACE.mkdir(parents=True, exist_ok=True)
        self.git("worktree", "prune", cwd=ROOT)
        head = self.git("rev-parse", "HEAD", cwd=ROOT).strip()
        if (TREE / ".git").exists():
            self.git("checkout", "-q", "--force", "--detach", head)
        else:
            self.git("worktree", "add", "-q", "--detach", str(TREE), head, cwd=ROOT)
        self.environment = dict(os.environ, NO_COLOR="1", THRUM_LANE="device")
        self.environment.setdefault("THRUM_SEEDS", "2000")
        self.environment["THRUM_TOOLS"] = "1"  # or the command's tests are not built
        if "THRUM_RIG" not in os.environ:
            rig = ROOT / "out/rig"
            subprocess.run([ROOT / "Tests/Outputs/Rig/build.sh", rig], check=True, stdout=subprocess.DEVNULL)
            self.environment["THRUM_RIG"] = str(rig)
            self.environment["ALSA_CONFIG_PATH"] = f"/usr/share/alsa/alsa.conf:{rig}/test.conf"

    def git(self, *arguments, cwd=TREE):
        return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout

    def build(self, name):
        log = (PLACE / f"{name}.build.txt").open("w")
        swift = os.environ.get("SWIFT", "swift")
        return subprocess.run(
            [swift, "build", "--package-path", str(TREE), "--scratch-path", str(PLACE / "build"), "--build-tests"],
            stdout=log, stderr=subprocess.STDOUT, env=self.environment).returncode == 0

    def run(self, titles):
        """Returns the output and whether all tests passed. A hanging run is ended after a while."""
        filters = [word for title in titles for word in ("--filter", re.escape(title))]
        command = [PLACE / "build/debug/thrumPackageTests.xctest", "--testing-library", "swift-testing", *filters]
        try:
            result = subprocess.run(
                command, cwd=TREE, env=self.environment, timeout=HANGS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return result.stdout.decode(errors="replace"), result.returncode == 0
        except subprocess.TimeoutExpired as late:
            return (late.stdout or b"").decode(errors="replace"), False

    def run_apart(self, titles):
        """Like `run`, but if the run does not finish, runs each test alone to find the one that ended it."""
        said, _ = self.run(titles)
        if len(titles) > 1 and "Test run with" not in said:
            said = "".join(self.run([title])[0] for title in titles)
        return said


def fails(said, title):
    """Whether a test failed, or started and did not finish."""
    return f'✘ Test "{title}"' in said or (f'◇ Test "{title}" started' in said and f'✔ Test "{title}"' not in said)


def run(words):
    chosen, tests = mutation_table.entries(ROOT), tests_by_row()
    wanted = [row for row in documented() if not words or row in words or row.split("-")[0] in words]
    known = {row.split("-")[0] for row in wanted} | set(wanted) | {entry.name for entry in chosen}
    if strangers := [word for word in words if word not in known]:
        sys.exit(f"no entry or row is called {', '.join(strangers)}")
    if words:
        chosen = [entry for entry in chosen if entry.name in words or set(entry.rows) & set(wanted)]
    bench = Workbench()
    everything = sorted({title for entry in chosen for row in entry.rows for title in tests.get(row, [])})
    if not bench.build("unbroken"):
        sys.exit(f"the tests do not build as it is: see {PLACE}/unbroken.build.txt")
    said, is_green = bench.run(everything)
    if not is_green:
        (PLACE / "unbroken.txt").write_text(said)
        sys.exit(f"the tests fail as it is: see {PLACE}/unbroken.txt")
    absent = [title for title in everything if f'◇ Test "{title}" started' not in said]
    if absent:
        sys.exit("these tests did not run, so no planted bug can fail them:\n" + "\n".join(absent))
    seen, missed = set(), 0
    for entry in chosen:
        told = mutate(bench, entry, tests, seen)
        missed += not told.startswith("caught")
        print(f"{entry.name:<48} {told}", flush=True)
    # A row with several tests may need several mutations.
    unseen = [(row, title) for row in wanted for title in tests.get(row, []) if (row, title) not in seen]
    for row, title in unseen:
        print(f"never failed: {row}: {title}")
    print(f"{len(chosen) - missed} caught, {missed} missed; what each run said is in {PLACE}")
    return not missed and not unseen


def mutate(bench, entry, tests, seen):
    try:
        if mutation_table.apply(TREE, entry, write=True):
            return "does not apply: run `mutations.py check`"
        if not bench.build(entry.name):
            return "does not build"
        titles = sorted({title for row in entry.rows for title in tests.get(row, [])})
        said = bench.run_apart(titles)
        (PLACE / f"{entry.name}.txt").write_text(said)
        lost = []
        for row in entry.rows:
            failed = [title for title in tests.get(row, []) if fails(said, title)]
            seen.update((row, title) for title in failed)
            if not failed:
                lost.append(row)
        if lost:
            return "missed: " + " ".join(lost)
        touches_engine = any(edit.module == "ThrumEngine" for edit in entry.edits)
        model = "" if not touches_engine else ", by the model too" if not bench.run([MODEL])[1] else ", not by the model"
        return "caught: " + " ".join(entry.rows) + model
    finally:
        bench.git("checkout", "-q", "--force", ".")


if __name__ == "__main__":
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "check":
        sys.exit(0 if check() else 1)
    if command == "list":
        print("\n".join(unbroken_rows()))
    elif command == "run":
        sys.exit(0 if run(sys.argv[2:]) else 1)
    else:
        sys.exit(__doc__)
