"""What edits do to a whole selection: they change what is inside it, once, and nothing else."""

import json

from rig import PageTest


def tap(time, intensity=0.5):
    return {"Event": {"Time": time, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": intensity},
        {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}


def curve(control, points):
    return {"ParameterCurve": {"ParameterID": control, "Time": points[0][0], "ParameterCurveControlPoints": [
        {"Time": round(time - points[0][0], 6), "ParameterValue": value} for time, value in points]}}


SPARKLE = json.dumps({"Version": 1.0, "Pattern": [
    tap(0.1), tap(0.2), tap(0.3, 0.8),
    curve("HapticIntensityControl", [(0, 1), (0.1, 0.8), (0.2, 0.6), (0.3, 0.4), (0.8, 0.2)]),
    curve("HapticSharpnessControl", [(0, 0.15), (0.3, 0.3)])]}, indent=1)


PLAIN = json.dumps({"Version": 1.0, "Pattern": [tap(0.1), tap(0.2), tap(0.3, 0.8), tap(0.8)]}, indent=1)


class Selection(PageTest):
    files = {"sparkle.ahap": SPARKLE, "heart one.ahap": SPARKLE, "two.ahap": SPARKLE, "plain.ahap": PLAIN}

    def setUp(self):
        super().setUp()
        self.open_file("sparkle.ahap")

    def values(self, control):
        return [[point["ParameterValue"] for point in entry["ParameterCurve"]["ParameterCurveControlPoints"]]
                for entry in self.pattern() if entry.get("ParameterCurve", {}).get("ParameterID") == control]

    def select_all(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a")
        self.b.wait("document.querySelector('#inspector [data-field=scale]')", what="the fields for a selection")

    def give(self, field, value):
        self.b.run("document.querySelector(arguments[0]).focus()", f"#inspector [data-field={field}]")
        self.b.run("document.activeElement.select()")
        self.b.press(*value, "Enter")

    def test_scaling_scales_what_is_heard_once(self):
        self.select_all()
        self.give("scale", "0.5")
        self.assertEqual([self.parameter(index, "HapticIntensity") for index in range(3)], [0.25, 0.25, 0.4])
        self.assertEqual(self.values("HapticIntensityControl"), [[1, 0.8, 0.6, 0.4, 0.2]])
        self.assertEqual(self.values("HapticSharpnessControl"), [[0.15, 0.3]])

    def times_and_levels(self):
        return [(entry["Event"]["Time"], self.parameter(index, "HapticIntensity"))
                for index, entry in enumerate(self.pattern())]

    def select_first_three(self):
        self.open_file("plain.ahap")
        self.b.wait("document.getElementById('document-name').textContent === 'plain.ahap'")
        self.b.drag([self.spot(0.05, 0.95), self.spot(0.2, 0.5), self.spot(0.35, 0.05)])
        self.b.wait("document.getElementById('inspector-title').textContent === '3 selected'")
        self.drawn()

    def beside(self, time, level, x=0, y=0):
        """A point `x` and `y` points from a time and level."""
        left, top = self.spot(time, level)
        return left + x, top + y

    def test_the_frame_of_a_selection_stretches_and_scales_it(self):
        before = [(0.1, 0.5), (0.2, 0.5), (0.3, 0.8), (0.8, 0.5)]
        self.select_first_three()
        self.b.drag([self.beside(0.3, 0.4, 13), self.beside(0.4, 0.4, 13), self.beside(0.5, 0.4, 13)])
        self.assertEqual(self.times_and_levels(), [(0.1, 0.5), (0.3, 0.5), (0.5, 0.8), (0.8, 0.5)])
        self.b.press("Control+z")
        self.assertEqual(self.times_and_levels(), before)
        self.drawn()
        self.b.drag([self.beside(0.2, 0.8, y=-13), self.beside(0.2, 0.6, y=-13), self.beside(0.2, 0.4, y=-13)])
        (_, first), (_, second), (_, third), fourth = self.times_and_levels()
        self.assertAlmostEqual(third, 0.4, delta=0.02)
        self.assertEqual((first, second), (first, first))
        self.assertAlmostEqual(first, third * 0.5 / 0.8, delta=0.001)
        self.assertEqual(fourth, (0.8, 0.5))
        self.b.press("Control+z")
        self.drawn()
        self.b.drag([self.beside(0.3, 0.4, 13), self.beside(0.5, 0.4, 13)], release=False)
        self.assertNotEqual(self.times_and_levels(), before)
        self.b.press("Escape")
        self.b.let_go()
        self.assertEqual(self.times_and_levels(), before)

    def test_the_intensity_of_taps_can_be_set_with_curves_in_the_selection(self):
        self.select_all()
        self.give("HapticIntensity", "x0.5")
        self.assertEqual([self.parameter(index, "HapticIntensity") for index in range(3)], [0.25, 0.25, 0.4])
        self.assertEqual(self.values("HapticIntensityControl"), [[1, 0.8, 0.6, 0.4, 0.2]])

    def test_after_enter_in_a_field_space_plays(self):
        self.select_all()
        self.give("scale", "0.9")
        self.b.press("Space")
        self.b.wait("document.querySelector('#play .label').textContent === 'Pause'", what="the sound")
        self.b.press("Space")

    def test_a_part_of_a_curve_is_copied_as_that_part(self):
        self.select(["0.Event", "1.Event", "3.Point.1", "3.Point.2"])
        copied = json.loads(self.copied())
        self.assertEqual(len(copied), 3)
        cut = copied[2]["ParameterCurve"]
        self.assertEqual(cut["Time"], 0.1)
        self.assertEqual(cut["ParameterCurveControlPoints"], [
            {"Time": 0, "ParameterValue": 0.8}, {"Time": 0.1, "ParameterValue": 0.6}])

    def test_a_paste_says_what_came_along_and_can_leave_curves_out(self):
        self.select(["0.Event", "3.Point.1", "3.Point.2"])
        text = self.copied()
        before = len(self.pattern())
        self.paste(text)
        self.banner("1 tap and 1 curve")
        # And what returns the control, since events follow.
        self.assertEqual(len(self.pattern()), before + 3)
        self.press_in_banner("Without curves")
        self.b.wait("!document.getElementById('banners').textContent.includes('Without curves')", what="the banner's end")
        self.assertEqual(len(self.pattern()), before + 1)

    def test_a_motif_is_repeated_in_one_step(self):
        self.select(["0.Event", "1.Event"])
        self.b.wait("document.querySelector('#inspector [data-field=copies]')", what="the fields for a selection")
        self.b.run("""document.querySelector("#inspector [data-field=copies]").value = "4";
            document.querySelector("#inspector [data-field=period]").value = "0.5" """)
        self.b.button("#inspector", "Repeat")
        times = sorted(entry["Event"]["Time"] for entry in self.pattern() if "Event" in entry)
        self.assertEqual(times, [0.1, 0.2, 0.3, 0.6, 0.7, 1.1, 1.2, 1.6, 1.7, 2.1, 2.2])
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z")
        self.assertEqual(len([entry for entry in self.pattern() if "Event" in entry]), 3)

    def test_a_negative_number_moves_earlier_and_keeps_distances(self):
        self.select(["1.Event", "2.Event"])
        self.give("time", "-0.1")
        self.assertEqual([self.pattern()[index]["Event"]["Time"] for index in range(3)], [0.1, 0.1, 0.2])
        self.give("time", "\N{MINUS SIGN}0.5")
        self.assertEqual([self.pattern()[index]["Event"]["Time"] for index in range(3)], [0.1, 0, 0.1])
        self.give("HapticIntensity", "-0.2")
        self.assertEqual([self.parameter(index, "HapticIntensity") for index in range(3)], [0.5, 0.3, 0.6])

    def test_copies_do_not_coincide_with_what_they_are_copies_of(self):
        self.select(["0.Event", "1.Event"])
        period = "return document.querySelector('#inspector [data-field=period]').value"
        self.assertEqual(self.b.run(period), "0.2")
        self.b.button("#inspector", "Duplicate after")
        times = sorted(entry["Event"]["Time"] for entry in self.pattern() if "Event" in entry)
        self.assertEqual(times, [0.1, 0.2, 0.3, 0.3, 0.4])

    def test_scaling_above_1_says_what_would_keep_the_differences(self):
        self.select_all()
        self.give("scale", "2")
        self.assertEqual([self.parameter(index, "HapticIntensity") for index in range(3)], [1, 1, 1])
        self.assertIn("× 1.25", self.b.text("#notice"))
        self.b.press("Control+z")
        self.assertTrue(self.b.run("return document.getElementById('notice').hidden"))

    def test_a_stretched_hold_does_not_become_endless(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a", "Delete")
        self.b.click("#add-continuous")
        self.b.click("#add-transient")
        self.select_all()
        self.give("stretch", "0.000001")
        hold = next(entry["Event"] for entry in self.pattern() if "EventDuration" in entry.get("Event", {}))
        self.assertGreater(hold["EventDuration"], 0)

    def test_the_list_finds_files_by_two_words_and_says_if_it_finds_none(self):
        self.show_files()
        self.b.type("#filter", "one heart")
        self.b.wait("document.querySelector('#file-list [data-path=\"heart one.ahap\"]')", what="the file")
        self.assertFalse(self.b.run("return document.querySelector('#file-list [data-path=\"two.ahap\"]') !== null"))
        self.b.type("#filter", " zz")
        self.b.wait("document.getElementById('file-list').textContent.includes('Nothing found')", what="the words")

    # The page's own functions, for selections that a pointer would need many steps for

    def select(self, keys):
        """Selects items by clicking their rows in the table of events."""
        self.tab("table")
        for key in keys:
            self.b.run("""document.querySelector(`#events [data-key="${arguments[0]}"][data-column=chosen]`).click()""", key)
        self.drawn()

    def copied(self):
        return self.b.run("""document.getElementById("timeline").focus();
            const given = new DataTransfer();
            dispatchEvent(new ClipboardEvent("copy", { clipboardData: given, cancelable: true }));
            return given.getData("text/plain")""")

    def paste(self, text):
        self.b.run("""document.getElementById("timeline").focus();
            const given = new DataTransfer(); given.setData("text/plain", arguments[0]);
            dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, cancelable: true }))""", text)
        self.drawn()
