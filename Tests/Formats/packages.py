"""Converts patterns for the checks of packages for apps. A check calls `main` with a function that judges one file."""
import json
import os
import sys
import tempfile

from independent import Felt, converted, fault, faults, patterns, run

MOTOR = "erm-coin"


def times(name, value, begins_on):
    """Pulses as pairs of milliseconds, of a list of durations that alternate, whose last one is on."""
    if not isinstance(value, list) or not all(type(one) is int and one >= 0 for one in value):
        return fault(name, f"the durations are {value!r}") or []
    if not value or (len(value) % 2 == 1) != begins_on:
        fault(name, f"{len(value)} durations, beginning with {'on' if begins_on else 'off'}")
    pulses, time = [], 0
    for place, length in enumerate(value):
        is_on = (place % 2 == 0) == begins_on
        if is_on and length:
            if pulses and pulses[-1][1] == time:
                pulses[-1] = (pulses[-1][0], time + length)
            else:
                pulses.append((time, time + length))
        time += length
    return pulses


def searched(thrum, path):
    """The pulses that `thrum feel --pulses` finds."""
    found = run(thrum, "feel", path, "--pulses", "--on", MOTOR, "--json")
    return times(path, json.loads(found.stdout)["motors"][0]["onOff"], True)


def played(path):
    """The entries and the version of an AHAP file, without unknown members, which no player uses."""
    with open(path, encoding="utf-8-sig") as file:
        data = json.load(file)
    return data.get("Version"), data["Pattern"]


def same_pulses(name, thrum, path, value, begins_on):
    """Compares such durations with the pulses that `thrum feel --pulses` finds."""
    pulses, wanted = times(name, value, begins_on), searched(thrum, path)
    if pulses != wanted:
        fault(name, f"on at {pulses}, but `thrum feel --pulses` says {wanted}")


def same_ahap(name, path, text):
    data = json.loads(text)
    if set(data) - {"Version", "Pattern"} or (data.get("Version"), data["Pattern"]) != played(path):
        fault(name, "the embedded AHAP is not the file's")


def waveform(thrum, path, folder):
    """The lists of Android's builder that Thrum writes for the pattern: milliseconds and strengths."""
    out = os.path.join(folder, "waveform.json")
    if run(thrum, "convert", path, out, "--to", "waveform").returncode != 0:
        return None
    with open(out) as file:
        data = json.load(file)
    return data["timings"], data["amplitudes"]


def main(title, ending, arguments, check, sentences):
    """Checks every pattern.

    `check` gets Thrum's path, the pattern's path, a folder, the written text and what was said. `sentences` is the number
    of sentences about the feel, one for each motor.
    """
    thrum, files = sys.argv[1], list(patterns(sys.argv[2:]))
    written, refused, feels = 0, 0, [Felt() for _ in range(sentences)]
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            name = os.path.basename(path)
            out = os.path.join(folder, name.removesuffix(".ahap") + ending)
            result = converted(name, thrum, path, out, arguments)
            if result is None:
                refused += 1
                continue
            written += 1
            lines = [line for line in result.stderr.splitlines() if ": on " in line and ": lost: " not in line]
            if len(lines) != sentences:
                fault(name, f"{len(lines)} sentences about the feel")
            for felt, line in zip(feels, lines):
                felt.add(name, line)
            with open(out, encoding="utf-8") as file:
                check(thrum, path, folder, file.read(), result.stderr)
    for text in faults[:40]:
        print(text)
    print(f"{title}: {written} of {len(files)} patterns written, {refused} refused in a sentence; "
          f"{'; '.join(map(str, feels))}; {len(faults)} faults")
    return 1 if faults or not written else 0
