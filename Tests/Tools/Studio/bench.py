"""Measures the page with many events: `make bench-studio`. Exit code 1 if a limit is exceeded.

A frame is measured from the pointer event to the end of drawing, an edit from the key press to the picture.
"""

import json
import statistics
import sys
import time
import unittest

import rig

# Number of events, limit of a hover or drag frame in ms, limit of an edit in ms.
CASES = [(5_000, 1000 / 60, 50), (20_000, 1000 / 30, 150), (100_000, None, None)]


def pattern(count):
    entries = []
    for index in range(count):
        at = round(index * 0.01, 4)
        kind = "HapticContinuous" if index % 5 == 0 else "HapticTransient"
        length = ', "EventDuration": 0.03' if index % 5 == 0 else ""
        level, sharp = 0.2 + (index * 37 % 80) / 100, (index * 53 % 100) / 100
        entries.append(
            f'        {{ "Event": {{ "Time": {at}, "EventType": "{kind}"{length}, "EventParameters": [\n'
            f'            {{ "ParameterID": "HapticIntensity", "ParameterValue": {level:.2f} }},\n'
            f'            {{ "ParameterID": "HapticSharpness", "ParameterValue": {sharp:.2f} }}\n        ] }} }}')
    return '{\n    "Version": 1.0,\n    "Pattern": [\n' + ",\n".join(entries) + "\n    ]\n}\n"


# Measures the milliseconds from `act(index)` to the end of the next frame, `count` times.
FRAMES = """
const frame = document.getElementById("timeline");
const box = frame.getBoundingClientRect();
const painted = () => new Promise((done) => requestAnimationFrame(() => { const c = new MessageChannel();
    c.port1.onmessage = done; c.port2.postMessage(0); }));
const point = (type, x, y, buttons) => frame.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 7, button: buttons ? 0 : -1,
    buttons, clientX: box.left + x, clientY: box.top + y, pointerType: "mouse" }));
frame.setPointerCapture = () => {};
const measure = async (act, count) => {
  const spent = [];
  for (let index = 0; index < count; index += 1) {
    await painted();
    const begin = performance.now();
    act(index);
    const acted = performance.now();
    let drawn = 0;
    await new Promise((done) => requestAnimationFrame(() => {
      const start = performance.now();
      const c = new MessageChannel();
      c.port1.onmessage = () => { drawn = performance.now() - start; done(); };
      c.port2.postMessage(0);
    }));
    spent.push(acted - begin + drawn);
  }
  return spent;
};
"""


class Bench(rig.PageTest):
    files = {f"{count}.ahap": pattern(count) for count, _, _ in CASES}
    size = (1440, 900)

    def place(self, time_, level):
        """A point in the window for a time and level. Unlike `spot` it does not need the text of a long pattern."""
        return self.b.run("""const given = arguments; return (async () => {
            const { placePanels } = await import("/panels.js");
            const timeline = document.getElementById("timeline");
            const frame = timeline.getBoundingClientRect();
            const [from, to, left, width] = timeline.dataset.view.split(" ").map(Number);
            const panel = placePanels(["intensity", "sharpness", "wave"], Math.floor(frame.height)).get("intensity");
            return [frame.left + left + (given[0] - from) / (to - from) * width, frame.top + panel.y(given[1])];
            })()""", time_, level)

    def test_frames_and_edits(self):
        missed = []
        self.b.ask("POST", "timeouts", {"script": 300_000})
        for count, frame, edit in CASES:
            begin = time.monotonic()
            self.b.click(f'#file-list [data-path="{count}.ahap"]')
            self.b.wait(f"document.getElementById('document-name').textContent === '{count}.ahap'"
                        " && document.getElementById('summary').textContent.includes('peak')", patience=60)
            opened = time.monotonic() - begin
            print(f"{count:7} events: opened and rendered in {opened:.2f} s", flush=True)
            rows = {
                "hover": self.b.run(FRAMES + "return measure((i) => point('pointermove', 100 + i * 9, 60 + (i * 31) % 200, 0), 40)"),
            }
            for zoom in range(14):
                self.b.click("#zoom-in")
            rows["hover, zoomed in"] = self.b.run(
                FRAMES + "return measure((i) => point('pointermove', 100 + i * 9, 60 + (i * 31) % 200, 0), 40)")
            self.b.run("document.getElementById('timeline').focus()")
            self.b.press("n")
            rows["edit"] = self.b.run(FRAMES + """
                const press = (key) => frame.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
                return measure((i) => press(i % 2 ? "ArrowLeft" : "ArrowRight"), 12)""")
            self.b.click("#fit")
            middle = count // 2 // 5 * 5 + 1
            a, b = self.place(middle * 0.01, 0.2 + (middle * 37 % 80) / 100)
            rows["drag"] = self.b.run(FRAMES + """
                const [x, y] = [arguments[0] - box.left, arguments[1] - box.top];
                point("pointerdown", x, y, 1);
                return measure((i) => point("pointermove", x + 4 + i, y + i % 7, 1), 10)""", a, b)
            self.b.run("document.getElementById('timeline').dispatchEvent(new PointerEvent('pointerup', { pointerId: 7, bubbles: true }))")
            self.b.click("#keep-a")
            self.b.run("document.getElementById('timeline').focus()")
            self.b.press("ArrowRight")
            self.b.wait("!document.getElementById('show-a').disabled")
            rows["flip A/B"] = self.b.run(FRAMES + """
                const press = (key) => frame.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
                return measure(() => press("x"), 8)""")
            for name, spent in rows.items():
                spent.sort()
                median, most = statistics.median(spent), spent[int(len(spent) * 0.9)]
                bound = edit if name in ("edit", "flip A/B") else frame
                verdict = "" if bound is None else ("ok" if median <= bound else "MISSED")
                if verdict == "MISSED":
                    missed.append(f"{name} with {count}")
                limit = "" if bound is None else f" (at most {bound:.0f} ms)"
                print(f"{count:7} events, {name:18} {median:7.1f} ms, nine of ten below {most:7.1f} ms{limit} {verdict}", flush=True)
        self.assertEqual(missed, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
