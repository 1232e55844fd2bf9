#!/usr/bin/env python3
"""Scores meters of vibration strength on published experiments, and on public ratings in FOLDER, with converters.

Usage: bench.py THRUM BENCHMARKS [FOLDER]
"""
import os
import sys
import tempfile

import converters
import meters
import published
import ratings

WHERE = """No DATA=FOLDER: ratings and converters are left out. Put one or both into a folder, at any depth:
  HapticGen (CC BY-NC 4.0, 361 MB): github.com/HapticGen/hapticgen-dataset
  VibViz (CC BY 4.0): github.com/hastiseifi/VibViz-Dataset, with viblib.zip unpacked"""


def print_table(names, rows):
    rows = [names, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    print()
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    thrum, benchmarks = map(os.path.abspath, sys.argv[1:3])
    bench = meters.Meters(benchmarks)
    with tempfile.TemporaryDirectory() as scratch:
        published.report(bench, scratch, print_table)
        if len(sys.argv) == 3:
            print(WHERE)
            return
        if not os.path.isdir(sys.argv[3]):
            sys.exit(f"felt-bench: {sys.argv[3]}: no such folder")
        ratings.report_votes(bench, sys.argv[3], print_table)
        ratings.report_energy(bench, sys.argv[3], print_table)
        converters.report(bench, thrum, sys.argv[3], scratch, print_table)


if __name__ == "__main__":
    main()
