#!/usr/bin/env python3
"""Prints how well a recording matches what was played.

    correlate.py PLAYED RECORDED [--min 0.999] [--channels 2] [--search 480] [--floor 1e-4] [--json]

Both files are WAV (16, 24, 32 bit or float) or raw float32le. The recording is aligned by searching for PLAYED's
opening frames bit for bit, or else by the greatest cross-correlation near the first sounding frames. Prints the
correlation over the sounding part of PLAYED, the position of PLAYED's frame 0 in RECORDED, the difference of the
sounding lengths, and the longest run of bit-equal frames.

Exit codes: 0 at or above --min, 1 below, 65 not a sound file, 66 no file, 64 usage. Uses only the standard library.
"""

import argparse
import array
import json
import math
import operator
import struct
import sys


class Sound:
    """Interleaved float samples with their channel count."""

    def __init__(self, samples, channels):
        self.channels = channels
        self.samples = samples[: len(samples) // channels * channels]

    @property
    def frames(self):
        return len(self.samples) // self.channels

    def mono(self):
        parts = [self.samples[c :: self.channels] for c in range(self.channels)]
        return array.array("f", map(sum, zip(*parts)))

    def sounding(self, floor):
        """Range of the frames louder than `floor`, as first and last plus one; (0, 0) for silence."""
        loud = [i for i, x in enumerate(self.samples) if abs(x) > floor]
        return (loud[0] // self.channels, loud[-1] // self.channels + 1) if loud else (0, 0)


def floats_from(data):
    samples = array.array("f", data[: len(data) // 4 * 4])
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def decode(data, code, bits):
    if code == 3 and bits == 32:
        return floats_from(data)
    if code == 1 and bits == 16:
        return array.array("f", (x[0] / 2**15 for x in struct.iter_unpack("<h", data[: len(data) // 2 * 2])))
    if code == 1 and bits == 32:
        return array.array("f", (x[0] / 2**31 for x in struct.iter_unpack("<i", data[: len(data) // 4 * 4])))
    if code == 1 and bits == 24:
        wide = (int.from_bytes(data[i : i + 3], "little", signed=True) for i in range(0, len(data) // 3 * 3, 3))
        return array.array("f", (x / 2**23 for x in wide))
    raise ValueError(f"format {code} with {bits} bits is not supported")


def read_wav(data):
    at, layout = 12, None
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + size]
        if name == b"fmt ":
            code, channels, _, _, _, bits = struct.unpack_from("<HHIIHH", body)
            layout = (struct.unpack_from("<H", body, 24)[0] if code == 0xFFFE else code, channels, bits)
        if name == b"data" and layout:
            # A recorder that was stopped may leave a length of 0 or the largest number.
            body = data[at + 8 :] if size in (0, 0xFFFFFFFF) else body
            return Sound(decode(body, layout[0], layout[2]), layout[1])
        at += 8 + size + size % 2
    raise ValueError("no data chunk")


def read(path, channels):
    with open(path, "rb") as file:
        data = file.read()
    is_wav = data[:4] == b"RIFF" and data[8:12] == b"WAVE"
    return read_wav(data) if is_wav else Sound(floats_from(data), channels)


def correlation(a, b):
    """Normalised, without removing the mean: 1 for equal up to gain, 0 for unrelated or silent."""
    power = math.sqrt(sum(map(operator.mul, a, a)) * sum(map(operator.mul, b, b)))
    return sum(map(operator.mul, a, b)) / power if power > 0 else 0.0


def find_exactly(played, recorded, first, last):
    """Searches for the first 256 sounding frames, bit for bit. None if they are missing."""
    frame_bytes = 4 * played.channels
    end = min(first + 256, last)
    wanted = played.samples[first * played.channels : end * played.channels].tobytes()
    data, at = recorded.samples.tobytes(), -1
    while True:
        at = data.find(wanted, at + 1)
        if at < 0 or at % frame_bytes == 0:
            return None if at < 0 else at // frame_bytes - first


def find_by_correlation(played, recorded, search, floor):
    """The offset with the greatest correlation of the opening and the silence before it, within ±search frames."""
    before, length = 256, 2048
    first, heard = played.sounding(floor)[0], recorded.sounding(floor)[0]
    silence = array.array("f", bytes(4 * (before + search)))
    a = (silence + played.mono())[first + search : first + search + before + length]
    b = silence + recorded.mono() + silence + array.array("f", bytes(4 * length))
    best = max(range(-search, search + 1), key=lambda d: correlation(a, b[heard + search + d :][: len(a)])
               if 0 <= heard + search + d else -1.0)
    return heard + best - first


def overlap(played, recorded, offset, first, last):
    """Both files' samples from `first` to `last` of PLAYED. Samples missing from the recording are silence."""
    c = played.channels
    a = played.samples[first * c : last * c]
    begin, end = first + offset, last + offset
    head = array.array("f", bytes(4 * c * max(0, -begin)))
    b = head + recorded.samples[max(0, begin) * c : max(0, end) * c]
    return a, b + array.array("f", bytes(4 * max(0, len(a) - len(b))))


def longest_equal_run(a, b, channels):
    longest = run = 0
    for i in range(0, len(a), channels):
        run = run + 1 if a[i : i + channels] == b[i : i + channels] else 0
        longest = max(longest, run)
    return longest


def compare(played, recorded, search, floor):
    (first, last), heard = played.sounding(floor), recorded.sounding(floor)
    if first == last or heard[0] == heard[1]:
        return {"correlation": 0.0, "offset": None, "lengthDifference": (heard[1] - heard[0]) - (last - first),
                "longestEqualRun": 0, "soundingFrames": last - first, "exact": False}
    offset = find_exactly(played, recorded, first, last)
    if offset is None:
        offset = find_by_correlation(played, recorded, search, floor)
    a, b = overlap(played, recorded, offset, first, last)
    return {"correlation": correlation(a, b), "offset": offset,
            "lengthDifference": (heard[1] - heard[0]) - (last - first),
            "longestEqualRun": longest_equal_run(a, b, played.channels), "soundingFrames": last - first,
            "exact": a == b}


def arguments():
    parser = argparse.ArgumentParser(description="Says how well a recording matches what was played.")
    parser.add_argument("played")
    parser.add_argument("recorded")
    parser.add_argument("--min", type=float, default=0.999, help="least correlation that is a success")
    parser.add_argument("--channels", type=int, default=2, help="of raw files")
    parser.add_argument("--search", type=int, default=480, help="frames around the first sounding ones")
    parser.add_argument("--floor", type=float, default=1e-4, help="what counts as sounding")
    parser.add_argument("--json", action="store_true")
    parser.exit_on_error = False
    try:
        return parser.parse_args()
    except argparse.ArgumentError as error:
        sys.exit(usage(error))


def usage(error):
    print(f"correlate.py: {error}", file=sys.stderr)
    return 64


def load_both(options):
    sounds = []
    for path in (options.played, options.recorded):
        try:
            sounds.append(read(path, options.channels))
        except OSError as error:
            print(f"correlate.py: {path}: {error.strerror}", file=sys.stderr)
            sys.exit(66)
        except (ValueError, struct.error) as error:
            print(f"correlate.py: {path}: {error}", file=sys.stderr)
            sys.exit(65)
    if sounds[0].channels != sounds[1].channels:
        print("correlate.py: the files differ in channels", file=sys.stderr)
        sys.exit(65)
    return sounds


def main():
    options = arguments()
    played, recorded = load_both(options)
    result = compare(played, recorded, options.search, options.floor)
    if options.json:
        print(json.dumps({"schema": "thrum.correlate/1", **result}))
    else:
        print(f"correlation {result['correlation']:.6f}  offset {result['offset']}  "
              f"length difference {result['lengthDifference']}  "
              f"longest equal run {result['longestEqualRun']} of {result['soundingFrames']}"
              f"{'  bit-exact' if result['exact'] else ''}")
    return 0 if result["correlation"] >= options.min else 1


if __name__ == "__main__":
    sys.exit(main())
