#!/usr/bin/env python3
"""Converts patterns to OpenHarmony's custom vibrations and checks the files against the published rules.

The rules are those of `vibrator-guidelines.md` in openharmony/docs and of the decoder in openharmony/sensors_miscdevice.
None of them come from Thrum.

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


def members(name, value, required, optional, what):
    if not isinstance(value, dict) or not set(required) <= set(value) <= set(required) | set(optional):
        fault(name, f"{what} has the members {sorted(value)}")


def check_curve(name, curve, duration):
    if not 4 <= len(curve) <= 16:
        fault(name, f"a curve of {len(curve)} points")
    for point in curve:
        members(name, point, ["Time", "Intensity", "Frequency"], [], "a point")
        whole(name, point["Time"], 0, duration, "the time of a point")
        whole(name, point["Frequency"], -100, 100, "the frequency of a point")
        if not 0 <= point["Intensity"] <= 1:
            fault(name, f"the intensity of a point is {point['Intensity']}")
    times = [point["Time"] for point in curve]
    # The decoder sorts points by time, so equal times would have no order.
    if times != sorted(set(times)):
        fault(name, f"the times of a curve are {times}")


def check(name, text):
    if len(text) > 64 * 1024:
        fault(name, f"{len(text)} bytes")
    data = json.loads(text)
    members(name, data, ["MetaData", "Channels"], [], "the file")
    members(name, data["MetaData"], ["Version", "ChannelNumber"], ["Create", "Description"], "MetaData")
    if data["MetaData"]["Version"] != 1.0 or data["MetaData"]["ChannelNumber"] != len(data["Channels"]) != 0:
        fault(name, f"the head is {data['MetaData']}")
    taps = []
    for channel in data["Channels"]:
        members(name, channel, ["Parameters", "Pattern"], [], "a channel")
        whole(name, channel["Parameters"]["Index"], 0, 2, "Index")
        if not 1 <= len(channel["Pattern"]) <= 128:
            fault(name, f"{len(channel['Pattern'])} events")
        for entry in channel["Pattern"]:
            members(name, entry, ["Event"], [], "an entry")
            event = entry["Event"]
            is_tap = event.get("Type") == "transient"
            if not is_tap and event.get("Type") != "continuous":
                fault(name, f"the type {event.get('Type')!r}")
            members(name, event, ["Type", "StartTime", "Parameters"] + ([] if is_tap else ["Duration"]), [], "an event")
            whole(name, event["StartTime"], 0, 1_800_000, "StartTime")
            parameters = event["Parameters"]
            members(name, parameters, ["Intensity", "Frequency"], [] if is_tap else ["Curve"], "Parameters")
            whole(name, parameters["Intensity"], 1, 100, "Intensity")
            whole(name, parameters["Frequency"], 0, 100, "Frequency")
            if is_tap:
                taps.append((event["StartTime"], parameters["Intensity"] / 100))
            else:
                whole(name, event["Duration"], 1, 5000, "Duration")
                if "Curve" in parameters:
                    check_curve(name, parameters["Curve"], event["Duration"])
    return taps


sys.exit(main(".json", ["--to", "openharmony"], check, bounded="at most 128"))
