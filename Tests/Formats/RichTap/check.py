#!/usr/bin/env python3
"""Converts patterns to RichTap's .he files and checks them against the published rules.

The rules are those of “HE HapticJsonSchema V1” and of RichTap's decoder, both in openharmony/sensors_miscdevice. None of
them come from Thrum. The schema makes a curve's intensity a whole percentage; the decoder, whose author makes RichTap,
reads a factor from 0 to 1, as this check does.

    check.py THRUM PATTERN-OR-FOLDER…
"""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from independent import fault, main  # noqa: E402


def whole(name, value, least, most, what):
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        fault(name, f"{what} is {value!r}")


def check_curve(name, curve, duration):
    if not 4 <= len(curve) <= 16:
        fault(name, f"a curve of {len(curve)} points")
    last = -1
    for point in curve:
        whole(name, point["Time"], last + 1, duration, "the time of a point")
        last = point["Time"]
        whole(name, point["Frequency"], -100, 100, "the frequency of a point")
        if not 0 <= point["Intensity"] <= 1:
            fault(name, f"the intensity of a point is {point['Intensity']}")
    if curve[0]["Time"] != 0 or curve[0]["Intensity"] != 0:
        fault(name, f"a curve starts with {curve[0]}")
    if curve[-1]["Time"] != duration or curve[-1]["Intensity"] != 0:
        fault(name, f"a curve of {duration} ms ends with {curve[-1]}")


def check(name, text):
    data = json.loads(text)
    version = data["Metadata"]["Version"]
    if version not in (1, 2) or isinstance(version, float):
        fault(name, f"version {version!r}")
    # Version 2 has lists of events, each with a start.
    lists = data["PatternList"] if version == 2 else [{"AbsoluteTime": 0, "Pattern": data["Pattern"]}]
    taps, start = [], 0
    for part in lists:
        whole(name, part["AbsoluteTime"], start, 10**9, "AbsoluteTime")
        start = part["AbsoluteTime"]
        if not 1 <= len(part["Pattern"]) <= 16:
            fault(name, f"{len(part['Pattern'])} events in a list")
        check_events(name, part["Pattern"], start, taps)
    return taps


def check_events(name, entries, start, taps):
    before = 0
    for entry in entries:
        event = entry["Event"]
        whole(name, event["RelativeTime"], before, 10**9, "RelativeTime")
        before = event["RelativeTime"]
        parameters = event["Parameters"]
        whole(name, parameters["Intensity"], 1, 100, "Intensity")
        if event["Type"] == "transient":
            whole(name, parameters["Frequency"], -50, 150, "Frequency")
            taps.append((start + event["RelativeTime"], parameters["Intensity"] / 100))
            continue
        if event["Type"] != "continuous":
            fault(name, f"the type {event['Type']!r}")
        whole(name, parameters["Frequency"], 0, 100, "Frequency")
        whole(name, event["Duration"], 1, 5000, "Duration")
        check_curve(name, parameters["Curve"], event["Duration"])


code = main(".he", [], check, bounded="at most 4096 events")
sys.exit(main(".he", ["--to", "he-1"], check, bounded="at most 16 events") or code)
