"""Converts patterns with Thrum for the checks in these folders, which know each format from its published rules only.

A check calls `main` with a function that judges one written file and returns its taps, as pairs of milliseconds and
intensities from 0 to 1.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

faults = []


def fault(name, text):
    faults.append(f"{name}: {text}")


def run(thrum, *arguments):
    return subprocess.run([thrum, *arguments], capture_output=True, text=True, errors="replace")


def converted(name, thrum, path, out, arguments):
    """How Thrum wrote the pattern; `None` if it refused it in one line: a broken file, or one without haptics."""
    result = run(thrum, "convert", path, out, *arguments)
    if result.returncode == 0:
        return result
    if result.returncode != 65 or not result.stderr.strip():
        fault(name, f"ended with {result.returncode}: {result.stderr[-200:]}")
    return None


def patterns(arguments):
    """The AHAP files among the arguments, and below folders."""
    for path in arguments:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".ahap"))


def taps(path):
    """Milliseconds and intensities of a pattern's transients; `None` if curves or parameters change them."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            entries = json.load(file).get("Pattern", [])
    except ValueError:
        return None
    found = []
    for entry in entries:
        if "ParameterCurve" in entry or "Parameter" in entry:
            return None
        event = entry.get("Event", {})
        values = {p["ParameterID"]: p["ParameterValue"] for p in event.get("EventParameters", [])}
        if event.get("EventType") == "HapticTransient" and "HapticIntensity" in values:
            found.append((max(0, event.get("Time", 0)) * 1000, min(1, max(0, values["HapticIntensity"]))))
    return sorted(found)


def compare(name, original, written):
    for time, intensity in original:
        if intensity >= 0.01 and not any(
                abs(time - other) <= 1 and abs(intensity - strength) <= 0.011 for other, strength in written):
            fault(name, f"no transient at {time:.1f} ms with intensity {intensity:.3f}")


class Felt:
    """Adds up the sentences about what can be felt."""
    PARTS = [("no longer felt", r"(\d+) no longer felt"), ("weaker", r"(\d+) weaker by up to \d+ dB"),
             ("stronger", r"(\d+) stronger by up to \d+ dB"), ("shorter", r"(\d+) shorter by up to \d+ ms"),
             ("longer", r"(\d+) longer by up to \d+ ms")]

    def __init__(self):
        self.unchanged, self.events, self.counts = 0, 0, collections.Counter()

    def add(self, name, said):
        form = ": on .*(felt events?: |no noticeable|all events are as strong)"
        lines = [line for line in said.splitlines() if re.search(form, line)]
        if len(lines) != 1:
            return fault(name, f"{len(lines)} sentences about the feel")
        if "no noticeable change" in lines[0] or "all events are as strong" in lines[0]:
            self.unchanged += 1
            return None
        self.events += int(re.search(r", of (\d+) felt events?: ", lines[0]).group(1))
        for word, form in self.PARTS:
            match = re.search(form, lines[0])
            if match:
                self.counts[word] += int(match.group(1))
        return None

    def __str__(self):
        counts = ", ".join(f"{self.counts[word]} {word}" for word, _ in self.PARTS if self.counts[word])
        return f"{self.unchanged} feel the same; in the others, of {self.events} events: {counts or 'none changed'}"


def main(ending, arguments, check, bounded):
    """Checks every pattern. `bounded` is a word in the sentence of a loss that stands for changed transients."""
    thrum, files = sys.argv[1], list(patterns(sys.argv[2:]))
    felt, written, refused = Felt(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            name = os.path.basename(path)
            out = os.path.join(folder, "out" + ending)
            result = converted(name, thrum, path, out, arguments)
            if result is None:
                refused += 1
                continue
            written += 1
            felt.add(name, result.stderr)
            with open(out, "rb") as file:
                found = check(name, file.read())
            original = taps(path)
            if original is not None and bounded not in result.stderr:
                compare(name, original, found)
            # Reading it and writing it again changes nothing.
            again = os.path.join(folder, "again" + ending)
            back = run(thrum, "convert", out, again, *arguments)
            if back.returncode != 0 or open(again, "rb").read() != open(out, "rb").read():
                fault(name, f"changes when it is read and written: {back.stderr[-200:]}")
    for text in faults[:40]:
        print(text)
    print(f"{ending}: {written} of {len(files)} patterns written, {refused} refused in a sentence; {felt}; "
          f"{len(faults)} faults")
    return 1 if faults or not written else 0
