#!/usr/bin/env python3
"""Converts patterns for `navigator.vibrate` and checks the durations against published rules.

The Vibration API (W3C Recommendation of 2016, 2nd edition) takes a list of whole numbers, alternately on and off, and
drops a pause at its end. Chromium plays at most 99 of them, each of at most 10,000 ms
(`third_party/blink/renderer/modules/vibration/vibration_controller.cc`). `trigger` of web-haptics 0.0.6 takes the same
list. node imports the module, and Thrum reads the JSON back.

    check.py THRUM PATTERN-OR-FOLDER…
"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from independent import fault, run  # noqa: E402
from packages import main, searched, times  # noqa: E402

MOST, LONGEST = 99, 10_000


def check(thrum, path, folder, text, said):
    name = os.path.basename(path)
    data = json.loads(text)
    if list(data) != ["vibrate"]:
        return fault(name, f"the members {sorted(data)}")
    durations = data["vibrate"]
    pulses = times(name, durations, True)
    if len(durations) > MOST or max(durations) > LONGEST:
        fault(name, f"{len(durations)} durations, the longest of {max(durations)} ms")
    wanted = searched(thrum, path)
    if f"browsers play {MOST} durations" in said:
        wanted = wanted[:len(pulses)]
    if pulses != wanted:
        fault(name, f"on at {pulses}, but `thrum feel --pulses` says {wanted}")
    # Thrum reads it back as the same times.
    back = os.path.join(folder, "back.json")
    source = os.path.join(folder, name.removesuffix(".ahap") + ".json")
    if run(thrum, "convert", source, back, "--to", "waveform").returncode != 0:
        return fault(name, "cannot be read back")
    with open(back) as file:
        waveform = json.load(file)
    time, found = 0, []
    for length, strength in zip(waveform["timings"], waveform["amplitudes"]):
        if strength and length:
            found = found[:-1] + [(found[-1][0], time + length)] if found and found[-1][1] == time \
                else found + [(time, time + length)]
        time += length
    if [start for start, _ in found] != [start for start, _ in pulses]:
        fault(name, f"is read back as {found}, not {pulses}")
    # The module has the same list.
    module = os.path.join(folder, "module.mjs")
    script = os.path.join(folder, "pattern.js")
    if run(thrum, "convert", path, script).returncode != 0:
        return fault(name, "is not written as a module")
    os.replace(script, module)
    shown = subprocess.run(
        ["node", "--input-type=module", "-e",
         f"import list, * as all from {json.dumps(module)}; console.log(JSON.stringify([list, Object.keys(all)]))"],
        capture_output=True, text=True)
    if shown.returncode != 0 or json.loads(shown.stdout) != [durations, ["default", "pattern"]]:
        fault(name, f"the module is {shown.stdout}{shown.stderr[-300:]}")
    return None


sys.exit(main("web", ".json", ["--to", "web"], check, sentences=1))
