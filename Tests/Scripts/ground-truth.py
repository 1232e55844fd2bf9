#!/usr/bin/env python3
"""Compares `thrum feel` with what people felt on devices: the rows of Tests/GroundTruth/felt.tsv.

    ground-truth.py THRUM            print the table
    ground-truth.py THRUM --check    fail if the table in Docs/Feel.md is another one
    ground-truth.py THRUM --write    put the table into Docs/Feel.md

A row agrees if the level of its strongest event is within the range of what people said. Otherwise the table says by
how much it is off. Rows marked "fitted" were used to choose a number.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Docs/Feel.md"
BEGIN, END = "<!-- ground truth -->\n", "<!-- end of ground truth -->\n"
# Ranges of the level over the threshold, dB.
RANGES = {"not felt": (None, 0), "hardly felt": (-6, 12), "light": (-6, 15), "felt": (6, None)}
EVENT = re.compile(r"(?:([\d.]+) s )?(tap|hold) ([\d.]+)/([\d.]+)(?: (\d+) ms)?$")


def rows():
    for line in (ROOT / "Tests/GroundTruth/felt.tsv").read_text().splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def pattern(design):
    entries = []
    for part in design.split("; "):
        time, kind, intensity, sharpness, length = EVENT.match(part).groups()
        event = {"Time": float(time or 0), "EventType": "HapticTransient" if kind == "tap" else "HapticContinuous",
                 "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": float(intensity)},
                                     {"ParameterID": "HapticSharpness", "ParameterValue": float(sharpness)}]}
        if length:
            event["EventDuration"] = int(length) / 1000
        entries.append({"Event": event})
    return {"Version": 1, "Pattern": entries}


def felt(thrum, design, motor):
    """Level in dB and verdict of the strongest event."""
    with tempfile.NamedTemporaryFile("w", suffix=".ahap") as file:
        json.dump(pattern(design), file)
        file.flush()
        result = subprocess.run([thrum, "feel", file.name, "--on", motor, "--json"], capture_output=True)
    if result.returncode > 1:
        sys.exit(result.stderr.decode())
    events = json.loads(result.stdout)["motors"][0]["events"]
    best = max(events, key=lambda event: event["decibelsOverThreshold"])
    return best["decibelsOverThreshold"], best["verdict"]


def shown(level):
    return f"{level:.0f} dB".replace("-", "−") if round(level) > -60 else "nothing"


def table(thrum):
    lines = ["| source | device | design | people | Thrum | off by | |", "| --- | --- | --- | --- | --- | --- | --- |"]
    counts = {"new": [0, 0], "fitted": [0, 0]}
    for source, device, people, design, motor, use in rows():
        level, verdict = felt(thrum, design, motor)
        least, most = RANGES[people]
        off = level - most if most is not None and level > most else level - least if least is not None and level < least else 0
        counts[use][0] += off == 0
        counts[use][1] += 1
        distance = "" if off == 0 else f"{off:+.0f} dB".replace("-", "−") if level > -60 else "all"
        words = design if design.count("; ") < 2 else design.split("; ")[0] + f", {design.count('; ') + 1} times"
        lines.append(f"| {source} | {device} | {words} | {people} | {shown(level)}, {verdict} | {distance} "
                     f"| {use if use == 'fitted' else ''} |")
    new, fitted = counts["new"], counts["fitted"]
    summary = (f"Of {new[1]} rows that were not used to choose a number, {new[0]} agree; of {fitted[1]} fitted ones, "
               f"{fitted[0]}.")
    return "\n".join([summary, "", *lines, ""])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    found = table(sys.argv[1])
    print(found, end="")
    before, rest = PAGE.read_text().split(BEGIN)
    old, after = rest.split(END)
    if sys.argv[2:] == ["--write"]:
        PAGE.write_text(before + BEGIN + found + END + after)
    elif sys.argv[2:] == ["--check"] and old != found:
        sys.exit("ground-truth.py: Docs/Feel.md has another table: make ground-truth WRITE=1")


main()
