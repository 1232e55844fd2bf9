#!/usr/bin/env python3
"""Counts the wake-ups of a process with an idle engine, then plays a pattern of at most 4 s.

Usage: rest.py DEVICE PATTERN RECORDING     (with THRUM_LIBRARY, and Thrum's Python module on the path)

Time is the sound server's: seconds of its recording, two channels of float at 48 kHz.
"""

import os
import subprocess
import sys
import threading

import thrum

SECOND = 48_000 * 2 * 4  # bytes


def wakes():
    """Voluntary context switches of each thread of this process."""
    counts = {}
    for task in os.listdir("/proc/self/task"):
        if task == str(threading.get_native_id()):
            continue  # the thread that waits for the recording
        with open(f"/proc/self/task/{task}/status") as file:
            counts[task] = int(next(line.split()[1] for line in file if line.startswith("voluntary")))
    return counts


def main():
    device, path, recording = sys.argv[1:]
    with subprocess.Popen(["tail", "-c", "+1", "-f", recording], stdout=subprocess.PIPE) as recorded:
        try:
            return rest(device, path, recorded.stdout)
        finally:
            recorded.kill()


def rest(device, path, recorded):
    with thrum.Engine(device=device) as engine:
        engine.start()
        # Three seconds of silence, plus the time that the device needs to stop.
        recorded.read(5 * SECOND)
        before = wakes()
        recorded.read(2 * SECOND)
        count = sum(number - before.get(task, 0) for task, number in wakes().items())
        print(f"{count / 2} wake-ups a second")
        engine.play(thrum.Pattern.from_file(path))
        recorded.read(5 * SECOND)
    return 0 if count <= 2 else 1


if __name__ == "__main__":
    sys.exit(main())
