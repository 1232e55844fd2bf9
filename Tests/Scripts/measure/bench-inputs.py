#!/usr/bin/env python3
"""Writes the benchmark patterns: long ones, dense ones, and one of 50 MB to read. The same bytes on every machine.

Usage: bench-inputs.py FOLDER
"""
import json
import random
import sys
from pathlib import Path


def event(kind, time, intensity, sharpness, duration=None):
    parameters = [("HapticIntensity", intensity), ("HapticSharpness", sharpness)]
    members = {"Time": round(time, 5), "EventType": kind}
    if duration is not None:
        members["EventDuration"] = duration
    members["EventParameters"] = [{"ParameterID": name, "ParameterValue": round(value, 3)} for name, value in parameters]
    return {"Event": members}


def tap(time, chance):
    return event("HapticTransient", time, chance.uniform(0.2, 1), chance.random())


def curve(control, time, values):
    """Points 1/15 s apart."""
    points = [{"Time": round(index / 15, 3), "ParameterValue": round(value, 3)} for index, value in enumerate(values)]
    return {"ParameterCurve": {"ParameterID": control, "Time": time, "ParameterCurveControlPoints": points}}


def curves(seconds, chance):
    """A buzz with shorter ones and taps over it, whose intensity and sharpness always change."""
    yield event("HapticContinuous", 0, 0.8, 0.4, float(seconds))
    for second in range(seconds):
        yield event("HapticContinuous", second + 0.1, chance.uniform(0.2, 1), chance.random(), 0.8)
        yield tap(second + 0.25, chance)
        yield tap(second + 0.75, chance)
    for control, low, high in [("HapticIntensityControl", 0, 1), ("HapticSharpnessControl", -0.5, 0.5)]:
        end = chance.uniform(low, high)
        for second in range(seconds):
            values = [end] + [chance.uniform(low, high) for _ in range(15)]
            end = values[-1]
            yield curve(control, float(second), values)


def scale(count, seconds, chance):
    """Taps, evenly spaced except for a small random shift."""
    for index in range(count):
        yield tap((index + 0.5 * chance.random()) * (seconds - 0.1) / count, chance)


def everything(seconds, chance):
    """The contents of a long pattern made by a person, second by second."""
    for second in range(seconds):
        for _ in range(8):
            yield tap(second + 0.9 * chance.random(), chance)
        yield event("HapticContinuous", second, chance.random(), chance.random(), 0.8)
        yield curve("HapticIntensityControl", float(second), [chance.random() for _ in range(16)])
        jump = {"ParameterID": "HapticSharpnessControl", "Time": second, "ParameterValue": round(chance.uniform(-1, 1), 3)}
        yield {"Parameter": jump}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    patterns = {
        "transients_100_10s": scale(100, 10, random.Random(1)),
        "curves_30s": curves(30, random.Random(2)),
        "parse_50mb": everything(18_900, random.Random(3)),
    }
    for count in (100, 1_000, 10_000, 100_000):
        patterns[f"scale_{count}_600s"] = scale(count, 600, random.Random(count))
    for name, entries in patterns.items():
        document = {"Version": 1.0, "Pattern": list(entries)}
        (folder / f"{name}.ahap").write_text(json.dumps(document, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
