#!/usr/bin/env python3
"""Converts patterns for Flutter and checks the libraries against what its packages take.

- gaimon 1.4.2: `patternFromData(String)` takes AHAP text on iPhones, and `patternFromWaveForm(List<int> timings,
  List<int> amplitudes, bool repeat)` the lists of Android's `createWaveform`.
- vibration 3.1.8: `vibrate(pattern: List<int>, intensities: List<int>)`, the same lists; without intensities, Android
  reads the pattern as alternately off and on.

Android takes lists of equal length, strengths from 0 to 255, and at least one duration above 0.

    check.py THRUM PATTERN-OR-FOLDER…
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from independent import fault  # noqa: E402
from packages import main, same_ahap, same_pulses, waveform  # noqa: E402

CLASS = re.compile(
    r"(?://.*\n)+\nabstract final class ([A-Z][A-Za-z0-9]*) \{\n((?:.*\n)*)\}\n")
TEXT = re.compile(r"  static const String ahap = r'''((?:(?!''').|\n)*)''';")
LIST = re.compile(r"  static const List<int> (\w+) = \[\s*((?:\d+, ?\s*)*(?:\d+,?)?\s*)\];")


def check(thrum, path, folder, text, said):
    name = os.path.basename(path)
    found = CLASS.fullmatch(text)
    if not found:
        return fault(name, "is not one class")
    body = found[2]
    ahap, lists = TEXT.findall(body), {key: [int(one) for one in re.findall(r"\d+", values)]
                                       for key, values in LIST.findall(body)}
    # Nothing else is in the class.
    rest = LIST.sub("", TEXT.sub("", body))
    rest = [line for line in rest.splitlines() if line.strip() and not line.startswith("  ///")]
    if len(ahap) != 1 or list(lists) != ["timings", "amplitudes", "offOn"] or rest:
        return fault(name, f"the members {list(lists)} and {rest}")
    same_ahap(name, path, ahap[0])
    timings, strengths = lists["timings"], lists["amplitudes"]
    if len(timings) != len(strengths) or not any(timings) or not all(0 <= one <= 255 for one in strengths):
        fault(name, f"{len(timings)} durations and {len(strengths)} strengths up to {max(strengths)}")
    if (timings, strengths) != waveform(thrum, path, folder):
        fault(name, "is not the waveform that Thrum writes")
    same_pulses(name, thrum, path, lists["offOn"], False)
    return None


sys.exit(main("flutter", ".dart", [], check, sentences=2))
