"""Envelopes of one continuous event: ready-made shapes, drawing, moving, and curves that others share."""

import json

from rig import PageTest


def event(kind, time, **more):
    return {"Event": {"Time": time, "EventType": kind, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 0.8}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}], **more}}


def text(*entries):
    return json.dumps({"Version": 1.0, "Pattern": list(entries)}, indent=2)


HOLD = event("HapticContinuous", 0.4, EventDuration=0.8)
FILES = {
    "hold.ahap": text(HOLD, event("HapticTransient", 1.6)),
    "shared.ahap": text(HOLD, event("HapticTransient", 0.8), event("HapticTransient", 1.6)),
    "crowded.ahap": text(HOLD, event("HapticContinuous", 0.6, EventDuration=1.0)),
}


class Envelopes(PageTest):
    files = FILES

    def open_hold(self, name="hold.ahap"):
        self.open_file(name)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")

    def curves(self):
        return [entry["ParameterCurve"] for entry in self.pattern() if "ParameterCurve" in entry]

    def points(self):
        return [(round(one["Time"] + point["Time"], 3), point["ParameterValue"])
                for one in self.curves() for point in one["ParameterCurveControlPoints"]]

    def shape(self, name):
        self.b.click(f"#inspector [data-shape={name}]")

    def note(self):
        return self.b.run("return [...document.querySelectorAll('#inspector .hint')].filter((one) => !one.hidden).map((one) => one.textContent).join()")

    def test_one_click_gives_a_shape_and_one_undo_takes_it_back(self):
        self.open_hold()
        before = self.text
        self.shape("swell")
        self.assertEqual(self.points(), [(0.4, 0), (1.2, 1)])
        self.assertEqual(self.b.text("#inspector-title"), "Hold")
        self.b.press("Control+z")
        self.assertEqual(self.text, before)

    def test_the_keys_one_to_six_give_and_remove_shapes(self):
        self.open_hold()
        before = self.pattern()
        for key, points in [("1", 2), ("2", 2), ("3", 3), ("4", 13), ("5", 5)]:
            self.b.press(key)
            self.assertEqual(len(self.points()), points, key)
        self.b.press("6")
        self.assertEqual(self.pattern(), before)

    def test_several_events_are_shaped_together(self):
        self.open_hold("crowded.ahap")
        self.set_text(text(HOLD, event("HapticContinuous", 1.5, EventDuration=0.5)))
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a", "2")
        self.assertEqual(self.points(), [(0.4, 1), (1.2, 0), (1.5, 1), (2.0, 0)])
        self.b.press("Control+z")
        self.assertEqual(self.curves(), [])

    def test_an_envelope_moves_and_stretches_with_a_dragged_event(self):
        self.open_hold()
        self.b.press("2", "Escape")
        self.b.drag([self.spot(0.6, 0.2), self.spot(0.65, 0.2), self.spot(0.8, 0.2)])
        start = self.pattern()[0]["Event"]["Time"]
        self.assertAlmostEqual(start, 0.6, delta=0.02)
        self.assertEqual(self.points(), [(round(start, 3), 1), (round(start + 0.8, 3), 0)])
        end = start + 0.8
        self.b.drag([self.spot(end, 0.4), self.spot(end - 0.1, 0.4), self.spot(end - 0.4, 0.4)])
        length = self.pattern()[0]["Event"]["EventDuration"]
        self.assertAlmostEqual(length, 0.4, delta=0.03)
        self.assertEqual(self.points(), [(round(start, 3), 1), (round(start + length, 3), 0)])
        self.b.press("ArrowRight")
        self.assertEqual(self.points()[0], (round(start + 0.01, 3), 1))
        self.b.press("Delete")
        self.assertEqual(len(self.pattern()), 1)

    def test_the_number_fields_move_the_envelope_too(self):
        self.open_hold()
        self.b.press("2", "o", *"1", "Enter")
        self.assertEqual(self.points(), [(1.0, 1), (1.8, 0)])
        self.assertEqual(self.b.run("return document.activeElement.id"), "timeline")
        self.tab("table")
        self.b.type('[data-key="0.Event"][data-column="length"]', "")
        self.b.press("Control+a", *"0.5", "Enter")
        self.assertEqual(self.points(), [(1.0, 1), (1.5, 0)])

    def test_handles_at_its_corners_fade_a_hold_in_and_out(self):
        self.open_hold()
        before = self.text
        y = self.panel_y("intensity", 0.8)
        (left, _), (right, _), (to_left, _), (to_right, _) = [self.spot(time, 0.5) for time in (0.4, 1.2, 0.6, 1.0)]
        self.b.drag([(left + 16, y), (left + 30, y), (to_left + 16, y)])
        self.drawn()
        # An attack acts on no other event.
        self.assertEqual(self.curves(), [])
        self.assertAlmostEqual(0.005 * 300 ** self.parameter(0, "AttackTime"), 0.2, delta=0.01)
        self.b.drag([(right - 16, y), (right - 30, y), (to_right - 16, y)])
        self.drawn()
        times, values = zip(*self.points())
        self.assertEqual(values, (1, 1, 0))
        for time, wanted in zip(times, (0.4, 1.0, 1.2)):
            self.assertAlmostEqual(time, wanted, delta=0.01)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z", "Control+z")
        self.assertEqual(self.text, before)

    def test_the_first_handle_is_at_the_end_of_the_attack(self):
        self.open_hold()
        y = self.panel_y("intensity", 0.8)
        (left, _), (first, _), (second, _) = [self.spot(time, 0.5) for time in (0.4, 0.7, 0.8)]
        self.b.drag([(left + 16, y), (left + 30, y), (first + 16, y)])
        self.drawn()
        self.b.drag([(first, y), (first + 9, y), (second, y)])
        self.drawn()
        self.assertAlmostEqual(0.005 * 300 ** self.parameter(0, "AttackTime"), 0.4, delta=0.01)
        self.assertEqual(self.curves(), [])

    def test_a_stroke_over_an_event_becomes_its_envelope(self):
        self.open_hold()
        self.b.click("#tool-curve")
        self.b.drag([self.spot(*point) for point in [(0.41, 0.1), (0.5, 0.3), (0.7, 0.7), (0.8, 0.9), (1.0, 0.5), (1.18, 0.05)]])
        self.assertAlmostEqual(self.parameter(0, "HapticIntensity"), 0.9, delta=0.03)
        points = self.points()
        self.assertEqual((points[0][0], points[-1][0]), (0.4, 1.2))
        self.assertAlmostEqual(max(value for _, value in points), 1, delta=0.001)
        self.b.press("Escape", "Control+z")
        self.assertEqual(self.curves(), [])

    def test_a_point_of_an_envelope_is_dragged_on_its_event(self):
        self.open_hold()
        self.b.press("2", "Escape")
        self.b.drag([self.spot(1.2, 0), self.spot(1.2, 0.2), self.spot(1.2, 0.4)], helper="Shift")
        self.assertEqual(self.points()[0], (0.4, 1))
        self.assertAlmostEqual(self.points()[1][1], 0.5, delta=0.04)

    def test_a_double_click_on_the_outline_adds_a_point(self):
        self.open_hold()
        self.b.press("2", "Escape")
        self.twice(*self.spot(0.8, 0.4))
        self.assertEqual(len(self.points()), 3)
        self.assertAlmostEqual(self.points()[1][1], 0.5, delta=0.03)

    def test_the_inspector_says_what_a_curve_shares_and_separates_it(self):
        self.open_hold("shared.ahap")
        self.assertEqual(self.note(), "")
        self.shape("fade")
        self.assertIn("also changes 1 tap.", self.note())
        self.b.button("#inspector", "Use its own attack and decay")
        self.assertEqual(self.curves(), [])
        self.assertEqual(self.parameter(0, "Sustained"), 0)
        self.assertGreater(self.parameter(0, "DecayTime"), 0.5)
        self.assertEqual(self.note(), "")
        self.b.press("Control+z")
        self.assertEqual(len(self.curves()), 1)

    def test_a_shape_that_a_tap_shares_is_explained(self):
        self.open_hold("shared.ahap")
        self.shape("decay")
        self.assertIn("also changes 1 tap. Raise it to compensate", self.note())

    def test_a_shape_that_cannot_be_separated_is_explained(self):
        self.open_hold("crowded.ahap")
        self.shape("tremor")
        self.assertIn("also changes 1 hold. It therefore does not move with this event.", self.note())
        self.assertIn("This shape cannot be limited to one event", self.note())
        hidden = "return [...document.querySelectorAll('#inspector button')].find((one) => one.textContent.startsWith('Use its own')).hidden"
        self.assertTrue(self.b.run(hidden))

    def test_the_envelope_is_found_again_after_a_reload_from_the_file(self):
        self.open_hold()
        self.b.press("3", "Control+s")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.visit()
        self.open_hold()
        self.b.press("o", *"+0.1", "Enter")
        self.assertEqual(self.points(), [(0.5, 0), (0.9, 1), (1.3, 0)])

    def test_shapes_without_a_selection_ask_for_one(self):
        self.open_hold()
        self.b.press("Escape", "1")
        self.b.wait("document.getElementById('notice').textContent.includes('Select a hold first')")


class Keys(PageTest):
    files = FILES

    def test_u_begins_a_pattern_in_the_timeline(self):
        self.b.run("document.activeElement.blur()")
        self.b.press("u")
        self.b.wait("document.getElementById('document-name').textContent === 'untitled.ahap'")
        self.assertEqual(self.b.run("return document.activeElement.id"), "timeline")

    def test_letters_lead_to_the_fields_and_enter_leads_back(self):
        self.open_file("hold.ahap")
        self.b.run("document.getElementById('timeline').focus()")
        self.tab("history")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        for key, field, number in [("i", "HapticIntensity", "0.5"), ("s", "HapticSharpness", "0.9"), ("e", "length", "0.25")]:
            self.b.press(key)
            self.assertEqual(self.b.run("return document.activeElement.dataset.field"), field)
            self.b.press(*number, "Enter")
            self.assertEqual(self.b.run("return document.activeElement.id"), "timeline")
        self.assertEqual((self.parameter(0, "HapticIntensity"), self.parameter(0, "HapticSharpness")), (0.5, 0.9))
        self.assertEqual(self.pattern()[0]["Event"]["EventDuration"], 0.25)
        self.b.press("i", *"oh", "Enter")
        self.assertEqual(self.b.run("return document.activeElement.dataset.field"), "HapticIntensity")
        self.b.press("Escape")
        self.assertEqual(self.b.run("return document.activeElement.id"), "timeline")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 0.5)

    def test_the_help_lists_them(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("?")
        words = self.b.text("#shortcuts")
        for part in ("new, untitled pattern", "go to the sharpness", "go to the length", "hit and decay", "remove the envelope"):
            self.assertIn(part, words)
