#!/usr/bin/env python3
"""Measures how time and memory of the command grow with the number of events, of seconds, and of files.

usage: bench-growth.py THRUM [--counts 1000,4000,16000,64000] [--limit 60] [--check] [SHAPE…]

Prints one row per shape and command: processor time and peak memory at each count. With --check, fails if a fourfold count
takes more than seven times as long or needs more than six times the memory, above small amounts. Two further tables have
two taps with a pause between them, which must not cost more than sound of that length, and folders of small files.
"""

import argparse
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile

# At less than this, the start of a process and the fixed parts of a result prevail.
LEAST_SECONDS, LEAST_MEGABYTES = 1.0, 200
MOST_TIME, MOST_MEMORY = 7.0, 6.0


def event(at, kind="HapticTransient", intensity=0.5, sharpness=0.5, **more):
    parameters = [{"ParameterID": "HapticIntensity", "ParameterValue": intensity},
                  {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]
    return {"Event": {"Time": at, "EventType": kind, **more, "EventParameters": parameters}}


def hold(at, length, **more):
    return event(at, "HapticContinuous", EventDuration=length, **more)


def curve(control, at, points):
    return {"ParameterCurve": {"ParameterID": control, "Time": at, "ParameterCurveControlPoints": [
        {"Time": time, "ParameterValue": value} for time, value in points]}}


def ahap(make):
    return "ahap", lambda n: json.dumps({"Version": 1, "Pattern": make(n)}, separators=(",", ":")).encode()


def haptic_clip(n):
    """A clip of n points, every third of them with a pulse."""
    amplitudes = [{"time": i * 0.02, "amplitude": (i * 7 % 10) / 20} for i in range(n)]
    for point in amplitudes[::3]:
        point["emphasis"] = {"amplitude": 0.9, "frequency": 0.6}
    return json.dumps({
        "version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {}, "signals": {"continuous": {"envelopes": {
            "amplitude": amplitudes, "frequency": [{"time": 0, "frequency": 0.4}]}}}}).encode()


def rich_tap(n):
    """Continuous events that overlap in pairs; a file has at most 4,096."""
    flat = [{"Time": 0, "Intensity": 0, "Frequency": 0}, {"Time": 5, "Intensity": 1, "Frequency": 0},
            {"Time": 115, "Intensity": 1, "Frequency": 0}, {"Time": 120, "Intensity": 0, "Frequency": 0}]
    events = [{"Event": {"Type": "continuous", "RelativeTime": i * 100, "Duration": 120, "Index": 0, "Parameters": {
        "Intensity": 40 + i % 50, "Frequency": 50, "Curve": flat}}} for i in range(min(n, 4096))]
    lists = [{"AbsoluteTime": 0, "Pattern": events[i:i + 16]} for i in range(0, len(events), 16)]
    return json.dumps({"Metadata": {"Version": 2, "Created": "", "Description": ""}, "PatternList": lists}).encode()


def waveform(n):
    return json.dumps({"timings": [5 + i % 20 for i in range(n)], "amplitudes": [i * 37 % 256 for i in range(n)]}).encode()


def midi(n):
    """Notes that overlap and rise."""
    def number(value):
        out = [value & 127]
        while value > 127:
            value >>= 7
            out.append(value & 127 | 128)
        return bytes(reversed(out))
    body = b"".join(number(10) + bytes([0x90, 36 + i % 60, 1 + i % 127]) + number(20) + bytes([0x80, 36 + (i - 2) % 60, 0])
                    for i in range(n)) + b"\0\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(body)) + body


def growing(n):
    return [(i * 30 / n, 0.5 + (-1) ** i * 0.5 * i / n) for i in range(n)]


long_hold = hold(0, 30)
SHAPES = {
    "taps-together": ahap(lambda n: [event(0, intensity=(i % 100) / 100) for i in range(n)]),
    "taps-1ms": ahap(lambda n: [event(i * 0.001) for i in range(n)]),
    "taps-25ms": ahap(lambda n: [event(i * 0.025) for i in range(n)]),
    "holds-overlap": ahap(lambda n: [hold(i * 0.001, 30) for i in range(n)]),
    "holds-released": ahap(lambda n: [
        {"Event": {**hold(i * 0.001, 5, sharpness=i % 97 / 97)["Event"], "EventParameters": [
            {"ParameterID": "AttackTime", "ParameterValue": 0.5}, {"ParameterID": "ReleaseTime", "ParameterValue": 0.5},
            {"ParameterID": "HapticIntensity", "ParameterValue": i % 89 / 89}]}} for i in range(n)]),
    "holds-together": ahap(lambda n: [hold(0, 1 + i * 0.0001, sharpness=i % 97 / 97) for i in range(n)]),
    "holds-apart": ahap(lambda n: [hold(i * 0.05, 0.04) for i in range(n)]),
    "holds-crowded": ahap(lambda n: [hold(12.0 * i / n, 0.04) for i in range(n)]),
    "curves-overlap": ahap(lambda n: [long_hold] + [
        curve("HapticIntensityControl", i * 0.001, [(0, 0), (20, 1)]) for i in range(n)]),
    "curves-own": ahap(lambda n: [x for i in range(n) for x in (
        hold(i * 0.05, 0.04), curve("HapticIntensityControl", i * 0.05, [(0, 1), (0.02, 0.2), (0.04, 0.8)]))]),
    "curve-zigzag": ahap(lambda n: [long_hold, curve(
        "HapticIntensityControl", 0, [(i * 30 / n, i % 2) for i in range(n)])]),
    "curve-growing": ahap(lambda n: [long_hold, curve("HapticIntensityControl", 0, growing(n))]),
    "parameters": ahap(lambda n: [long_hold] + [{"Parameter": {
        "ParameterID": "HapticIntensityControl", "Time": i * 30 / n, "ParameterValue": i % 2}} for i in range(n)]),
    "mixed": ahap(lambda n: [hold(i * 0.01, 1) if i % 2 else curve(
        "HapticSharpnessControl", i * 0.01, [(0, 0), (5, 1)]) for i in range(n)]),
    "taps-in-holds": ahap(lambda n: [hold(i * 0.01, 1) if i % 2 else event(i * 0.01) for i in range(n)]),
    "tones": ahap(lambda n: [event(i * 0.001, "AudioContinuous", EventDuration=30) for i in range(n)]),
    "tones-overlap": ahap(lambda n: [event(i * 0.01, "AudioContinuous", EventDuration=2) for i in range(n)]),
    "sounds": ahap(lambda n: [event(i * 0.01, "AudioCustom", EventWaveformPath="x%d.wav" % i) for i in range(n)]),
    "clip": ("haptic", haptic_clip),
    "rich-tap": ("he", rich_tap),
    "waveform": ("json", waveform),
    "midi": ("mid", midi),
}

# Two taps, the second after a pause of so many seconds.
PAUSES = [10, 30, 100, 1_000, 100_000, 10_000_000]
# Processor seconds that a pause may cost, whatever its length.
MOST_FOR_PAUSE = 3.0
FILES = [500, 2_000, 8_000]
# A fourfold number of files may take so many times as long.
MOST_FOR_FILES = 6.0

COMMANDS = {
    "lint": ["lint", "IN"],
    "lint --on": ["lint", "--on", "all", "IN"],
    "info": ["info", "IN"],
    "feel": ["feel", "IN"],
    "feel --fix": ["feel", "IN", "--on", "erm-coin", "--fix", "-o", "OUT.ahap"],
    "diff": ["diff", "IN", "OTHER", "--all"],
    "diff same": ["diff", "IN", "IN"],
    "share": ["share", "IN", "-o", "OUT.html"],
    "plot": ["plot", "IN", "-o", "OUT.svg"],
    "to ahap": ["convert", "IN", "OUT.ahap"],
    "to haptic": ["convert", "IN", "OUT.haptic"],
    "to he": ["convert", "IN", "OUT.he"],
    "to openharmony": ["convert", "IN", "OUT.json", "--to", "openharmony"],
    "to waveform": ["convert", "IN", "OUT.xml", "--to", "waveform"],
    "to envelope": ["convert", "IN", "OUT.xml", "--to", "envelope"],
    "to basic-envelope": ["convert", "IN", "OUT.kt", "--to", "basic-envelope"],
    "to primitives": ["convert", "IN", "OUT.xml", "--to", "primitives"],
    "to timeline": ["convert", "IN", "OUT.kt", "--to", "timeline"],
    "render": ["render", "IN", "-o", "/dev/null", "--format", "s16", "--length", "10"],
}


def other(data):
    """The same pattern, every event stronger and 13 ms later."""
    document = json.loads(data)
    for entry in document["Pattern"]:
        if "Event" in entry:
            entry["Event"]["Time"] += 0.013
            for parameter in entry["Event"]["EventParameters"]:
                if parameter["ParameterID"] == "HapticIntensity":
                    parameter["ParameterValue"] = 0.9
    return json.dumps(document, separators=(",", ":")).encode()


def write(shape, count, folder):
    """Writes a shape's files, in another process, because a command would inherit this one's peak memory."""
    ending, make = SHAPES[shape]
    data = make(count)
    with open(f"{folder}/{shape}-{count}.{ending}", "wb") as file:
        file.write(data)
    if ending == "ahap":
        with open(f"{folder}/{shape}-{count}-other.ahap", "wb") as file:
            file.write(other(data))


def run(command, limit):
    """Returns processor seconds, peak in MB and exit code; the code is None if the limit ended it."""
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    ended = []

    def end(*_):
        ended.append(True)
        os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, limit)
    _, status, usage = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, None if ended else os.waitstatus_to_exitcode(status)


def bench_pauses(thrum, folder, limit):
    """Prints what pauses cost; returns how many rows cost too much."""
    failed = 0
    print("%-33s %s" % ("two taps, with a pause of", "".join("%22s" % f"{pause:,} s" for pause in PAUSES)), flush=True)
    for name in ["lint", "info", "feel", "diff", "share", "plot", "to haptic", "to he", "to waveform", "to timeline"]:
        cells, bad = [], False
        for pause in PAUSES:
            path = f"{folder}/pause.ahap"
            with open(path, "w") as file:
                json.dump({"Version": 1, "Pattern": [event(0), event(pause)]}, file)
            words = [{"IN": path, "OTHER": path}.get(word, word.replace("OUT", folder + "/out")) for word in COMMANDS[name]]
            took, peak, code = run([thrum] + words, limit)
            bad = bad or code not in (0, 1, 64, 65) or took > MOST_FOR_PAUSE
            cells.append("%.2f s %d MB" % (took, peak))
        failed += bad
        print("%-33s %s" % (name, "".join("%22s" % cell for cell in cells)) + ("   too much" if bad else ""), flush=True)
    return failed


def bench_files(thrum, folder, limit):
    """Prints what many small files cost; returns how many rows grow too fast."""
    failed = 0
    print("%-33s %s" % ("files of one tap", "".join("%22s" % f"{count:,}" for count in FILES)), flush=True)
    rows = {"render --each": [], "each again": [], "lint": []}
    for count in FILES:
        place = f"{folder}/files-{count}"
        os.mkdir(place)
        paths = [f"{place}/p{number}.ahap" for number in range(count)]
        for path in paths:
            with open(path, "w") as file:
                json.dump({"Version": 1, "Pattern": [event(0)]}, file)
        each = [thrum, "render", "--each", "-o", f"{place}-out"] + paths
        for name, words in [("render --each", each), ("each again", each), ("lint", [thrum, "lint"] + paths)]:
            rows[name].append(run(words, limit))
    for name, figures in rows.items():
        bad = grows([took for took, _, _ in figures], LEAST_SECONDS, MOST_FOR_FILES) or any(f[2] for f in figures)
        failed += bad
        cells = "".join("%22s" % ("%.2f s %d MB" % (took, peak)) for took, peak, _ in figures)
        print("%-33s %s" % (name, cells) + ("   too much" if bad else ""), flush=True)
    return failed


def grows(figures, least, most):
    """Whether a fourfold count costs too many times as much."""
    pairs = zip(figures, figures[1:])
    return any(after > least and after > most * max(before, least / 4) for before, after in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("thrum")
    parser.add_argument("shapes", nargs="*", help="of: " + ", ".join(SHAPES))
    parser.add_argument("--counts", default="1000,4000,16000,64000")
    parser.add_argument("--commands", help="of: " + ", ".join(COMMANDS))
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a command is ended")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--all", action="store_true", help="also list rows below a second")
    options = parser.parse_intermixed_args()
    counts = [int(count) for count in options.counts.split(",")]
    commands = options.commands.split(",") if options.commands else list(COMMANDS)
    thrum = os.path.abspath(options.thrum)
    failed = rows = 0
    print("%-15s %-17s %s" % ("shape", "command", "".join("%22s" % f"{count:,}" for count in counts)), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for shape in options.shapes or SHAPES:
            ending = SHAPES[shape][0]
            files = []
            for count in counts:
                subprocess.run([sys.executable, __file__, "--write", shape, str(count), folder], check=True)
                path = f"{folder}/{shape}-{count}"
                files.append((f"{path}.{ending}", f"{path}-other.ahap" if ending == "ahap" else f"{path}.{ending}"))
            for name in commands:
                seconds, megabytes, cells = [], [], []
                for path, second in files:
                    places = {"IN": path, "OTHER": second}
                    words = [places.get(word, word.replace("OUT", folder + "/out")) for word in COMMANDS[name]]
                    took, peak, code = run([thrum] + words, options.limit)
                    seconds.append(took)
                    megabytes.append(peak)
                    mark = "" if code in (0, 1) else "!" if code in (64, 65) else " ended" if code is None else f" rc {code}"
                    cells.append("%.2f s %d MB%s" % (took, peak, mark))
                    if code not in (0, 1, 64, 65):
                        break
                bad = (len(cells) < len(counts) or code not in (0, 1, 64, 65)
                       or grows(seconds, LEAST_SECONDS, MOST_TIME) or grows(megabytes, LEAST_MEGABYTES, MOST_MEMORY))
                failed += bad
                rows += 1
                if bad or options.all or max(seconds) >= 1:
                    row = "%-15s %-17s %s" % (shape, name, "".join("%22s" % cell for cell in cells))
                    print(row + ("   too much" if bad else ""), flush=True)
        if not options.shapes:
            failed += bench_pauses(thrum, folder, options.limit) + bench_files(thrum, folder, options.limit)
    print(f"{rows} rows, {failed} grow too fast or did not end in {options.limit:g} s; ! was refused with an error")
    sys.exit(bool(failed and options.check))


if sys.argv[1:2] == ["--write"]:
    write(sys.argv[2], int(sys.argv[3]), sys.argv[4])
else:
    main()
