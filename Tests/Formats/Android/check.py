#!/usr/bin/env python3
"""Converts patterns to every Android form and checks the files against Android's published rules.

None of these rules come from Thrum. The grammar is that of vibration XML as AOSP documents it
(core/xsd/vibrator/vibration and the parsers beside it), the limits are those of the platform's reference. This script
reads the written files, compares them with the events in the AHAP file itself, and lets Thrum read them back.

    check.py THRUM PATTERN…
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

KINDS = ["waveform", "envelope", "basic-envelope", "primitives", "timeline"]
PRESETS = {"click", "tick", "low_tick"}
PRIMITIVES = {"click", "thud", "spin", "quick_rise", "slow_rise", "quick_fall", "tick", "low_tick"}
faults = []


def fault(name, text):
    faults.append(f"{name}: {text}")


def run(thrum, *arguments):
    return subprocess.run([thrum, *arguments], capture_output=True, text=True, errors="replace")


# Published grammar

def whole(text, least=0, most=None):
    return re.fullmatch(r"\d+", text) is not None and int(text) >= least and (most is None or int(text) <= most)


def number(text, least, most):
    return re.fullmatch(r"\d+(\.\d+)?(e-?\d+)?", text) is not None and least <= float(text) <= most


ATTRIBUTES = {
    "waveform-entry": ({"durationMs": lambda t: whole(t), "amplitude": lambda t: t == "default" or whole(t, 0, 255)}, set()),
    "primitive-effect": (
        {"name": PRIMITIVES.__contains__, "scale": lambda t: number(t, 0, 1), "delayMs": whole,
         "delayType": {"pause", "relative_start_offset"}.__contains__}, {"scale", "delayMs", "delayType"}),
    "waveform-envelope-effect": ({"initialFrequencyHz": lambda t: number(t, 0.001, 1e5)}, {"initialFrequencyHz"}),
    "basic-envelope-effect": ({"initialSharpness": lambda t: number(t, 0, 1)}, {"initialSharpness"}),
    "waveform-effect": ({}, set()),
    "repeating": ({}, set()),
    "vibration-effect": ({}, set()),
}
POINTS = {
    "waveform-envelope-effect": {"amplitude": lambda t: number(t, 0, 1), "frequencyHz": lambda t: number(t, 0.001, 1e5),
                                 "durationMs": lambda t: whole(t, 1)},
    "basic-envelope-effect": {"intensity": lambda t: number(t, 0, 1), "sharpness": lambda t: number(t, 0, 1),
                              "durationMs": lambda t: whole(t, 1)},
}
CHILDREN = {
    "vibration-effect": [["waveform-effect"], ["waveform-envelope-effect"], ["basic-envelope-effect"], ["primitive-effect+"]],
    "waveform-effect": [["waveform-entry+"], ["waveform-entry*", "repeating"]],
    "repeating": [["waveform-entry+"]],
    "waveform-envelope-effect": [["control-point+"]],
    "basic-envelope-effect": [["control-point+"]],
}


def check_element(name, element, parent=None):
    rules, optional = (POINTS[parent], set()) if element.tag == "control-point" else ATTRIBUTES.get(element.tag, (None, None))
    if rules is None:
        return fault(name, f"<{element.tag}> is unknown")
    for key, value in element.attrib.items():
        if key not in rules or not rules[key](value):
            fault(name, f"<{element.tag} {key}=\"{value}\">")
    for key in set(rules) - optional - set(element.attrib):
        fault(name, f"<{element.tag}> has no {key}")
    if (element.text or "").strip() or (element.tail or "").strip():
        fault(name, "text between tags")
    inside = " ".join(child.tag for child in element)
    if element.tag in CHILDREN:
        forms = []
        for form in CHILDREN[element.tag]:
            parts = []
            for part in form:
                tag = part.rstrip("+*")
                parts.append({"+": f"(?:{tag} ?)+", "*": f"(?:{tag} ?)*"}.get(part[-1], f"{tag} ?"))
            forms.append("".join(parts))
        if not any(re.fullmatch(form, inside) for form in forms):
            fault(name, f"<{element.tag}> holds {inside[:60]!r}")
    elif inside:
        fault(name, f"<{element.tag}> holds {inside}")
    for child in element:
        check_element(name, child, element.tag)


def check_xml(name, path, kind):
    root = ET.parse(path).getroot()
    if root.tag != "vibration-effect":
        fault(name, f"the root is {root.tag}")
    check_element(name, root)
    if kind == "basic-envelope" and float(root[0][-1].attrib["intensity"]) != 0:
        fault(name, "the last intensity is not 0")
    return root


# Platform limits

def check_json(name, data, kind):
    if data["kind"] != kind or data["format"] != "android-vibration" or data["version"] != 1:
        fault(name, "the head is wrong")
    if data["apiLevel"] not in {"waveform": [26], "envelope": [36], "basic-envelope": [36], "primitives": [30, 31, 36],
                                "timeline": [37.2]}[kind]:
        fault(name, f"API level {data['apiLevel']}")
    if kind == "waveform":
        if len(data["timings"]) != len(data["amplitudes"]) or min(data["timings"]) < 1:
            fault(name, "timings")
        if not all(0 <= a <= 255 for a in data["amplitudes"]) or not any(data["amplitudes"]):
            fault(name, "amplitudes")
    for effect in data.get("effects", []):
        points = effect["controlPoints"]
        if not 1 <= len(points) <= 16:
            fault(name, f"{len(points)} points")
        if not all(20 <= p["durationMillis"] <= 1000 for p in points):
            fault(name, f"lengths {sorted({p['durationMillis'] for p in points})[:3]}")
        strength = "amplitude" if kind == "envelope" else "intensity"
        if points[-1][strength] != 0:
            fault(name, "does not end at 0")
        if kind == "envelope" and not all(80 <= p["frequencyHz"] <= 230.1 for p in points):
            fault(name, "a frequency outside the band of sharpness")
    if kind == "timeline":
        check_timeline(name, data["elements"], data["kotlin"])
    if "VibrationEffect" not in data["kotlin"] or data["kotlin"].count("(") != data["kotlin"].count(")"):
        fault(name, "the Kotlin is broken")


def check_timeline(name, elements, kotlin):
    """Elements of VibrationEffect.Builder, which may not overlap. A preset's length is the phone's; 20 ms are assumed."""
    end = 0
    for element in elements:
        start = element["startMillis"]
        if start < end:
            fault(name, f"an element at {start} ms, before the last one ends at {end}")
        if "preset" in element:
            if element["preset"] not in PRESETS or not 0 <= element["scale"] <= 1:
                fault(name, f"the preset {element}")
            end = start + 20
            continue
        points = element["controlPoints"]
        if not 1 <= len(points) <= 16 or not all(20 <= p["durationMillis"] <= 1000 for p in points):
            fault(name, f"an envelope of {[p['durationMillis'] for p in points]}")
        if not all(0 <= p["intensity"] <= 1 and 0 <= p["sharpness"] <= 1 for p in points) or points[-1]["intensity"] != 0:
            fault(name, f"an envelope of {points}")
        end = start + sum(p["durationMillis"] for p in points)
    if kotlin.count(".addPreset(") + kotlin.count(".addEnvelope(") != len(elements):
        fault(name, "the Kotlin has other elements")


# Events of the AHAP file

def events(path):
    """Times in ms and intensities of the unshaped transients. `None` for a pattern with curves or parameters."""
    with open(path, encoding="utf-8-sig") as file:
        try:
            pattern = json.load(file).get("Pattern", [])
        except ValueError:
            return None
    times = []
    for entry in pattern:
        if "ParameterCurve" in entry or "Parameter" in entry:
            return None
        event = entry.get("Event", {})
        if event.get("EventType") != "HapticTransient":
            continue
        values = {p["ParameterID"]: p["ParameterValue"] for p in event.get("EventParameters", [])}
        if "HapticIntensity" not in values:
            continue
        intensity = min(1, max(0, values["HapticIntensity"]))
        if intensity > 0.1:
            times.append((max(0, event.get("Time", 0)) * 1000, intensity))
    return sorted(times)


def strength(data, at):
    """The amplitude of a waveform at a time in ms."""
    time = 0
    for length, amplitude in zip(data["timings"], data["amplitudes"]):
        time += length
        if at < time:
            return amplitude
    return 0


def compare(name, path, kind, data):
    taps = events(path)
    if not taps:
        return
    if kind == "waveform":
        for time, intensity in taps:
            here = strength(data, time + 3)
            if here < 255 * intensity * intensity - 2:
                fault(name, f"the tap at {time:.0f} ms has {here}, not {255 * intensity * intensity:.0f}")
    if kind == "primitives":
        time, made = 0, []
        for primitive in data["primitives"]:
            time += primitive["delayMillis"]
            made.append(time)
        for tap, _ in taps:
            if not any(abs(tap - other) <= 1.5 for other in made):
                fault(name, f"no primitive at {tap:.0f} ms")


def main():
    thrum, patterns = sys.argv[1], sys.argv[2:]
    counts, refused = {kind: 0 for kind in KINDS}, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in patterns:
            for kind in KINDS:
                name = f"{os.path.basename(path)} as {kind}"
                files = {form: os.path.join(folder, "out." + form) for form in ["json", "kt", "xml"]}
                result = run(thrum, "convert", path, files["json"], "--to", kind)
                if result.returncode != 0:
                    # Refused in one line: a broken file, one without haptics, one that needs more points.
                    refused += 1
                    if result.returncode != 65 or not result.stderr.strip():
                        fault(name, f"ended with {result.returncode}: {result.stderr[-200:]}")
                    continue
                counts[kind] += 1
                with open(files["json"]) as file:
                    data = json.load(file)
                check_json(name, data, kind)
                compare(name, path, kind, data)
                if run(thrum, "convert", path, files["kt"], "--to", kind).returncode != 0:
                    fault(name, "no Kotlin")
                made = run(thrum, "convert", path, files["xml"], "--to", kind)
                if made.returncode == 0:
                    check_xml(name, files["xml"], kind)
                elif kind == "timeline":
                    if made.returncode != 64 or "choose waveform" not in made.stderr:
                        fault(name, f"XML: {made.stderr[-200:]}")
                elif len(data.get("effects", [])) < 2 and data.get("effects", [{}])[0].get("startMillis", 0) == 0:
                    fault(name, f"no XML: {made.stderr[-200:]}")
                # Reading it back and writing it again produces the same file.
                for form in ["json"] + (["xml"] if made.returncode == 0 else []):
                    again = os.path.join(folder, "again." + form)
                    back = run(thrum, "convert", files[form], again)
                    if back.returncode != 0:
                        fault(name, f"{form} is not read back: {back.stderr[-200:]}")
                    elif form == "xml" and open(again).read() != open(files[form]).read():
                        fault(name, "the XML changes when it is read and written")
                played = run(thrum, "render", files["json"], "-o", os.path.join(folder, "out.wav"))
                if played.returncode != 0:
                    fault(name, f"is not played: {played.stderr[-200:]}")
    for text in faults[:40]:
        print(text)
    print(f"{len(patterns)} patterns: " + ", ".join(f"{count} as {kind}" for kind, count in counts.items()) +
          f"; {refused} refused in a sentence; {len(faults)} faults")
    return 1 if faults or not all(counts.values()) else 0


sys.exit(main())
