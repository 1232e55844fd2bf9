#!/usr/bin/env python3
"""Samples a process's threads, memory and descriptors, and judges whether they grow.

Usage: growth.py sample PID FILE    appends a sample to FILE and prints it
       growth.py judge FILE         compares the first third of the samples with the last; 1 if the process grew
"""

import collections
import json
import os
import re
import sys
import time

LIMITS = {"threads": 1, "descriptors": 1, "kilobytes": 4096}


def threads(process):
    """Threads by name, without the numbers at the end."""
    names = collections.Counter()
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/comm", encoding="utf-8") as file:
                names[re.sub(r"[0-9]+$", "", file.read().strip())] += 1
        except OSError:
            pass  # has ended
    return names


def memory(process):
    """Resident kilobytes by mapping: the heap, anonymous memory, or a file's name."""
    sizes = collections.Counter()
    name = ""
    with open(f"/proc/{process}/smaps", encoding="utf-8") as file:
        for line in file:
            head = re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)", line)
            if head:
                name = os.path.basename(head[1].split(" (deleted)")[0]) or "anonymous"
                name = re.sub(r"[0-9]+$", "", name) if name.startswith(("memfd", "pipewire-memfd", "pulse-shm")) else name
            elif line.startswith("Rss:"):
                sizes[name] += int(line.split()[1])
    return sizes


def sample(process, path):
    names, sizes = threads(process), memory(process)
    now = {"time": time.monotonic(), "threads": names, "memory": sizes,
           "descriptors": len(os.listdir(f"/proc/{process}/fd"))}
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(now) + "\n")
    largest = ", ".join(f"{name} {size}" for name, size in sizes.most_common(4))
    print(f"{sum(names.values())} threads, {sum(sizes.values())} kB ({largest}), {now['descriptors']} descriptors",
          flush=True)


def growth(early, late, part):
    """Differences of the maxima, by name, largest first."""
    def most(samples):
        result = collections.Counter()
        for one in samples:
            for name, count in one[part].items():
                result[name] = max(result[name], count)
        return result
    before, after = most(early), most(late)
    grown = {name: after[name] - before[name] for name in before.keys() | after.keys() if after[name] > before[name]}
    return ", ".join(f"{name} +{count}" for name, count in sorted(grown.items(), key=lambda one: -one[1])[:6])


def judge(path):
    with open(path, encoding="utf-8") as file:
        samples = [json.loads(line) for line in file]
    third = len(samples) // 3
    if third == 0:
        print(f"too few samples: {len(samples)}")
        return False
    early, late = samples[:third], samples[-third:]
    figures = {
        "threads": lambda one: sum(one["threads"].values()),
        "kilobytes": lambda one: sum(one["memory"].values()),
        "descriptors": lambda one: one["descriptors"],
    }
    is_flat = True
    for name, figure in figures.items():
        before, after = max(map(figure, early)), max(map(figure, late))
        is_flat = is_flat and after - before <= LIMITS[name]
        print(f"{name}: at most {before} in the first third, {after} in the last")
    print(f"threads that grew: {growth(early, late, 'threads') or 'none'}")
    print(f"memory that grew, kB: {growth(early, late, 'memory') or 'none'}")
    print("pass" if is_flat else "FAIL: the player grew")
    return is_flat


if len(sys.argv) == 4 and sys.argv[1] == "sample":
    sample(sys.argv[2], sys.argv[3])
elif len(sys.argv) == 3 and sys.argv[1] == "judge":
    sys.exit(0 if judge(sys.argv[2]) else 1)
else:
    sys.exit(__doc__)
