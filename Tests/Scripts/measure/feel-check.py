#!/usr/bin/env python3
"""Checks the levels of `thrum feel` against a second implementation of motors and law.

Usage: feel-check.py THRUM

Each case is simulated here from the equations in Docs/Actuators.md, step by step, and read by a meter written from
Docs/Feel.md. Prints both levels; fails if any differ by more than 1.5 dB.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

RATE = 96_000
GRAVITY = 9.80665
LIMIT = 1.5
# Hz, Q, g, N/A, ohm, µH, mm, V RMS, g of the device; drive of a tap at sharpness 0, 0.5 and 1, V peak.
RESONANT = {
    "iphone-taptic": (165, 2.5, 2.5, 2.388, 8, 100, 0.58, 1.4, 170, {0: 1.980, 0.5: 0.994, 1: 1.700}),
    "watch-taptic": (175, 4.4, 0.9, 1.20, 10, 100, 0.6, 0.8, 35, {}),
    "wideband-vca": (67.3, 2.58, 5.0, 1.69, 4, 100, 1.5, 0.9, 277, {}),
    "dualsense-vca": (132.9, 4.0, 6.0, 2.06, 4, 100, 0.5, 0.5, 140, {}),
}
THRESHOLDS = {
    8: 0.095, 10: 0.1, 12.5: 0.095, 16: 0.108, 20: 0.15, 25: 0.16, 31.5: 0.109, 40: 0.065, 50: 0.072, 63: 0.049,
    80: 0.028, 100: 0.023, 125: 0.022, 160: 0.021, 200: 0.029, 250: 0.032, 315: 0.061, 400: 0.119,
}


def frequency(sharpness):
    return 80 * (230 / 80) ** sharpness


# MARK: Motors


class Resonant:
    """A sprung mass with a coil, advanced by Runge and Kutta's method."""

    def __init__(self, name):
        hertz, quality, grams, self.bl, self.ohms, micro, stroke, volts, device, self.taps = RESONANT[name]
        self.mass, self.coil, self.device = grams / 1000, micro * 1e-6, device / 1000
        self.omega, self.volts, self.stroke = 2 * math.pi * hertz, volts * math.sqrt(2), stroke / 1000
        self.hertz = hertz
        self.spring = self.mass * self.omega ** 2
        self.loss = self.mass * self.omega / quality - self.bl ** 2 / self.ohms

    def run(self, drive, frames, state=(0.0, 0.0, 0.0)):
        """Accelerations of the device in g, and the last state."""
        def change(x, v, i, volts):
            return (v, (self.bl * i - self.loss * v - self.spring * x) / self.mass,
                    (volts - self.ohms * i - self.bl * v) / self.coil)
        found, step = [], 1 / RATE
        x, v, i = state
        for frame in range(frames):
            now, middle, after = (drive((frame + part) * step) for part in (0, 0.5, 1))
            a = change(x, v, i, now)
            found.append(a[1] * self.mass / self.device / GRAVITY)
            b = change(x + a[0] * step / 2, v + a[1] * step / 2, i + a[2] * step / 2, middle)
            c = change(x + b[0] * step / 2, v + b[1] * step / 2, i + b[2] * step / 2, middle)
            d = change(x + c[0] * step, v + c[1] * step, i + c[2] * step, after)
            x, v, i = (old + step / 6 * (p + 2 * q + 2 * r + s)
                       for old, p, q, r, s in zip((x, v, i), a, b, c, d))
        return found, (x, v, i)

    def tap(self, sharpness, intensity):
        hertz = frequency(sharpness)
        brake = max(hertz, self.hertz)
        begin, half = 1 / hertz, 0.5 / brake
        end = begin + 2 * half

        def part(first, second, cycle=1.0):
            def drive(time):
                if time < begin:
                    return cycle * math.sin(2 * math.pi * hertz * time)
                place = time - begin
                if place >= 2 * half:
                    return 0.0
                return (first if place < half else second) * math.sin(2 * math.pi * brake * place)
            return drive

        def rest(drive):
            _, (x, v, _) = self.run(drive, round(end * RATE))
            return complex(x * self.omega, v)
        whole, one, other = rest(part(0, 0)), rest(part(1, 0, 0)), rest(part(0, 1, 0))
        weight = 0.0015 * (abs(one) ** 2 + abs(other) ** 2)
        grid = [place / 50 for place in range(-50, 51)]
        first, second = min(
            ((a, b) for a in grid for b in grid),
            key=lambda ab: abs(whole + ab[0] * one + ab[1] * other) ** 2 + weight * (ab[0] ** 2 + ab[1] ** 2))
        drive = part(first, second)
        volts = self.taps[sharpness] * intensity ** 2
        return self.run(lambda time: volts * drive(time), round((end + 0.1) * RATE))[0]

    def hold(self, sharpness, intensity, seconds):
        """The driver gives the wanted acceleration, within the rated drive and the stroke."""
        hertz = frequency(sharpness)
        omega = 2 * math.pi * hertz
        mechanical = complex(self.spring - self.mass * omega ** 2, self.loss * omega)
        perVolt = abs(self.bl * -omega ** 2
                      / (mechanical * complex(self.ohms, self.coil * omega) + self.bl ** 2 * 1j * omega))
        gain = self.mass / self.device / GRAVITY
        peak = min(0.35, self.volts * perVolt * gain, self.stroke * omega ** 2 * gain) * intensity ** 2
        return [peak * min(1, frame / RATE / 0.005) * math.sin(omega * frame / RATE)
                for frame in range(round(seconds * RATE))]


class Eccentric:
    """A small motor with an off-centre weight."""

    def run(self, volts, seconds):
        inertia, torque, friction, ohms, imbalance, device = 4.8e-9, 1.034e-3, 7.0e-8, 20, 7.5e-7, 0.1
        dead = 0.02
        speed = angle = 0.0
        found = []
        for frame in range(round((seconds + 0.3) * RATE)):
            current = ((volts if dead * RATE <= frame < seconds * RATE else 0.0) - torque * speed) / ohms
            speed += (torque * current - friction * speed) / inertia / RATE
            angle += speed / RATE
            found.append(imbalance * speed ** 2 / device / GRAVITY * math.sin(angle))
        return found

    def tap(self, sharpness, intensity):
        return self.run(3 * intensity ** 2, 1 / frequency(sharpness))

    def hold(self, _, intensity, seconds):
        return self.run(3 * intensity ** 2, seconds)


# MARK: Law


def threshold(hertz):
    """dB re 1 g peak."""
    points = sorted(THRESHOLDS)
    hertz = min(max(hertz, points[0]), points[-1])
    above = next(place for place, point in enumerate(points) if point >= hertz)
    levels = [20 * math.log10(THRESHOLDS[point] * math.sqrt(2) / GRAVITY) for point in points]
    if above == 0:
        return levels[0]
    share = math.log(hertz / points[above - 1]) / math.log(points[above] / points[above - 1])
    return levels[above - 1] + share * (levels[above] - levels[above - 1])


def level(samples):
    """Felt level of the strongest 533 ms, dB."""
    block = RATE // 2_000
    count = round(0.5333 * 2_000)
    padded = [0.0] * count
    padded += [sum(samples[start:start + block]) / block for start in range(0, len(samples) - block, block)]
    padded += [0.0] * count
    window = [1 - math.cos(2 * math.pi * place / count) for place in range(count)]
    starts = range(0, len(padded) - count, 50)
    energies = {start: sum((padded[start + place] * window[place]) ** 2 for place in range(0, count, 3))
                for start in starts}
    best = -200.0
    for start in sorted(energies, key=energies.get)[-3:]:
        part = [padded[start + place] * window[place] for place in range(count)]
        channels = []
        for bins in (range(round(8 * count / 2_000), round(50 * count / 2_000)),
                     range(round(50 * count / 2_000), round(401 * count / 2_000))):
            over = fast = 1e-30
            for number in bins:
                hertz = number * 2_000 / count
                turn = 2 * math.cos(2 * math.pi * number / count)
                one = other = 0.0
                for value in part:
                    one, other = value + turn * one - other, one
                power = (one * one + other * other - turn * one * other) * (2 / count) ** 2 / 1.5 / 1
                loss = math.sin(math.pi * hertz / 2_000) / (math.pi * hertz / 2_000)
                power /= loss ** 2
                over += power / 10 ** (threshold(hertz) / 10)
                fast += power / 10 ** ((threshold(160) + 20 * math.log10(hertz / 160)) / 10)
            over, fast = 10 * math.log10(over), 10 * math.log10(fast)
            channels.append(10 ** ((over + (fast - over) * min(1, max(0, over / 34))) / 20))
        best = max(best, 20 * math.log10(max(channels) + 0.5 * min(channels)))
    return best


# MARK: Cases


def tap(time, intensity, sharpness):
    return {"Time": time, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": intensity},
        {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]}


def hold(intensity, sharpness, seconds):
    return {**tap(0, intensity, sharpness), "EventType": "HapticContinuous", "EventDuration": seconds}


CASES = (
    [("iphone-taptic", [tap(0, intensity, sharpness)]) for intensity in (0.2, 0.5, 1) for sharpness in (0, 0.5, 1)]
    + [("iphone-taptic", [hold(intensity, sharpness, 0.5)]) for intensity in (0.2, 1) for sharpness in (0, 0.5, 1)]
    + [("watch-taptic", [hold(0.1, 0.73, 1)]), ("watch-taptic", [hold(1, 0.5, 0.1)]),
       ("dualsense-vca", [hold(1, 1, 0.5)]), ("wideband-vca", [hold(1, 0, 0.5)]), ("wideband-vca", [hold(1, 1, 0.5)])]
    + [("erm-coin", [hold(1, 0.5, seconds)]) for seconds in (0.06, 0.1)]
    + [("erm-coin", [hold(0.5, 0.5, 0.3)])]
    + [("iphone-taptic", [tap(0.01 * place, 0.2, 0.5) for place in range(100)]),
       ("iphone-taptic", [tap(0.025 * place, 0.3, 0.5) for place in range(40)])]
)


def values(event):
    return [parameter["ParameterValue"] for parameter in event["EventParameters"]]


def simulated(name, events):
    motor = Resonant(name) if name in RESONANT else Eccentric()
    sound, known = [], {}
    for event in events:
        intensity, sharpness = values(event)
        key = (intensity, sharpness)
        if key not in known:
            known[key] = (motor.hold(sharpness, intensity, event["EventDuration"]) if "EventDuration" in event
                          else motor.tap(sharpness, intensity))
        first = round(event["Time"] * RATE)
        sound += [0.0] * (first + len(known[key]) - len(sound))
        for place, sample in enumerate(known[key]):
            sound[first + place] += sample
    return level(sound)


def judged(thrum, name, events, folder):
    path = pathlib.Path(folder, "case.ahap")
    path.write_text(json.dumps({"Version": 1.0, "Pattern": [{"Event": event} for event in events]}))
    reply = subprocess.run([thrum, "feel", path, "--on", name, "--json"], capture_output=True, check=False)
    found = json.loads(reply.stdout)["motors"][0]["events"]
    return max(event["decibelsOverThreshold"] for event in found)


def main():
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, events in CASES:
            here, there = simulated(name, events), judged(sys.argv[1], name, events, folder)
            worst = max(worst, abs(here - there))
            kind = "hold" if "EventDuration" in events[0] else "tap"
            print(f"{name:14} {len(events):3} {kind:4} {values(events[0])}  here {here:6.1f}  thrum {there:6.1f} dB",
                  flush=True)
    print(f"{len(CASES)} cases, at most {worst:.1f} dB apart; {LIMIT} allowed")
    return 1 if worst > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
