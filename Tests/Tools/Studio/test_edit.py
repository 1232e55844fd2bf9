"""Editing with mouse, keyboard, table, inspector and text agrees, and keeps unknown members."""

import json

from rig import OTHER, PageTest, TAP


class Editing(PageTest):
    def setUp(self):
        super().setUp()
        self.open_file()

    def select_in_picture(self, *keys):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(*keys)

    def test_a_drag_changes_time_and_level_and_can_be_undone(self):
        start = self.spot(0.2, 0.8)
        self.b.drag([start, self.spot(0.22, 0.7), self.spot(0.28, 0.65), self.spot(0.3, 0.6)])
        self.assertAlmostEqual(self.pattern()[0]["Event"]["Time"], 0.3, delta=0.011)
        self.assertAlmostEqual(self.parameter(0, "HapticIntensity"), 0.6, delta=0.03)
        self.assertIn("edited", self.b.text("#document-state"))
        self.b.press("Control+z")
        self.assertEqual(self.text, TAP)
        self.b.press("Control+Shift+z")
        self.assertAlmostEqual(self.pattern()[0]["Event"]["Time"], 0.3, delta=0.011)
        self.b.click("#undo")
        self.assertEqual(self.text, TAP)
        self.assertEqual(self.b.text("#document-state"), "saved")

    def test_escape_takes_back_a_drag(self):
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.25, 0.7), self.spot(0.3, 0.6)], release=False)
        self.assertNotEqual(self.text, TAP)
        self.b.press("Escape")
        self.assertEqual(self.text, TAP)
        self.b.let_go()
        self.assertEqual(self.text, TAP)
        # Also what a rectangle selects.
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Escape")
        self.assertEqual(self.b.text("#inspector-title"), "Pattern")
        self.b.drag([self.spot(0.05, 0.95), self.spot(0.2, 0.5), self.spot(0.3, 0.3)], release=False)
        self.b.wait("document.getElementById('inspector-title').textContent === 'Tap'", what="the selection")
        self.b.press("Escape")
        self.b.let_go()
        self.assertEqual(self.b.text("#inspector-title"), "Pattern")

    def test_unknown_members_comments_order_and_number_formats_survive_an_edit(self):
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.3, 0.8)])
        changed = self.text
        time = json.dumps(self.pattern()[0]["Event"]["Time"])
        self.assertNotEqual(time, "0.2")
        event = '"EventType": "HapticTransient"'
        self.assertEqual(changed.replace(f'"Time": {time}, {event}', f'"Time": 0.2, {event}'), TAP)

    def test_an_unusual_layout_survives_an_edit(self):
        odd = '{"Pattern":[{"Event":{"EventType":"HapticTransient",\n\t"Time":1e-1,"X":[ 1,2.0 ],"EventParameters":[]}}], "Version":1}'
        self.set_text(odd)
        self.b.wait("document.getElementById('summary').textContent.includes('1 tap')")
        self.select_in_picture("n", "ArrowRight")
        self.assertEqual(self.text, odd.replace("1e-1", "0.11"))

    def test_a_number_with_a_decimal_point_keeps_it(self):
        self.select_in_picture("n")
        self.b.run("document.querySelector('[data-field=time]').focus()")
        self.b.press("Control+a", "1", "Enter")
        self.assertEqual(self.text, TAP.replace('"Time": 0.2,', '"Time": 1.0,'))

    def test_shift_restricts_a_drag_to_one_direction(self):
        near = self.spot(0.2, 0.8)
        self.b.drag([near, (near[0] + 30, near[1] + 2), self.spot(0.4, 0.6)], helper="Shift")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 0.8)
        self.assertAlmostEqual(self.pattern()[0]["Event"]["Time"], 0.4, delta=0.011)

    def test_dragging_the_end_of_an_event_changes_its_duration(self):
        self.b.drag([self.spot(0.9, 0.45), self.spot(0.7, 0.45)])
        self.assertAlmostEqual(self.pattern()[1]["Event"]["EventDuration"], 0.2, delta=0.011)
        self.assertEqual(self.pattern()[1]["Event"]["Time"], 0.5)

    def test_a_curve_point_can_be_dragged(self):
        # The event's own curve is drawn on it, at 0.6 times its value.
        self.b.drag([self.spot(0.9, 0.24), self.spot(0.8, 0.42)])
        point = self.pattern()[2]["ParameterCurve"]["ParameterCurveControlPoints"][1]
        self.assertAlmostEqual(point["Time"], 0.3, delta=0.011)
        self.assertAlmostEqual(point["ParameterValue"], 0.7, delta=0.04)

    def test_a_drag_snaps_to_the_grid_and_to_other_events(self):
        self.b.choose("#grid", "50")
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.333, 0.8)])
        self.assertEqual(self.pattern()[0]["Event"]["Time"], 0.35)
        self.b.choose("#grid", "0")
        self.b.drag([self.spot(0.35, 0.8), self.spot(0.497, 0.8)])
        self.assertEqual(self.pattern()[0]["Event"]["Time"], 0.5)

    def test_a_rectangle_selects_and_delete_removes(self):
        self.b.drag([self.spot(0.1, 1.05), self.spot(0.7, 0.02)])
        self.b.wait("document.getElementById('inspector-title').textContent.includes('selected')")
        self.b.press("Delete")
        kinds = [next(iter(entry)) for entry in self.pattern()]
        self.assertNotIn("Event", kinds)
        self.b.press("Control+z")
        self.assertEqual(self.text, TAP)

    def test_arrow_keys_nudge_and_are_undone_together(self):
        self.select_in_picture("n", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowDown")
        self.assertAlmostEqual(self.pattern()[0]["Event"]["Time"], 0.221)
        self.assertAlmostEqual(self.parameter(0, "HapticIntensity"), 0.75)

    def test_keys_add_every_kind_of_event(self):
        self.select_in_picture("t", "c", "v", "p")
        kinds = [next(iter(entry)) for entry in self.pattern()]
        self.assertEqual(kinds[3:], ["Event", "Event", "ParameterCurve", "Parameter"])
        self.assertEqual(len(self.pattern()[5]["ParameterCurve"]["ParameterCurveControlPoints"]), 3)
        self.b.click("#add-tone")
        self.b.click("#add-parameter")
        self.assertEqual([next(iter(entry)) for entry in self.pattern()][7:], ["Event", "Parameter"])
        self.assertEqual(self.pattern()[7]["Event"]["EventType"], "AudioContinuous")

    def test_a_double_click_adds_a_tap_there(self):
        self.twice(*self.spot(0.1, 0.5))
        added = self.pattern()[3]["Event"]
        self.assertEqual(added["EventType"], "HapticTransient")
        self.assertAlmostEqual(added["Time"], 0.1, delta=0.011)
        self.assertAlmostEqual(self.parameter(3, "HapticIntensity"), 0.5, delta=0.02)

    def test_a_double_click_in_the_sharpness_panel_adds_a_tap_of_that_sharpness(self):
        self.twice(self.spot(0.3, 0.5)[0], self.panel_y("sharpness", 0.9))
        self.assertEqual(self.pattern()[3]["Event"]["EventType"], "HapticTransient")
        self.assertAlmostEqual(self.parameter(3, "HapticSharpness"), 0.9, delta=0.03)

    def test_a_double_click_at_a_tap_says_why_it_adds_none(self):
        x, y = self.spot(0.2, 0.8)
        self.twice(x + 5, y)
        self.b.wait("document.getElementById('notice').textContent.includes('Tap at 0.2 s is too close')")
        self.assertEqual(len(self.pattern()), 3)
        self.twice(x, self.box("#timeline")["top"] + self.box("#timeline")["height"] - 20)
        self.b.wait("document.getElementById('notice').textContent.includes('in the intensity or sharpness panel')")

    def test_a_double_click_inside_a_continuous_event_adds_a_tap(self):
        self.twice(*self.spot(0.7, 0.1))
        self.assertEqual(self.pattern()[3]["Event"]["EventType"], "HapticTransient")

    def test_a_repeated_key_does_not_stack_events_at_one_time(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("t", "t", "c", "c")
        self.assertEqual(len(self.pattern()), 5)
        self.b.wait("document.getElementById('notice').textContent.includes('already a hold at 0 s')")

    def test_the_inspector_accepts_numbers_from_the_keyboard(self):
        self.select_in_picture("n")
        self.b.run("document.querySelector('[data-field=HapticSharpness]').focus()")
        self.b.press("Control+a", "0", ".", "9", "Enter")
        self.assertEqual(self.parameter(0, "HapticSharpness"), 0.9)
        self.b.run("document.querySelector('[data-field=HapticSharpness]').focus()")
        self.b.press("ArrowUp")
        self.assertEqual(self.parameter(0, "HapticSharpness"), 0.95)
        self.b.choose("[data-field=type]", "HapticContinuous")
        self.assertEqual(self.pattern()[0]["Event"]["EventDuration"], 0.5)

    def test_the_table_mirrors_the_picture(self):
        self.tab("table")
        rows = self.b.run("return [...document.querySelectorAll('#events tbody tr')].map((row) => row.querySelector('th').textContent)")
        self.assertEqual(rows, ["Tap", "Hold", "Curve", "Point 1", "Point 2"])
        self.b.type('[data-key="1.Event"][data-column="length"]', "9")
        self.b.press("Enter")
        self.assertEqual(self.pattern()[1]["Event"]["EventDuration"], 0.49)
        self.assertEqual(self.b.text("#inspector-title"), "Hold")
        self.select_in_picture("Escape", "n")
        chosen = self.b.run("return document.querySelector('#events tr.chosen th').textContent")
        self.assertEqual(chosen, "Tap")

    def test_typing_in_the_text_changes_the_picture(self):
        before = self.pixels()
        self.set_text(OTHER)
        self.b.wait(f"document.getElementById('summary').textContent.includes('peak')")
        self.until(lambda: self.pixels() != before, "another picture")
        self.b.run("document.getElementById('text').focus()")
        self.b.press("Control+z")
        self.assertEqual(self.text, TAP)

    def test_broken_text_is_reported_at_its_line_and_keeps_the_picture(self):
        self.set_text(TAP.replace('"Time": 0.5, "EventType"', '"Time": -0.5, "EventType"'))
        self.b.wait("document.querySelector('#gutter .error')", what="a sign in the gutter")
        self.tab("findings")
        self.b.click("#findings .finding.error")
        self.assertFalse(self.b.run("return document.getElementById('panel-text').hidden"))
        line = self.b.run("const a = document.getElementById('text'); return a.value.slice(0, a.selectionStart).split('\\n').length")
        self.assertEqual(line, 9)
        self.assertIn("AHAP024", self.b.text("#text-finding"))
        self.set_text(TAP.replace("] } },", "] } ", 1))
        self.b.wait("document.getElementById('finding-count').textContent !== ''")
        self.assertIn("tap", self.b.text("#summary"))

    def test_the_text_shows_what_was_selected_before_it_was(self):
        event = TAP[TAP.index('        { "Event": { "Time": 0.2'):TAP.index('        { "Event": { "Time": 0.5')]
        self.set_text(TAP.replace(event, "".join(event.replace("0.2,", f"{0.01 * number:.2f},") for number in range(20))))
        self.tab("table")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(*"n" * 21)
        self.tab("text")
        line = self.text[:self.text.index('"Time": 0.5')].count("\n") + 1
        shown = """(() => { const row = [...document.querySelectorAll("#gutter .chosen")].find(({ textContent }) => textContent === String(arguments[0]));
            const box = row?.getBoundingClientRect(), frame = document.getElementById("text").getBoundingClientRect();
            return box && box.top >= frame.top && box.bottom <= frame.bottom })()"""
        self.b.wait(shown, line, what="the line of the selected hold")
        # The band that marks a line must not cover its letters: without the letters the picture differs there.
        place = self.b.run("""const box = document.getElementById("text").getBoundingClientRect();
            const row = document.querySelector("#gutter .chosen").getBoundingClientRect();
            return { x: box.left, y: row.top, width: 300, height: row.height }""")
        look = lambda: self.b.command("Page.captureScreenshot", clip={**place, "scale": 1})["data"]
        written = look()
        self.b.run("document.getElementById('text').style.color = 'transparent'")
        self.assertNotEqual(look(), written)

    def test_an_error_in_the_text_is_explained_before_the_caret_moves(self):
        self.set_text(TAP.replace('"Time": 0.2', '"Time": early'))
        self.b.wait("document.getElementById('text-finding').textContent.startsWith('Line 5: AHAP')", what="the error")

    def test_copy_and_paste_go_through_the_clipboard_as_ahap(self):
        self.select_in_picture("n")
        copied = self.b.run("""const data = new DataTransfer();
            document.getElementById("timeline").dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
            return data.getData("text/plain")""")
        self.assertEqual(json.loads(copied)[0]["Event"]["Secret"], {"a": 1})
        self.b.press("Escape", "ArrowRight", "ArrowRight", "ArrowRight")
        self.paste(copied)
        self.assertAlmostEqual(self.pattern()[3]["Event"]["Time"], 0.3)
        self.assertEqual(self.pattern()[3]["Event"]["Secret"], {"a": 1})

    def paste(self, text):
        self.b.run("""const data = new DataTransfer(); data.setData("text/plain", arguments[0]);
            document.getElementById("timeline").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))""", text)

    def test_letters_are_not_shortcuts_in_a_field_or_when_switched_off(self):
        self.b.click("#text")
        self.b.press("t")
        self.assertEqual(len(self.text), len(TAP) + 1)
        self.b.press("Control+z", "Escape")
        self.assertEqual(self.text, TAP)
        self.b.press("?")
        # It may be behind the dialog's buttons, which stay in view.
        self.b.run("document.getElementById('has-keys').scrollIntoView({ block: 'nearest' })")
        self.b.click("#has-keys")
        self.b.click("#close-help")
        self.select_in_picture("t")
        self.assertEqual(self.text, TAP)

    def test_zoom_pan_and_fit(self):
        view = lambda: [float(part) for part in self.b.run("return document.getElementById('timeline').dataset.view").split()[:2]]
        x, y = self.spot(0.5, 0.5)
        self.drawn()
        first = view()
        self.b.run("""document.getElementById("timeline").dispatchEvent(new WheelEvent("wheel",
            { deltaY: -400, ctrlKey: true, clientX: arguments[0], clientY: arguments[1], bubbles: true, cancelable: true }))""", x, y)
        self.until(lambda: view() != first, "a closer view")
        left, right = view()
        self.assertLess(right - left, 0.6 * (first[1] - first[0]))
        self.assertAlmostEqual((0.5 - left) / (right - left), (0.5 - first[0]) / (first[1] - first[0]), delta=0.01)
        self.b.click("#fit")
        self.until(lambda: view() == first, "the whole pattern")
        self.b.click("#zoom-in")
        self.until(lambda: view() != first, "a closer view")

    def test_markers_are_kept_per_file(self):
        self.b.press("Escape")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("ArrowRight", "ArrowRight", "k")
        self.b.wait("document.querySelector('#marker-list .chip')")
        self.visit()
        self.open_file()
        self.assertIn("M1 0.200 s", self.b.text("#marker-list"))
        self.b.click("#marker-list .chip button:last-child")
        self.assertEqual(self.b.text("#marker-list"), "")

    def test_fingers_drag_pinch_and_scroll(self):
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.25, 0.8), self.spot(0.3, 0.8)], kind="touch")
        self.assertAlmostEqual(self.pattern()[0]["Event"]["Time"], 0.3, delta=0.011)
        view = lambda: [float(part) for part in self.b.run("return document.getElementById('timeline').dataset.view").split()[:2]]
        left, right = view()
        (ax, ay), (bx, by) = self.spot(0.35, 0.5), self.spot(0.45, 0.5)
        finger = lambda name, x, to: {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(ay)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": round(to), "y": round(ay), "duration": 30}, {"type": "pointerUp", "button": 0}]}
        self.b.actions(finger("one", ax, ax - 60), finger("two", bx, bx + 60))
        self.until(lambda: view()[1] - view()[0] < 0.8 * (right - left), "a closer view")
