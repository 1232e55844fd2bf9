#!/usr/bin/env python3
"""Prints how near pulse trains come to our patterns on motors without strengths, beside “on while an event plays”.

Usage: Tests/Scripts/measure/pulses.py THRUM [FILE...]

The numbers are in Docs/Feel.md. Fails if a searched train is further from its pattern than the plain one.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path


def report(thrum, path):
    answer = subprocess.run([thrum, "feel", path, "--pulses", "--json"], check=True, capture_output=True)
    return json.loads(answer.stdout)


def main():
    thrum, *paths = sys.argv[1:]
    paths = paths or sorted(Path(__file__).parents[3].glob("Patterns/*.ahap"))
    found, worse = {}, []
    for path in paths:
        cells = []
        for motor in report(thrum, path)["motors"]:
            pair = [motor[key]["rmsDecibels"] for key in ("difference", "naiveDifference")]
            found.setdefault(motor["name"], []).append((*pair, motor))
            cells.append(f"{pair[0]:5.1f} {pair[1]:5.1f}")
            if pair[0] > pair[1] + 1e-9:
                worse.append(f"{path} on {motor['name']}")
        print(f"{Path(path).name:32}" + "   ".join(cells))
    print("\nmotor          pulse  gap   median  worst   plain: median  worst   onsets kept")
    for name, rows in found.items():
        searched, plain = [[row[place] for row in rows] for place in (0, 1)]
        motor = rows[0][2]
        kept, onsets = [sum(row[2][key] for row in rows) for key in ("keptOnsets", "onsets")]
        print(f"{name:14} {motor['shortestPulseMilliseconds']:2} ms  {motor['shortestGapMilliseconds']:2} ms"
              f"  {statistics.median(searched):4.1f} dB {max(searched):4.1f} dB"
              f"   {statistics.median(plain):10.1f} dB {max(plain):4.1f} dB   {kept} of {onsets}")
    if worse:
        sys.exit("further from the pattern than “on while an event plays”: " + ", ".join(worse))


main()
