#!/usr/bin/env python3
"""Counts what `thrum feel` says about the patterns in folders, and what its cures do to them.

    feel-survey.py THRUM FOLDER...

Prints, for each motor, the share of each verdict and of findings, then the files with an event that is not felt on the
phone. Applies `--fix` for the phone, a coin motor and an eccentric motor: fails if a cure changes the order of two
events' strengths, or a second run changes anything.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

MOTORS = ["iphone-taptic", "watch-taptic", "coin-lra-175", "coin-lra-235", "erm-coin", "dualsense-vca"]
CURED = ["iphone-taptic", "coin-lra-175", "erm-coin"]


def run(*arguments):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True)


def survey(thrum, files):
    counts = {motor: collections.Counter() for motor in MOTORS}
    findings, lost, weak = collections.Counter(), collections.Counter(), []
    for file in files:
        result = run(thrum, "feel", file, "--json", "--on", ",".join(MOTORS))
        if result.returncode > 1:
            print(f"unreadable: {file}")
            continue
        for motor in json.loads(result.stdout)["motors"]:
            name, events = motor["name"], motor["events"]
            counts[name].update(event["verdict"] for event in events)
            findings[name] += sum(event.get("isFinding", False) for event in events)
            lost[name] += sum(event.get("isLost", False) for event in events)
            missing = sum(event["verdict"] == "not-felt" for event in events)
            if name == MOTORS[0] and missing:
                weak.append((file, missing, len(events)))
    for motor in MOTORS:
        total = sum(counts[motor].values()) or 1
        parts = [f"{verdict} {100 * count / total:.1f} %" for verdict, count in counts[motor].most_common()]
        print(f"{motor}: {total} events, {findings[motor]} findings, {lost[motor]} lost: {', '.join(parts)}")
    print(f"{len(weak)} of {len(files)} files have an event that is not felt on the phone:")
    for file, missing, total in weak:
        print(f"  {file}: {missing} of {total}")


def strengths(text):
    """Intensity of each haptic event."""
    entries = [entry["Event"] for entry in json.loads(text)["Pattern"] if "Event" in entry]
    return [
        next((float(p["ParameterValue"]) for p in event.get("EventParameters", [])
              if p["ParameterID"] == "HapticIntensity"), 1.0)
        for event in entries if event["EventType"].startswith("Haptic")
    ]


def order_changes(before, after):
    """Number of neighbours in the order of strengths that swap."""
    pairs = sorted(zip(before, after))
    highest, changes = -1.0, 0
    for place, (old, new) in enumerate(pairs):
        weaker = [value for other, value in pairs[:place] if other < old]
        highest = max(weaker, default=-1.0) if len(pairs) < 500 else max(highest, pairs[place - 1][1] if place else -1)
        changes += new < highest - 1e-9
    return changes


def cures(thrum, files):
    bad = 0
    for motor in CURED:
        changed = swapped = again = 0
        for file in files:
            if not file.name.endswith(".ahap"):
                continue
            with tempfile.TemporaryDirectory() as folder:
                once, twice = pathlib.Path(folder, "once.ahap"), pathlib.Path(folder, "twice.ahap")
                if run(thrum, "feel", file, "--on", motor, "--fix", "-o", once).returncode > 1:
                    continue
                run(thrum, "feel", once, "--on", motor, "--fix", "-o", twice)
                changed += once.read_bytes() != file.read_bytes()
                if once.read_bytes() != twice.read_bytes():
                    again += 1
                    print(f"  a second run changes {file}")
                try:
                    before, after = strengths(file.read_text()), strengths(once.read_text())
                except (ValueError, KeyError, TypeError):
                    continue
                if order_changes(before, after):
                    swapped += 1
                    print(f"  the order of strengths changes in {file}")
        print(f"--fix for {motor}: {changed} files changed, {swapped} in another order, {again} changed twice")
        bad += swapped + again
    return bad


def main():
    thrum, folders = sys.argv[1], sys.argv[2:]
    files = sorted({file for folder in folders for file in pathlib.Path(folder).rglob("*.ahap")})
    survey(thrum, files)
    return 1 if cures(thrum, files) else 0


if __name__ == "__main__":
    sys.exit(main())
