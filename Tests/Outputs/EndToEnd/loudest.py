#!/usr/bin/env python3
"""Checks that a recording ends loud. Usage: loudest.py RECORDING.wav SECONDS LEAST   (float, two channels, 48 kHz)"""

import array
import sys

path, seconds, least = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
data = open(path, "rb").read()
samples = array.array("f")
samples.frombytes(data[-int(seconds * 48_000) * 8:])
loudest = max(map(abs, samples), default=0)
print(f"the last {seconds} s: {loudest:.4f}")
sys.exit(loudest < least)
