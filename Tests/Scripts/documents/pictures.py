#!/usr/bin/env python3
"""Draws the pictures of Docs/Actuators.md, Docs/Monitors.md, Docs/Generate.md and Docs/Feel.md from the output of `thrum`.

Usage: Tests/Scripts/documents/pictures.py THRUM FOLDER
"""

import array
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

RATE = 48_000
ROOT = Path(__file__).parents[3]
INK, GREY, COLOURS = "#222", "#bbb", ["#c0392b", "#2471a3", "#1e8449", "#7d3c98"]


def hertz(sharpness):
    return 80 * (230 / 80) ** sharpness


def a_weight(f):
    f2 = f * f
    a = 12194**2 * f2 * f2 / ((f2 + 20.6**2) * math.sqrt((f2 + 107.7**2) * (f2 + 737.9**2)) * (f2 + 12194**2))
    return 20 * math.log10(a) + 2


class Thrum:
    def __init__(self, command):
        self.command = command

    def buzz(self, seconds, sharpness, *options):
        """The first channel of a rendered buzz."""
        with tempfile.TemporaryDirectory() as folder:
            pattern, sound = Path(folder, "a.ahap"), Path(folder, "a.wav")
            self.write_buzz(pattern, seconds, sharpness)
            subprocess.run([self.command, "render", pattern, "-o", sound, *options], check=True)
            data = sound.read_bytes()
        samples = array.array("f", data[data.index(b"data") + 8:])
        return samples[::data[22]]

    def felt(self, seconds, sharpness):
        """The felt level of a buzz, dB over the threshold."""
        with tempfile.TemporaryDirectory() as folder:
            pattern = Path(folder, "a.ahap")
            self.write_buzz(pattern, seconds, sharpness)
            report = subprocess.run([self.command, "info", "--json", pattern], check=True, capture_output=True).stdout
        return json.loads(report)["files"][0]["levels"]["touchLevelDecibels"]

    @staticmethod
    def write_buzz(path, seconds, sharpness):
        event = {"Time": 0, "EventType": "HapticContinuous", "EventDuration": seconds, "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": 1},
            {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]}
        path.write_text(json.dumps({"Version": 1, "Pattern": [{"Event": event}]}))


def amplitude(samples, f):
    """The amplitude of a sine, over the whole periods between 0.2 and 0.35 s."""
    periods = math.floor(0.15 * f)
    part = samples[int(0.2 * RATE):int(0.2 * RATE) + round(periods * RATE / f)]
    real = sum(x * math.cos(2 * math.pi * f * n / RATE) for n, x in enumerate(part))
    imaginary = sum(x * math.sin(2 * math.pi * f * n / RATE) for n, x in enumerate(part))
    return 2 * math.hypot(real, imaginary) / len(part)


class Chart:
    """An SVG chart with lines over two axes."""

    def __init__(self, title, x, y):
        self.title, self.x, self.y, self.lines = title, x, y, []

    def line(self, name, points, dashed=False):
        self.lines.append((name, points, dashed))

    def draw(self):
        left, top, width, height = 60, 34, 620, 240
        (x0, x1, dx, x_name), (y0, y1, dy, y_name) = self.x, self.y

        def at(x, y):
            return left + (x - x0) / (x1 - x0) * width, top + (y1 - y) / (y1 - y0) * height

        out = [f'<text x="{left}" y="20" font-size="14" fill="{INK}">{self.title}</text>']
        for step in range(round((y1 - y0) / dy) + 1):
            y = y0 + step * dy
            _, py = at(x0, y)
            out.append(f'<path d="M{left} {py:.1f}h{width}" stroke="{GREY}" stroke-width="0.5"/>'
                       f'<text x="{left - 6}" y="{py + 4:.1f}" text-anchor="end">{round(y, 6):g}</text>')
        for step in range(round((x1 - x0) / dx) + 1):
            x = x0 + step * dx
            px, _ = at(x, y0)
            out.append(f'<text x="{px:.1f}" y="{top + height + 16}" text-anchor="middle">{round(x, 6):g}</text>')
        out.append(f'<text x="{left + width}" y="{top + height + 32}" text-anchor="end">{x_name}</text>'
                   f'<text x="{left - 50}" y="{top - 8}">{y_name}</text>')
        for number, (name, points, dashed) in enumerate(self.lines):
            colour = COLOURS[number % len(COLOURS)]
            path = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(x, min(max(y, y0), y1)) for x, y in points))
            dash = ' stroke-dasharray="5 3"' if dashed else ""
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>'
                       f'<text x="{left + 8 + 155 * number}" y="{top + height + 32}" fill="{colour}">{name}</text>')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + height + 42}" '
                f'font-family="sans-serif" font-size="11" fill="{INK}"><rect width="100%" height="100%" fill="#fff"/>'
                + "".join(out) + "</svg>\n")


def rise(thrum, sharpness, name):
    chart = Chart(f"Rise and stop of a buzz of 60 ms at {name}", (0, 0.1, 0.02, "s"), (-0.6, 0.6, 0.2, "g"))
    for label, options in (("driven forward", []), ("driven by a sine", ["--drive", "plain"])):
        samples = thrum.buzz(0.06, sharpness, "--signal", "acceleration", "--length", "0.1", *options)
        chart.line(label, [(n / RATE, x) for n, x in enumerate(samples) if n % 8 == 0], dashed=bool(options))
    return chart.draw()


def levels(thrum):
    chart = Chart("Level of a steady buzz over sharpness", (0, 1, 0.1, "sharpness"), (-60, 30, 10, "dB"))
    places = [n / 20 for n in range(21)]
    felt = [(s, thrum.felt(0.8, s)) for s in places]
    chart.line("felt, over the threshold", felt)
    for monitor in ("full", "felt"):
        heard = [(s, 20 * math.log10(amplitude(thrum.buzz(0.4, s, "--monitor", monitor), hertz(s)))
                  + a_weight(hertz(s))) for s in places]
        chart.line(f"heard in {monitor}, dBFS (A)", heard, dashed=monitor == "full")
    return chart.draw()


def pulses(thrum, pattern, motor):
    """Felt level over time of a pattern, of its pulses on a motor, and of the motor on during events."""
    answer = subprocess.run([thrum.command, "feel", pattern, "--pulses", "--on", motor, "--json"], check=True,
                            capture_output=True)
    found, = json.loads(answer.stdout)["motors"]
    levels = found["levels"]
    times = [levels["firstSeconds"] + n * levels["stepSeconds"] for n in range(len(levels["design"]))]
    left = [found[key]["rmsDecibels"] for key in ("difference", "naiveDifference")]
    chart = Chart(f"{Path(pattern).stem} on {motor}: {left[0]:.1f} dB from the phone; on during events, {left[1]:.1f} dB",
                  (0, 4, 0.5, "s"), (0, 50, 10, "dB over the threshold"))
    for name, key in (("the pulses", "train"), ("the pattern on a phone", "design"), ("on during events", "naive")):
        points = [(t, level) for t, level in zip(times, levels[key]) if 0 <= t <= 4]
        chart.line(name, points[::2], dashed=key != "train")
    edges, time = [(0, 0)], 0
    for place, length in enumerate(found["onOff"]):
        level = 0 if place % 2 else 3
        edges += [(time / 1000, level), ((time + length) / 1000, level)]
        time += length
    chart.line("when it is on", edges + [(time / 1000, 0)])
    return chart.draw()


# Sounds, and the patterns that `thrum generate` makes of them

SECONDS = 4


def drums(dice):
    """Kick, hat, snare, hat."""
    yield from ((0.2 + 0.25 * n, 0.25, [kick, hat, snare, hat][n % 4]) for n in range(14))


def kick(age, noise):
    return 0.8 * math.sin(2 * math.pi * 60 * age + 3 * (1 - math.exp(-60 * age))) * math.exp(-18 * age)


def hat(age, noise):
    return 0.3 * noise * math.exp(-80 * age)


def snare(age, noise):
    return (0.4 * noise + 0.3 * math.sin(2 * math.pi * 190 * age)) * math.exp(-25 * age)


def notes(dice):
    """Tones with a 30 ms attack and a long decay."""
    def tone(hertz):
        return lambda age, noise: 0.5 * min(1, age / 0.03) * math.sin(2 * math.pi * hertz * age) * math.exp(-3 * age)
    yield from ((0.2 + 0.45 * n, 1, tone([110, 294, 165, 392, 220][n % 5])) for n in range(8))


def rain(dice):
    """Wind that rises and falls, and drops."""
    yield 0, SECONDS, lambda age, noise: 0.12 * noise * (0.5 - 0.5 * math.cos(2 * math.pi * age / 2))
    for n in range(12):
        hertz = dice.uniform(600, 2500)
        yield 0.15 + 0.31 * n, 0.08, lambda age, noise, f=hertz: 0.5 * math.sin(2 * math.pi * f * age) * math.exp(-60 * age)


def generated(thrum, what):
    """An SVG of the sound above its pattern."""
    dice = random.Random(1)
    samples = [0.0] * (SECONDS * RATE)
    for time, length, value in what(dice):
        for n in range(int(length * RATE)):
            at = int(time * RATE) + n
            if at < len(samples):
                samples[at] += value(n / RATE, dice.random() * 2 - 1)
    peak = max(map(abs, samples))
    with tempfile.TemporaryDirectory() as folder:
        sound, pattern, picture = (Path(folder, what.__name__ + ending) for ending in (".wav", ".ahap", ".svg"))
        with wave.open(str(sound), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(array.array("h", [round(30_000 * x / peak) for x in samples]).tobytes())
        subprocess.run([thrum.command, "generate", sound, "-o", pattern], check=True, capture_output=True)
        subprocess.run([thrum.command, "plot", pattern, "-o", picture, "--width", "900", "--height", "420", "--from", "0",
                        "--to", str(SECONDS), "--title", pattern.name], check=True)
        drawn = picture.read_text()
    # Aligns the sound with the plot's panels.
    left, right, top, height = 66, 858, 36, 84
    columns = right - left
    points = []
    for side in (max, min):
        part = [side(samples[len(samples) * c // columns:len(samples) * (c + 1) // columns]) / peak for c in range(columns)]
        line = [f"{left + c},{top + height / 2 * (1 - x):.1f}" for c, x in enumerate(part)]
        points += line if side is max else line[::-1]
    body = re.sub(r"<\?xml.*?\?>", "", drawn)
    body = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', rf'\1y="{top + height}" width="900" height="420"', body, count=1)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {420 + top + height}" font-family="sans-serif" font-size="11">'
            f'<rect width="100%" height="100%" fill="white"/>{body}<polygon points="{" ".join(points)}" fill="#2e7d73"/>'
            f'<text x="{left}" y="{top - 12}" fill="{INK}" font-size="13" font-weight="bold">{sound.name}</text></svg>\n')


def main():
    thrum, folder = Thrum(sys.argv[1]), Path(sys.argv[2])
    (folder / "rise.svg").write_text(rise(thrum, 0.422601, "the default sharpness"))
    (folder / "rise-low.svg").write_text(rise(thrum, 0, "sharpness 0"))
    for what in (drums, notes, rain):
        (folder / f"generate-{what.__name__}.svg").write_text(generated(thrum, what))
    (folder / "levels.svg").write_text(levels(thrum))
    for motor in ("erm-coin", "coin-lra-175", "coin-lra-235"):
        (folder / f"pulses-{motor}.svg").write_text(pulses(thrum, ROOT / "Patterns/rumble.ahap", motor))


if __name__ == "__main__":
    main()
