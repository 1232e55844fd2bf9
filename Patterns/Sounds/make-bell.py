#!/usr/bin/env python3
"""Makes bell.wav: a small bell from inharmonic partials. Same bytes on every run and machine; standard library only.

A bell's partials are no multiples of one note. Low ones last, high ones are gone at once, and each is doubled a little
out of tune, as a casting that is not quite round does it: that makes the slow beating.
"""

import math
import os
import struct

RATE = 48000
SECONDS = 1.2
STRIKE = 659.26     # Hz, the note one would name

# ratio to the strike note, amplitude, seconds to fall to 1/e, Hz between the doubled pair
PARTIALS = [
    (0.50, 0.28, 0.70, 0.6),    # hum
    (1.00, 0.50, 0.50, 4.17),    # prime; its beating is the one the pattern's curve follows
    (1.19, 0.36, 0.42, 1.1),    # tierce, a minor third: what makes it sound like a bell
    (1.51, 0.22, 0.30, 1.7),    # quint
    (2.00, 0.42, 0.34, 2.3),    # nominal
    (2.52, 0.17, 0.20, 3.1),
    (3.01, 0.15, 0.15, 2.0),
    (4.17, 0.11, 0.09, 3.7),
    (5.43, 0.08, 0.05, 5.0),
    (6.80, 0.06, 0.03, 4.0),
]


def partial(time, ratio, amplitude, decay, apart):
    pair = sum(math.sin(2 * math.pi * (STRIKE * ratio + side * apart / 2) * time) for side in (-1, 1))
    return amplitude * pair / 2 * math.exp(-time / decay)


def hammer(time, noise):
    """The knock of the clapper: three milliseconds of noise."""
    return 0.3 * noise * math.exp(-time / 0.003)


def edges(time):
    """Half a millisecond in, a fifth of a second out, so that neither end clicks."""
    return min(1, time / 0.0005, max(0, (SECONDS - time) / 0.2))


def samples():
    state = 20260101
    for frame in range(int(RATE * SECONDS)):
        state = (state * 1664525 + 1013904223) % 2**32
        time = frame / RATE
        yield edges(time) * (sum(partial(time, *p) for p in PARTIALS) + hammer(time, state / 2**31 - 1))


def wav(values, peak=0.89):
    loudest = max(abs(v) for v in values)
    data = b"".join(struct.pack("<h", round(v / loudest * peak * 32767)) for v in values)
    layout = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, RATE * 2, 2, 16)
    chunks = b"WAVE" + layout + struct.pack("<4sI", b"data", len(data)) + data
    return struct.pack("<4sI", b"RIFF", len(chunks)) + chunks


if __name__ == "__main__":
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bell.wav")
    with open(path, "wb") as file:
        file.write(wav(list(samples())))
