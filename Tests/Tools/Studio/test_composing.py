"""The composing task: "a knock (2 taps), a swell and two ticks" from an empty page, by keyboard, mouse and touch alone.

Counts the keys and gestures, prints them and holds them to the promised numbers: a key is one stroke, each sign that is
typed included; a gesture is one click, double click, tap, double tap, drag or scroll.
"""

import subprocess

from rig import PageTest, SIZE, THRUM

MOST_KEYS = 60
MOST_GESTURES = 10
SIZES = [SIZE] if SIZE else [(360, 740), (1280, 720)]


class Composing(PageTest):
    files = {}

    def visit(self):
        self.b.open(self.studio.address)
        self.b.wait("document.getElementById('connection').textContent === 'connected'")
        self.b.run("document.activeElement.blur()")
        self.count = 0

    def press(self, *keys):
        self.count += len(keys)
        self.b.press(*keys)

    def click(self, selector, kind="mouse"):
        self.count += 1
        self.count += self.b.run("""const one = document.querySelector(arguments[0]); const before = one.getBoundingClientRect().top;
            one.scrollIntoView({ block: "nearest" });
            return one.getBoundingClientRect().top === before ? 0 : 1""", selector)
        box = self.box(selector)
        self.b.drag([(box["left"] + box["width"] / 2, box["top"] + box["height"] / 2)], kind=kind)
        self.drawn()

    def drag(self, *places, kind="mouse"):
        self.count += 1
        self.b.drag(list(places), kind=kind)
        # A touch that a busy page sees for half a second is a long press, not a tap.
        self.drawn()
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis")

    def double(self, place, kind):
        self.count += 1
        x, y = place
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.b.actions({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, *press, *press]})
        self.drawn()

    def at(self, time_, value, panel="intensity"):
        """The point in the window for a time and a value. Scrolls there first if it is outside, which counts."""
        self.count += self.b.run("""const { top, bottom } = document.getElementById("timeline").getBoundingClientRect();
            return top < 0 || bottom > innerHeight ? 1 : 0""")
        x, _ = self.spot(time_, 0.5)
        return x, self.panel_y(panel, value)

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
        self.assertLess(values[0], 0.2)
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
