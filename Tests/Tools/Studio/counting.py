"""Counts what a person does in the page: keys and gestures.

A key is one stroke, each sign that is typed included; a gesture is one click, double click, tap, double tap, drag or
scroll.
"""

from rig import PageTest


class CountedTest(PageTest):
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
