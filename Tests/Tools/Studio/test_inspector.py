"""The inspector: sliders beside the numbers, what the motor can do, several items, one undo step for a drag."""

import json
import subprocess
import urllib.request

from rig import PageTest, TAP, THRUM


class Sliders(PageTest):
    def setUp(self):
        super().setUp()
        self.open_file()

    def select(self, *keys):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(*keys)

    def slider(self, field):
        return f"#inspector .field-row:has([data-field={field}]) [type=range]"

    def place(self, field, value):
        """The point in the window for a value of a slider, whose thumb is 16 pixels wide."""
        self.b.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", self.slider(field))
        return self.b.run("""const one = document.querySelector(arguments[0]); const box = one.getBoundingClientRect();
            const share = (arguments[1] - one.min) / (one.max - one.min);
            return [box.left + 8 + share * (box.width - 16), box.top + box.height / 2]""", self.slider(field), value)

    def focus(self, field):
        self.b.run("document.querySelector(arguments[0]).focus()", self.slider(field))

    def spoken(self, field):
        return self.b.run("return document.querySelector(arguments[0]).ariaValueText", self.slider(field))

    def steps(self):
        return self.b.run("return document.querySelectorAll('#history [data-index]').length")

    def test_a_drag_sets_the_value_and_is_one_step(self):
        self.select("n")
        self.tab("history")
        before = self.steps()
        self.tab("inspector")
        self.b.drag([self.place("HapticIntensity", value) for value in (0.8, 0.7, 0.5, 0.3, 0.4)])
        self.assertAlmostEqual(self.parameter(0, "HapticIntensity"), 0.4, delta=0.02)
        self.tab("history")
        self.assertEqual(self.steps(), before + 1)
        self.assertIn("Change intensity", self.b.text("#history li:last-child"))
        self.b.press("Control+z")
        self.assertEqual(self.text, TAP)

    def test_two_drags_are_two_steps(self):
        self.select("n")
        self.b.drag([self.place("HapticIntensity", value) for value in (0.8, 0.5)])
        self.b.drag([self.place("HapticIntensity", value) for value in (0.5, 0.2)])
        self.b.press("Control+z")
        self.assertAlmostEqual(self.parameter(0, "HapticIntensity"), 0.5, delta=0.02)

    def test_arrow_keys_step_by_a_twentieth_and_with_shift_by_a_hundredth(self):
        self.select("n")
        self.focus("HapticIntensity")
        self.b.press("ArrowLeft")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 0.75)
        self.b.press("Shift+ArrowRight")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 0.76)
        self.focus("time")
        self.b.press("ArrowRight")
        self.assertEqual(self.pattern()[0]["Event"]["Time"], 0.21)
        self.b.press("Shift+ArrowLeft")
        self.assertEqual(self.pattern()[0]["Event"]["Time"], 0.209)

    def test_lengths_and_envelope_times_have_sliders(self):
        self.select("n", "n")
        for field in ("time", "length", "HapticSharpness", "AttackTime", "DecayTime", "ReleaseTime"):
            self.focus(field)
            self.b.press("ArrowUp")
        event = self.pattern()[1]["Event"]
        self.assertEqual((event["Time"], event["EventDuration"]), (0.51, 0.41))
        self.assertEqual([self.parameter(1, name) for name in ("HapticSharpness", "AttackTime", "DecayTime", "ReleaseTime")],
                         [0.15, 0.05, 0.05, 0.05])

    def test_points_have_a_slider_for_their_value(self):
        self.b.drag([self.spot(0.9, 0.24)])
        self.focus("value")
        self.b.press("ArrowUp")
        self.assertEqual(self.pattern()[2]["ParameterCurve"]["ParameterCurveControlPoints"][1]["ParameterValue"], 0.45)

    def test_several_values_are_mixed_and_keep_their_differences(self):
        self.set_text(json.dumps({"Version": 1, "Pattern": [
            {"Event": {"Time": 0.1 * index, "EventType": "HapticTransient", "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": 0.4 + 0.1 * index}]}} for index in range(1, 4)]}))
        self.select("Control+a")
        self.assertTrue(self.spoken("HapticIntensity").startswith("mixed, 0.5 to 0.7"))
        self.focus("HapticIntensity")
        self.b.press("ArrowRight")
        self.assertEqual([self.parameter(index, "HapticIntensity") for index in range(3)], [0.55, 0.65, 0.75])
        self.b.drag([self.place("HapticIntensity", 0.65), self.place("HapticIntensity", 0.3)])
        low, middle, high = (self.parameter(index, "HapticIntensity") for index in range(3))
        self.assertAlmostEqual(middle - low, 0.1)
        self.assertAlmostEqual(high - middle, 0.1)
        self.assertAlmostEqual(middle, 0.3, delta=0.03)

    def reach(self, **values):
        address = f"http://127.0.0.1:{self.studio.port}"
        fields = {"X-Thrum-Token": self.studio.address.split("token=")[1], "Origin": address, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{address}/api/ask/reach", data=json.dumps(values).encode(), headers=fields)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def verdict(self, intensity):
        """What `thrum feel` says of a tap of sharpness 0.5."""
        pattern = self.studio.folder / "one.ahap"
        pattern.write_text(json.dumps({"Version": 1, "Pattern": [{"Event": {
            "Time": 0, "EventType": "HapticTransient", "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": intensity},
                {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}]}), encoding="utf-8")
        said = subprocess.run([THRUM, "feel", str(pattern), "--on", "watch-taptic", "--json"], capture_output=True, text=True)
        pattern.unlink()
        return json.loads(said.stdout)["motors"][0]["events"][0]["verdict"]

    def test_the_marked_limit_is_that_of_thrum_feel(self):
        least = self.reach(actuator="watch-taptic")["leastIntensity"][8]
        self.assertEqual(self.verdict(least), "faint")
        self.assertEqual(self.verdict(round(least - 0.01, 2)), "not-felt")

    def test_the_limit_follows_the_motor(self):
        self.select("n")
        shown = "return document.querySelector('.field-row:has([data-field=HapticIntensity]) .note').textContent"
        strip = """return document.querySelector('.field-row:has([data-field=HapticIntensity]) .strip-limits').style.background"""
        for motor in ("iphone-taptic", "watch-taptic"):
            self.b.choose("#actuator", motor)
            least = self.reach(actuator=motor)["leastIntensity"][8]
            self.until(lambda: self.b.run(shown) == f"felt from {least:.2f}", f"the limit {least} of {motor}")
            self.assertIn(f"{round(least * 100)}%", self.b.run(strip))
            self.assertIn(f"felt from {least:.2f}", self.spoken("HapticIntensity"))
        self.b.choose("#actuator", "iphone-taptic")
        sharpness = "return document.querySelector('.field-row:has([data-field=HapticSharpness]) .note').textContent"
        self.until(lambda: self.b.run(sharpness) == "136 Hz", "the frequency")
