"""The timeline is the page: what share of the window it has, and what is drawn in it."""

from rig import PageTest, TAP
from test_selection import curve, tap

import json

DENSE = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 3, "EventParameters": []}},
    *[curve("HapticIntensityControl", [(index * 0.15 + step * 0.01, (step % 2) * 0.5 + 0.2) for step in range(15)])
      for index in range(20)]]})


class Stage(PageTest):
    files = {"tap.ahap": TAP, "x-dense.ahap": DENSE}
    showsText = False
    opens = True

    def share(self):
        return self.b.run("return document.getElementById('timeline').getBoundingClientRect().height / innerHeight")

    def test_the_timeline_has_most_of_the_window(self):
        for width, height, least in ((1280, 800, 0.55), (1440, 900, 0.60), (1920, 1080, 0.60)):
            with self.subTest(width=width):
                self.b.resize(width, height)
                self.drawn()
                self.assertGreaterEqual(self.share(), least)

    def test_the_views_below_open_on_request_and_stay_as_they_are(self):
        self.assertFalse(self.b.run("return document.getElementById('panel-table').offsetParent !== null"))
        order = self.b.run("return [...document.querySelectorAll('#lower-tabs [role=tab]')].map(({ id }) => id)")
        self.assertEqual(order, ["tab-table", "tab-findings", "tab-text"])
        self.b.click("#tab-table")
        self.b.wait("document.querySelectorAll('#events tbody tr').length > 2", what="the table of events")
        self.b.click("#toggle-lower")
        self.b.wait("document.getElementById('panel-table').offsetParent === null", what="the views' end")
        self.b.click("#toggle-lower")
        self.visit()
        self.assertTrue(self.b.run("return document.getElementById('panel-table').offsetParent !== null"))

    def test_with_nothing_selected_the_inspector_shows_the_pattern(self):
        self.b.wait("document.getElementById('inspector').textContent.includes('felt clearly')", what="the strength")
        words = self.b.text("#inspector")
        for part in ("tap.ahap", "0.900 s", "1 tap", "A tap and a hold."):
            self.assertIn(part, words)

    def test_points_of_dense_curves_are_drawn_only_at_the_pointer(self):
        """Counts dark squares: the picture with all curves selected has many more."""
        self.open_file("x-dense.ahap")
        plain = self.ink()
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a")
        self.drawn()
        self.assertGreater(self.ink(), plain * 1.5)

    def ink(self):
        """Pixels of the intensity panel in the colour of selected points or of points' frames."""
        return self.b.run("""const canvas = document.getElementById("picture");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, Math.round(canvas.height * 0.5));
            let dark = 0; for (let at = 0; at < data.length; at += 4) if (data[at] < 60 && data[at + 1] < 130 && data[at + 2] < 120) dark += 1;
            return dark""")

    def test_values_are_at_the_pointer_while_something_is_dragged(self):
        self.b.click("#tool-hold")
        points = [self.spot(0.25, 0.2), self.spot(0.35, 0.5), self.spot(0.45, 0.8)]
        self.b.drag(points, release=False)
        self.b.wait("!document.getElementById('bubble').hidden", what="the values")
        words = self.b.text("#bubble")
        self.assertIn("0.25 s to 0.45 s, intensity 0.2 to 0.8", words)
        box, frame = self.box("#bubble"), self.box("#timeline")
        self.assertLess(abs(box["left"] - points[-1][0]), 220)
        self.assertGreaterEqual(box["top"], frame["top"])
        self.b.let_go()
        self.b.wait("document.getElementById('bubble').hidden", what="the values' end")

    def test_a_diagonal_stroke_with_hold_makes_a_ramp(self):
        self.b.click("#tool-hold")
        self.b.drag([self.spot(0.25, 0.2), self.spot(0.35, 0.5), self.spot(0.45, 0.8)])
        self.drawn()
        events = [entry["Event"] for entry in self.pattern() if "Event" in entry]
        self.assertEqual(len(events), 3)
        self.assertAlmostEqual(events[2]["EventParameters"][0]["ParameterValue"], 0.8, delta=0.02)
        made = [entry["ParameterCurve"] for entry in self.pattern() if "ParameterCurve" in entry][-1]
        values = [point["ParameterValue"] for point in made["ParameterCurveControlPoints"]]
        self.assertAlmostEqual(values[0], 0.25, delta=0.04)
        self.assertEqual(values[-1], 1)

    def test_taps_are_drawn_at_the_height_at_which_they_act(self):
        self.b.run("document.getElementById('tab-text').click()")
        self.set_text(json.dumps({"Version": 1.0, "Pattern": [
            tap(0.5, 1.0), curve("HapticIntensityControl", [(0, 0.4), (1, 0.4)])]}))
        self.b.wait("document.getElementById('summary').textContent.startsWith('1.000')", what="the analysis")
        self.drawn()
        x, y = self.spot(0.5, 0.4)
        self.b.drag([(x, y)])
        self.b.wait("document.getElementById('inspector-title').textContent.startsWith('Tap')", what="the tap's values")


class FirstPlay(PageTest):
    """The page asks once what the user listens with, and is then heard."""

    def test_the_first_play_asks_and_is_heard(self):
        for answer, monitor in (("laptop", "small-speaker"), ("headphones", "felt")):
            with self.subTest(answer=answer):
                self.b.forget()
                self.visit()
                self.open_file()
                self.b.run("window.isAskedToListen = true; document.getElementById('timeline').focus()")
                self.b.press("Space")
                self.b.wait("document.getElementById('listen-dialog').open", what="the question")
                self.b.click(f"#listen-dialog [data-listen={answer}]")
                self.b.wait("document.querySelector('#play .label').textContent === 'Pause'", what="the sound")
                self.assertEqual(self.b.value("#monitor"), monitor)
                self.b.wait("""(() => { const found = /^(−?[0-9.]+) dB$/.exec(document.getElementById("meter-text").textContent);
                    return found && Number(found[1].replace("−", "-")) >= -30 })()""", what="a level of -30 dBFS")
                self.b.press("Space")
                self.b.press("Space")
                self.assertFalse(self.b.run("return document.getElementById('listen-dialog').open"))
                self.b.press("Space")
