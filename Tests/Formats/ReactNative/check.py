#!/usr/bin/env python3
"""Converts patterns for React Native and checks the modules against what its packages take.

- react-native-haptic-feedback 3.0.0: `playHaptic(file, events)` plays a file of the app's bundle on iPhones and events on
  Android, where each is a step of a waveform of `round(255 * intensity)`, at least 1, after a pause.
- React Native's `Vibration.vibrate` takes milliseconds, alternately off and on, on Android.

`tsc` checks the module with the package's types, and its values come from node.

    check.py THRUM PATTERN-OR-FOLDER…
"""
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from independent import fault  # noqa: E402
from packages import main, same_ahap, same_pulses, waveform  # noqa: E402

TYPES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "types.d.ts")
USE = """
import value from "./{0}";
import {{ playHaptic }} from "react-native-haptic-feedback";
const vibrate = (pattern: number[]) => pattern;
vibrate(value.offOn);
void playHaptic(value.file, value.events);
"""


def compiled(folder, stem):
    """The module's value, after `tsc` has checked it. Faults of the types are a text."""
    shutil.copy(TYPES, os.path.join(folder, "types.d.ts"))
    with open(os.path.join(folder, "use.ts"), "w") as file:
        file.write(USE.format(stem))
    done = subprocess.run(
        ["tsc", "--strict", "--noEmitOnError", "--target", "es2020", "--module", "commonjs", "types.d.ts", "use.ts"],
        cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stdout
    shown = subprocess.run(
        ["node", "-e", f"console.log(JSON.stringify(require('./{stem}.js').default))"], cwd=folder, capture_output=True,
        text=True)
    return json.loads(shown.stdout) if shown.returncode == 0 else shown.stderr


def android(events):
    """The waveform that the package makes of events: milliseconds and strengths."""
    timings, strengths, end = [], [], 0
    for event in sorted(events, key=lambda one: one["time"]):
        timings += [max(0, event["time"] - end), event["duration"]]
        strengths += [0, max(1, min(255, round(event["intensity"] * 255)))]
        end = event["time"] + event["duration"]
    return timings, strengths


def steps(timings, strengths):
    """The strength in each millisecond, without a pause at the end."""
    found = [strength for length, strength in zip(timings, strengths) for _ in range(length)]
    while found and not found[-1]:
        found.pop()
    return found


def check(thrum, path, folder, text, said):
    name = os.path.basename(path)
    value = compiled(folder, name.removesuffix(".ahap"))
    if isinstance(value, str):
        return fault(name, value[:400])
    if list(value) != ["file", "ahap", "events", "offOn"] or value["file"] != name:
        return fault(name, f"the members {list(value)} for {value.get('file')}")
    same_ahap(name, path, json.dumps(value["ahap"]))
    for event in value["events"]:
        if set(event) != {"time", "type", "duration", "intensity"} or event["type"] != "continuous":
            fault(name, f"an event {event}")
        if type(event["time"]) is not int or type(event["duration"]) is not int or event["duration"] <= 0:
            fault(name, f"the times of {event}")
        if not 0 < event["intensity"] <= 1:
            fault(name, f"the intensity of {event}")
    if steps(*android(value["events"])) != steps(*waveform(thrum, path, folder)):
        fault(name, "Android plays something else than the waveform that Thrum writes")
    same_pulses(name, thrum, path, value["offOn"], False)
    return None


sys.exit(main("react-native", ".ts", [], check, sentences=2))
