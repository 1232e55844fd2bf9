"""The composing task: "a knock (2 taps), a swell and two ticks" from an empty page, by keyboard, mouse and touch alone.

Counts the keys and gestures, prints them and holds them to the promised numbers.
"""

import subprocess

from counting import CountedTest
from rig import SIZE, THRUM

MOST_KEYS = 60
MOST_GESTURES = 10
SIZES = [SIZE] if SIZE else [(360, 740), (1280, 720)]


class Composing(CountedTest):
    files = {}

    def check(self, by, most):
        """The result is the task's, and no finding but notes; prints and checks the count."""
        events = [entry["Event"] for entry in self.pattern() if "Event" in entry]
        events.sort(key=lambda event: event["Time"])
        kinds = [event["EventType"].removeprefix("Haptic") for event in events]
        self.assertEqual(kinds, ["Transient", "Transient", "Continuous", "Transient", "Transient"])
        swell = events[2]
        curves = [entry["ParameterCurve"] for entry in self.pattern() if "ParameterCurve" in entry]
        self.assertEqual(len(curves), 1)
        points = curves[0]["ParameterCurveControlPoints"]
        self.assertEqual(curves[0]["Time"], swell["Time"])
        self.assertAlmostEqual(points[-1]["Time"], swell["EventDuration"], delta=0.001)
        values = [point["ParameterValue"] for point in points]
        self.assertEqual(values, sorted(values))
        self.assertLess(values[0], 0.2, self.text)
        for tick in events[3:]:
            self.assertGreater(tick["Time"], swell["Time"] + swell["EventDuration"])
            sharpness = [one["ParameterValue"] for one in tick["EventParameters"] if one["ParameterID"] == "HapticSharpness"]
            self.assertGreater(sharpness[0], 0.75)
        path = self.studio.folder / "made.ahap"
        path.write_text(self.text, encoding="utf-8")
        lint = subprocess.run([THRUM, "lint", "--strict", "--quiet", str(path)], capture_output=True, text=True)
        path.unlink()
        self.assertEqual(lint.returncode, 0, lint.stdout)
        width = self.b.run("return innerWidth")
        print(f"composing by {by}, {width} points wide: {self.count} of at most {most}", flush=True)
        self.assertLessEqual(self.count, most)

    def test_by_keyboard(self):
        self.press("u", "t", "Escape", "ArrowRight", "ArrowRight", "t", "Escape")
        self.press("ArrowRight", "ArrowRight", "ArrowRight", "c", "e", *"0.6", "Enter", "1", "Escape")
        self.press(*["ArrowRight"] * 8, "t", "s", *"0.9", "Enter", "Escape")
        self.press("ArrowRight", "t", "s", *"0.9", "Enter")
        self.check("keyboard", MOST_KEYS)

    def pointer(self, kind):
        for width, height in SIZES:
            with self.subTest(width=width):
                self.b.resize(width, height)
                self.visit()
                self.click("#empty-new", kind)
                self.b.wait("document.getElementById('document-name').textContent.startsWith('untitled')")
                self.drawn()
                self.double(self.at(0.1, 0.9), kind)
                self.double(self.at(0.3, 0.9), kind)
                self.click("#tool-hold", kind)
                self.drag(self.at(0.6, 0.4), self.at(0.8, 0.6), self.at(1.2, 0.8), kind=kind)
                # In a narrow window the inspector is a sheet over the timeline.
                isSheet = self.b.run("return getComputedStyle(document.getElementById('tools')).position === 'fixed'")
                if isSheet:
                    self.click("#toggle-tools", kind)
                self.click("#inspector [data-shape=swell]", kind)
                if isSheet:
                    self.click("#close-tools", kind)
                self.double(self.at(1.5, 0.9, "sharpness"), kind)
                self.double(self.at(1.7, 0.9, "sharpness"), kind)
                self.check(kind, MOST_GESTURES)

    def test_by_mouse(self):
        self.pointer("mouse")

    def test_by_touch(self):
        self.pointer("touch")
