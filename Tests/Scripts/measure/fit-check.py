#!/usr/bin/env python3
"""Checks `thrum fit` with every preset, on the preset's own rendering as a microphone would record it.

Usage: fit-check.py THRUM

The rendering is made at 44.1 and 48 kHz, delayed by an odd time, attenuated, inverted, and with white noise 30 dB
below it.
"""
import array
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

BOUNDS = {"f0 %": 2, "Q %": 10, "cents": 10, "exponent": 0.05}


def samples(path):
    """The samples of a mono float WAV written by Thrum."""
    data = open(path, "rb").read()
    return array.array("f", data[data.index(b"data") + 8:])


def record(values, rate, path, seed):
    """Writes the values as a WAV, as they would be recorded."""
    noise = random.Random(seed)
    sigma = math.sqrt(sum(value * value for value in values) / len(values)) * 10 ** (-30 / 20)
    quiet = [0.0] * noise.randrange(1000, 30000)
    heard = array.array("f", (-0.013 * (value + noise.gauss(0, sigma)) for value in [*quiet, *values, *quiet]))
    body = heard.tobytes()
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(body), b"WAVE", b"fmt ", 16, 3, 1, rate, 4 * rate, 4, 32,
                         b"data", len(body))
    with open(path, "wb") as file:
        file.write(header + body)


def main():
    thrum = os.path.abspath(sys.argv[1])

    def run(*arguments):
        return subprocess.run([thrum, *arguments], check=True, capture_output=True, text=True).stdout

    failed = False
    presets = json.loads(run("actuators", "--json"))["actuators"]
    print(f"{'preset':<14} {'Hz':>6} " + " ".join(f"{name:>9}" for name in BOUNDS) + "  of the taps explained")
    with tempfile.TemporaryDirectory() as folder:
        pattern, wave = os.path.join(folder, "test.ahap"), os.path.join(folder, "sound.wav")
        run("fit", "--pattern", pattern)
        for preset in presets:
            for rate in (44100, 48000):
                run("render", pattern, "-o", wave, "--signal", "acceleration", "--actuator", preset["name"],
                    "--sample-rate", str(rate))
                record(samples(wave), rate, wave, f"{preset['name']} {rate}")
                fit = json.loads(run("fit", wave, "--json"))
                turns = "quality" not in fit
                misses = {
                    "f0 %": 100 * abs(fit["resonanceHertz"]["value"] / preset["resonanceHertz"] - 1),
                    "Q %": 0 if turns else 100 * abs(fit["quality"]["value"] / preset["quality"] - 1),
                    # The speed of an eccentric motor does not depend on sharpness.
                    "cents": 0 if turns else max(abs(1200 * math.log2(fit["lowestHertz"] / 80)),
                                                 abs(1200 * math.log2(fit["highestHertz"] / 230))),
                    "exponent": abs(fit["intensityExponent"]["value"] - (4 if turns else 2)),
                }
                wrong = [name for name, miss in misses.items() if miss > BOUNDS[name]]
                for name in ["resonanceHertz"] + ([] if turns else ["quality"]):
                    if abs(fit[name]["value"] - preset[name]) > fit[name]["range"]:
                        wrong.append(f"{name} is {fit[name]['value']:.3f} ± {fit[name]['range']:.3f}")
                failed = failed or bool(wrong)
                print(f"{preset['name']:<14} {rate:>6} " + " ".join(f"{miss:>9.3f}" for miss in misses.values())
                      + (f"  {fit['tapsExplained']:.4f}" if not turns else "  -") + (f"  FAIL: {wrong}" if wrong else ""))
    print("bounds".ljust(21) + " ".join(f"{bound:>9}" for bound in BOUNDS.values()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
