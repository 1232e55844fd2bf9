#!/usr/bin/env python3
"""Writes MIDI files with notes at known times, converts them with Thrum and compares the events.

The files follow the Standard MIDI File specification (RP-001) as this script knows it; nothing comes from Thrum. Given
MIDI files as arguments are read by this script too, and their notes compared.

    check.py THRUM [MIDI-FILE…]
"""
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

faults = []


# Writing

def varying(value):
    data = bytes([value & 0x7F])
    while value > 0x7F:
        value >>= 7
        data = bytes([value & 0x7F | 0x80]) + data
    return data


def track(events, running):
    """A track of (tick, bytes), with running status if `running`."""
    body, now, status = b"", 0, None
    for tick, data in sorted(events, key=lambda event: event[0]):
        body += varying(tick - now)
        now = tick
        if running and data[0] == status and data[0] < 0xF0:
            data = data[1:]
        elif data[0] < 0xF0:
            status = data[0]
        body += data
    body += varying(0) + b"\xff\x2f\x00"
    return b"MTrk" + struct.pack(">I", len(body)) + body


def made(number):
    """A random file, whose notes never overlap on a key."""
    chance = random.Random(number)
    ticks = chance.choice([24, 96, 480, 960])
    smpte = chance.random() < 0.2
    events = []
    for _ in range(chance.randrange(0, 5)):
        tempo = chance.randrange(200_000, 1_500_000)
        events.append((chance.randrange(0, 20 * ticks), b"\xff\x51\x03" + struct.pack(">I", tempo)[1:]))
    free = {}
    for _ in range(chance.randrange(1, 60)):
        channel, key = chance.choice([0, 1, 9]), chance.randrange(20, 110)
        start = free.get((channel, key), 0) + chance.randrange(0, 4 * ticks)
        end = start + chance.randrange(1, 3 * ticks)
        free[channel, key] = end + 1
        velocity = chance.randrange(1, 128)
        events.append((start, bytes([0x90 | channel, key, velocity])))
        off = bytes([0x80 | channel, key, 64]) if chance.random() < 0.5 else bytes([0x90 | channel, key, 0])
        events.append((end, off))
    running = chance.random() < 0.5
    if chance.random() < 0.5:
        tracks = [track(events, running)]
        kind = 0
    else:
        tempos = [event for event in events if event[1][0] == 0xFF]
        tracks = [track(tempos, running), track([event for event in events if event[1][0] != 0xFF], running)]
        kind = 1
    division = (256 - 25) << 8 | 40 if smpte else ticks
    return b"MThd" + struct.pack(">IHHH", 6, kind, len(tracks), division) + b"".join(tracks)


# Reading

def notes(data):
    """Starts, lengths in seconds, channels, keys and velocities, for files without pedals."""
    _, _, count, division = struct.unpack(">IHHH", data[4:14])
    at, tempos, events = 14, [], []
    for _ in range(count):
        length = struct.unpack(">I", data[at + 4:at + 8])[0]
        place, end, now, status = at + 8, at + 8 + length, 0, None
        at = end
        while place < end:
            value = 0
            while True:
                value = value << 7 | data[place] & 0x7F
                place += 1
                if data[place - 1] < 0x80:
                    break
            now += value
            if data[place] == 0xFF:
                kind, size = data[place + 1], data[place + 2]
                if kind == 0x51:
                    tempos.append((now, int.from_bytes(data[place + 3:place + 6], "big")))
                place += 3 + size
                continue
            if data[place] >= 0x80:
                status = data[place]
                place += 1
            events.append((now, status, data[place], data[place + 1]))
            place += 2
    tempos.sort(key=lambda tempo: tempo[0])

    def seconds(tick):
        if division & 0x8000:
            return tick / ((256 - (division >> 8)) * (division & 0xFF))
        time, last, rate = 0.0, 0, 500_000
        for start, tempo in tempos:
            if start > tick:
                break
            time += (start - last) * rate / 1e6 / division
            last, rate = start, tempo
        return time + (tick - last) * rate / 1e6 / division

    found, open_notes = [], {}
    for tick, status, key, velocity in sorted(events, key=lambda event: event[0]):
        channel = status & 0xF
        if status >> 4 == 9 and velocity:
            open_notes[channel, key] = (tick, velocity)
        elif (channel, key) in open_notes:
            start, strength = open_notes.pop((channel, key))
            found.append((seconds(start), seconds(tick) - seconds(start), channel, key, strength))
    return sorted(found)


def check(name, data, pattern):
    events = []
    for entry in pattern:
        event = entry["Event"]
        values = {p["ParameterID"]: p["ParameterValue"] for p in event["EventParameters"]}
        events.append((event["Time"], event.get("EventDuration"), values))
    expected = notes(data)
    if len(events) != len(expected):
        return faults.append(f"{name}: {len(events)} events for {len(expected)} notes")
    left = list(events)
    for start, length, channel, key, velocity in expected:
        def matches(event):
            time, duration, values = event
            is_tap = channel == 9 or length < 0.1
            right = abs(time - start) < 2e-6 and abs(values["HapticIntensity"] - velocity / 127) < 1e-6
            if abs(length - 0.1) < 2e-6 and channel != 9:
                return right
            return right and (duration is None if is_tap else duration is not None and abs(duration - length) < 3e-6)
        match = next((event for event in left if matches(event)), None)
        if match is None:
            faults.append(f"{name}: no event for key {key} at {start:.4f} s of {length:.4f} s")
        else:
            left.remove(match)
            sharpness = match[2]["HapticSharpness"]
            # Every note but a drum plays its frequency in some octave.
            if channel != 9:
                hertz = 80 * (230 / 80) ** sharpness
                octaves = (12 * math.log2(hertz / 440) + 69 - key) / 12
                if abs(octaves - round(octaves)) > 0.01:
                    faults.append(f"{name}: key {key} plays {hertz:.1f} Hz")
    return None


def main():
    thrum, given = sys.argv[1], sys.argv[2:]
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        files = [(os.path.basename(path), open(path, "rb").read()) for path in given]
        files += [(f"seed {number}", made(number)) for number in range(60)]
        for name, data in files:
            path, out = os.path.join(folder, "x.mid"), os.path.join(folder, "x.ahap")
            with open(path, "wb") as file:
                file.write(data)
            result = subprocess.run([thrum, "convert", path, out], capture_output=True, text=True)
            if result.returncode != 0:
                faults.append(f"{name}: ended with {result.returncode}: {result.stderr[-200:]}")
                continue
            with open(out) as file:
                check(name, data, json.load(file)["Pattern"])
            count += 1
            # Files that are cut off are refused, and never crash.
            for cut in range(14, len(data), 7):
                with open(path, "wb") as file:
                    file.write(data[:cut])
                if name.endswith("7") and subprocess.run([thrum, "lint", path], capture_output=True).returncode not in (0, 1):
                    faults.append(f"{name}: cut at {cut}")
    for text in faults[:40]:
        print(text)
    print(f".mid: {count} files read; {len(faults)} faults")
    sys.exit(1 if faults or not count else 0)


main()
