"""Reads and writes WAV files and patterns, and measures them with `Benchmarks --felt`."""
import array
import json
import math
import operator
import struct
import subprocess

# Key of each meter in the output of `Benchmarks --felt`, and its name in the tables.
METERS = {
    "felt": "Thrum's felt level", "rms": "RMS", "loudest": "RMS of strongest 320 ms", "aWeighted": "A-weighted RMS",
    "handWeighted": "Wh-weighted RMS",
}
RATE = 8000
# Level of silence, dB.
SILENCE = -240.0


class Meters:
    """The executable that measures files."""

    def __init__(self, benchmarks):
        self.benchmarks = benchmarks

    def levels(self, paths, full_scale=1.0):
        """Levels of each file by each meter, dB. Raises an error unless every file is a sound or a pattern."""
        run = subprocess.run([self.benchmarks, "--felt", str(full_scale)], input="".join(f"{path}\n" for path in paths),
                             capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in run.stdout.splitlines()]
        for levels in found:
            if "problem" in levels:
                raise ValueError(f"{levels['path']}: {levels['problem']}")
        return [{key: levels.get(key, SILENCE) for key in METERS} for levels in found]


def samples(path):
    """Samples of a mono WAV with 8 or 16 bits or 32-bit floats."""
    data = open(path, "rb").read()
    place, bits = 12, 0
    while place + 8 <= len(data):
        name, size = data[place:place + 4], struct.unpack_from("<I", data, place + 4)[0]
        body = data[place + 8:place + 8 + size]
        if name == b"fmt ":
            bits = struct.unpack_from("<H", body, 14)[0]
        elif name == b"data" and bits == 32:
            return array.array("f", body[:len(body) // 4 * 4])
        elif name == b"data" and bits == 16:
            return array.array("f", (value / 32768 for value in array.array("h", body[:len(body) // 2 * 2])))
        elif name == b"data":
            return array.array("f", ((value - 128) / 128 for value in body))
        place += 8 + size + size % 2
    raise ValueError(f"{path}: no samples")


def write(values, path):
    """Writes a mono WAV of floats."""
    body = array.array("f", values).tobytes()
    with open(path, "wb") as file:
        file.write(struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(body), b"WAVE", b"fmt ", 16, 3, 1, RATE,
                               4 * RATE, 4, 32, b"data", len(body)) + body)


def write_pattern(entries, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"Version": 1.0, "Pattern": entries}, file)


def continuous(seconds, intensity, sharpness):
    """A continuous event at the start of a pattern."""
    parameters = [{"ParameterID": "HapticIntensity", "ParameterValue": intensity},
                  {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]
    return {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": seconds,
                      "EventParameters": parameters}}


def envelope(values, seconds):
    """RMS of each stretch of `seconds`."""
    step = int(seconds * RATE)
    blocks = (values[first:first + step] for first in range(0, len(values) - step + 1, step))
    return [math.sqrt(sum(map(operator.mul, block, block)) / step) for block in blocks]
