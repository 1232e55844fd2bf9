#!/usr/bin/env python3
"""An engine that runs and plays nothing: counts how often its process wakes, and plays a pattern after that.

Usage: rest.py DEVICE PATTERN     (with THRUM_LIBRARY and the Python module of Docs/Examples on the path)
"""

import os
import sys
import time

import thrum


def wakes():
    """How often each thread of this process has gone to sleep."""
    counts = {}
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/status") as file:
            counts[task] = int(next(line.split()[1] for line in file if line.startswith("voluntary")))
    return counts


def main():
    device, path = sys.argv[1:]
    with thrum.Engine(device=device) as engine:
        engine.start()
        # Three seconds of silence, and what the device needs to stop.
        time.sleep(4.5)
        before = wakes()
        time.sleep(2)
        # Without this thread's own sleep.
        count = sum(number - before.get(task, 0) for task, number in wakes().items()) - 1
        print(f"{count / 2} wake-ups a second")
        pattern = thrum.Pattern.from_file(path)
        player = engine.player(pattern)
        player.start()
        while player.is_active:
            time.sleep(0.05)
        engine.stop()
    return 0 if count <= 2 else 1


if __name__ == "__main__":
    sys.exit(main())
