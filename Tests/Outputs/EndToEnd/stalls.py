#!/usr/bin/env python3
"""Measures the longest stall of any processor until SIGTERM, and prints it in whole milliseconds."""

import os
import signal
import time

STEP = 0.002  # s


def watch(processor, out):
    os.sched_setaffinity(0, {processor})
    longest = 0.0

    def end(*_):
        os.write(out, b"%d\n" % (longest * 1000))
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    while True:
        before = time.monotonic()
        time.sleep(STEP)
        longest = max(longest, time.monotonic() - before - STEP)


def main():
    ended, out = os.pipe()
    children = []
    for processor in os.sched_getaffinity(0):
        child = os.fork()
        if child == 0:
            watch(processor, out)
        children.append(child)
    signal.sigwait([signal.SIGTERM])
    for child in children:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)
    os.close(out)
    print(max(int(line) for line in os.read(ended, 65536).split()))


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    main()
