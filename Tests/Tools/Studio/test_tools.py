"""The designer's tools: drawing, editing several events, beat grid, recording, building blocks, history."""

import json

from rig import PageTest, TAP
from test_compose import wav

LONG = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": round(0.5 * index, 1), "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 0.4}]}} for index in range(20)]})


class Together(PageTest):
    def setUp(self):
        super().setUp()
        self.open_file()

    def choose_all(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a")

    def enter(self, field, text):
        self.b.run("document.querySelector(`[data-field=${arguments[0]}]`).focus()", field)
        self.b.press("Control+a", *text, "Enter")

    def marked_columns(self):
        """Columns of the overlay in which a line stands: the cursor, and the taps of a running recording."""
        return self.b.run("""
            const { width, height } = document.getElementById("overlay");
            const { data } = document.getElementById("overlay").getContext("2d").getImageData(0, 0, width, height);
            let count = 0;
            for (let x = 0; x < width; x += 1) {
                let painted = 0;
                for (let y = 0; y < height; y += 1) painted += data[4 * (y * width + x) + 3] > 100;
                count += painted > 15;
            }
            return count;""")

    def times(self):
        return [next(iter(entry.values()))["Time"] for entry in self.pattern()]

    def test_a_stretch_changes_times_durations_and_curves(self):
        self.choose_all()
        self.enter("stretch", "200%")
        self.assertEqual(self.times(), [0.2, 0.8, 0.8])
        self.assertEqual(self.pattern()[1]["Event"]["EventDuration"], 0.8)
        points = self.pattern()[2]["ParameterCurve"]["ParameterCurveControlPoints"]
        self.assertEqual([point["Time"] for point in points], [0, 0.8])
        self.b.press("Control+z")
        self.assertEqual(self.text, TAP)

    def test_numbers_for_several_items_are_absolute_or_relative(self):
        self.choose_all()
        self.enter("time", "+0.1")
        self.assertEqual(self.times(), [0.3, 0.6, 0.6])
        self.enter("scale", "0.5")
        self.assertEqual([self.parameter(0, "HapticIntensity"), self.parameter(1, "HapticIntensity")], [0.4, 0.3])

    def test_reverse_plays_the_last_event_first(self):
        self.choose_all()
        self.b.button("#inspector", "Reverse")
        self.assertEqual(self.times(), [0.9, 0.2, 0.2])
        points = self.pattern()[2]["ParameterCurve"]["ParameterCurveControlPoints"]
        self.assertEqual([(point["Time"], point["ParameterValue"]) for point in points], [(0, 0.4), (0.4, 1)])

    def test_quantise_and_duplicate_follow_the_beat_grid(self):
        self.b.choose("#grid", "tempo")
        self.b.click("#toggle-snap")
        self.b.run("document.getElementById('tempo').focus()")
        self.b.press("Control+a", *"150", "Enter")
        self.b.choose("#division", "2")
        self.choose_all()
        self.b.button("#inspector", "Quantise to 200 ms")
        self.assertEqual(self.times(), [0.2, 0.6, 0.6])
        self.b.button("#inspector", "Duplicate after")
        self.assertEqual(self.times()[3:], [1.0, 1.4, 1.4])

    def test_the_quantise_button_names_the_current_grid(self):
        self.choose_all()
        quantise = "return [...document.querySelectorAll('#inspector button')].map((one) => one.textContent).find((one) => one.startsWith('Quantise'))"
        self.assertEqual(self.b.run(quantise), "Quantise to 10 ms")
        self.b.choose("#grid", "50")
        self.assertEqual(self.b.run(quantise), "Quantise to 50 ms")
        self.b.choose("#grid", "0")
        self.assertIsNone(self.b.run(quantise))

    def test_the_tempo_can_be_tapped(self):
        self.b.choose("#grid", "tempo")
        self.b.run("""return (async () => { const now = performance.now; let time = 1000; performance.now = () => time;
            for (let index = 0; index < 5; index += 1) { document.getElementById("tap-tempo").click(); time += 500; }
            performance.now = now; })()""")
        self.assertEqual(self.b.value("#tempo"), "120")

    def test_a_group_name_is_stored_in_the_metadata(self):
        self.choose_all()
        self.b.run("document.getElementById('field-group').focus()")
        self.b.press(*"Intro", "Enter")
        self.assertIn('"Groups": [{ "Name": "Intro", "Time": 0.2, "Duration": 0.7 }]', self.text)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Escape")
        self.b.click("#group-list button")
        # The curve is the hold's envelope.
        self.assertEqual(self.b.text("#inspector-title"), "2 selected")
        self.b.click("#group-list button:last-child")
        self.assertNotIn("Intro", self.text)

    def test_the_history_is_shown_as_a_list(self):
        self.b.click("#add-transient")
        self.b.click("#add-curve")
        self.tab("history")
        rows = self.b.run("return [...document.querySelectorAll('#history [data-index]')].map((row) => row.textContent)")
        self.assertEqual(rows, ["1. Open", "2. Add tap", "3. Add curve"])
        self.b.click("#history [data-index='0']")
        self.assertEqual(self.text, TAP)
        self.b.click("#history [data-index='2']")
        self.assertEqual(len(self.pattern()), 5)

    def test_a_step_becomes_a_version_with_a_name_that_can_be_compared_and_survives_a_reload(self):
        self.b.click("#add-transient")
        self.b.click("#add-curve")
        self.tab("history")
        self.b.run("document.querySelector('#history [data-step=\"1\"] .name-version').click()")
        self.b.press(*"soft", "Enter")
        self.assertEqual(self.b.text("#history [data-index='1']"), "2. soft (Add tap)")
        self.b.run("document.querySelector('#history [data-step=\"1\"] .compare-version').click()")
        self.b.wait("!document.getElementById('show-a').disabled")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+s")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        text = self.text
        self.until(lambda: self.b.run("""const place = arguments[0];
            return (async () => (await (await import("/base/kept.js")).kept("histories", place))?.steps.length)()""",
            self.b.text("#folder") + "/tap.ahap") == 3, "the kept history")
        self.visit()
        self.open_file()
        self.tab("history")
        self.b.wait("document.querySelectorAll('#history [data-index]').length === 3", what="the earlier steps")
        self.assertEqual(self.text, text)
        self.assertEqual(self.b.text("#history [data-index='1']"), "2. soft (Add tap)")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z", "Control+z")
        self.assertEqual(self.text, TAP)

    def test_the_name_of_the_only_step_survives_a_reload(self):
        self.tab("history")
        self.b.run("document.querySelector('#history [data-step=\"0\"] .name-version').click()")
        self.b.press(*"first", "Enter")
        self.until(lambda: self.b.run("""const place = arguments[0];
            return (async () => (await (await import("/base/kept.js")).kept("histories", place))?.steps[0].name)()""",
            self.b.text("#folder") + "/tap.ahap") == "first", "the kept name")
        self.visit()
        self.open_file()
        self.tab("history")
        self.b.wait("document.querySelector('#history [data-index=\"0\"]').textContent.includes('first')", what="the name")

    def test_unsaved_work_comes_back_with_its_history(self):
        self.b.click("#add-transient")
        self.b.click("#add-curve")
        mine = self.text
        steps = """(async () => (await (await import("/base/kept.js")).kept("histories", arguments[0]))?.steps.length)()"""
        self.until(lambda: "Secret" in self.b.kept(), "the draft")
        self.until(lambda: self.b.run(f"return {steps}", self.b.text("#folder") + "/tap.ahap") == 3, "the kept history")
        self.b.open("about:blank")
        self.visit()
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.b.click("[data-banner=drafts] button")
        self.b.wait("!document.getElementById('undo').disabled", what="the history")
        self.assertEqual(self.text, mine)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z", "Control+z")
        self.assertNotEqual(self.text, mine)
        self.assertEqual(self.b.text("#document-state"), "saved")

    def test_the_history_says_what_a_drag_moved(self):
        self.tab("history")
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.35, 0.8)])
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "n", "ArrowRight")
        rows = self.b.run("return [...document.querySelectorAll('#history [data-index]')].map((row) => row.textContent)")
        self.assertRegex(rows[1], r"^2\. Move tap to 0\.3\d+ s, intensity 0\.8$")
        self.assertRegex(rows[2], r"^3\. Move (hold|curve) to 0\.51 s")

    def test_a_hold_can_be_drawn(self):
        self.b.click("#tool-hold")
        self.b.drag([self.spot(0.05, 0.3), self.spot(0.1, 0.5), self.spot(0.15, 0.7)])
        event = self.pattern()[3]["Event"]
        self.assertEqual(event["EventType"], "HapticContinuous")
        self.assertAlmostEqual(event["Time"], 0.05, delta=0.011)
        self.assertAlmostEqual(event["EventDuration"], 0.1, delta=0.021)
        self.assertAlmostEqual(self.parameter(3, "HapticIntensity"), 0.7, delta=0.02)

    def test_a_drawn_curve_has_few_points(self):
        self.b.click("#tool-curve")
        line = [self.spot(0.05 + 0.01 * index, 0.2 + 0.02 * index) for index in range(30)]
        self.b.drag(line)
        curve = self.pattern()[3]["ParameterCurve"]
        self.assertEqual(curve["ParameterID"], "HapticIntensityControl")
        self.assertLessEqual(len(curve["ParameterCurveControlPoints"]), 4)
        self.b.press("Control+z")
        zigzag = [self.spot(0.05 + 0.012 * index, 0.2 + 0.6 * (index % 2)) for index in range(40)]
        self.b.drag(zigzag)
        curves = [entry["ParameterCurve"] for entry in self.pattern()[3:]]
        self.assertGreater(len(curves), 1)
        for one, other in zip(curves, curves[1:]):
            self.assertLessEqual(len(one["ParameterCurveControlPoints"]), 16)
            end = one["Time"] + one["ParameterCurveControlPoints"][-1]["Time"]
            self.assertAlmostEqual(end, other["Time"], delta=2e-4)
        self.b.press("Escape")
        self.assertEqual(self.b.run("return document.getElementById('tool-choose').ariaPressed"), "true")

    def test_taps_are_recorded_in_time(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("r")
        self.b.wait("document.getElementById('record').ariaPressed === 'true'")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.02")
        before = self.marked_columns()
        self.b.press("t")
        self.until(lambda: self.marked_columns() > before, "the tap is drawn while recording")
        # The position is that of the sound, which a busy machine may delay.
        self.b.run("window.tapped = Number(document.getElementById('position').textContent)")
        self.b.wait("Number(document.getElementById('position').textContent) > tapped + 0.3", what="the position moving on")
        self.b.press("t")
        self.b.press("r")
        self.b.wait("document.getElementById('record').ariaPressed === 'false'")
        times = [entry["Event"]["Time"] for entry in self.pattern()[3:]]
        self.assertEqual(len(times), 2)
        self.assertGreaterEqual(times[1] - times[0], 0.25)
        self.assertEqual(self.b.text("#inspector-title"), "2 selected")

    def test_a_reference_sound_plays_along_and_stays_in_the_browser(self):
        (self.studio.folder.parent / "song.wav").write_bytes(wav(2))
        self.b.run("document.getElementById('soundtrack').open = true; document.getElementById('track-file').hidden = false")
        self.b.run("""window.sent = 0; const send = window.fetch;
            window.fetch = (path, given) => { sent += given?.body?.length ?? 0; return send(path, given); };""")
        drawn = self.pixels()
        self.b.type("#track-file", str(self.studio.folder.parent / "song.wav"))
        self.b.wait("document.getElementById('track-name').textContent.includes('2 s')")
        self.until(lambda: self.pixels() != drawn, "the track's lane")
        drawn = self.pixels()
        self.b.run("document.getElementById('track-mute').click()")
        self.until(lambda: self.pixels() != drawn, "a muted lane")
        self.assertEqual(self.b.run("return document.getElementById('track-mute').ariaPressed"), "true")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(" ")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.1")
        self.b.press(" ")
        self.assertEqual(self.text, TAP)
        asked = self.b.run("return performance.getEntriesByType('resource').map(({ name }) => name).join()")
        self.assertNotIn("song", asked)
        # Two seconds of sound are 192,000 bytes.
        self.assertLess(self.b.run("return sent"), 20_000)

    def test_a_track_is_moved_by_dragging_it_in_its_lane(self):
        (self.studio.folder.parent / "song.wav").write_bytes(wav(2))
        self.b.run("document.getElementById('soundtrack').open = true; document.getElementById('track-file').hidden = false")
        self.b.type("#track-file", str(self.studio.folder.parent / "song.wav"))
        self.b.wait("document.getElementById('track-name').textContent.includes('2 s')")
        self.b.run("document.getElementById('track-file').hidden = true; document.getElementById('soundtrack').open = false")
        self.drawn()
        y = self.panel_y("track", 0)
        from_x, to_x = self.spot(0.1, 0.5)[0], self.spot(0.4, 0.5)[0]
        self.b.drag([(from_x, y), ((from_x + to_x) / 2, y), (to_x, y)])
        self.assertAlmostEqual(float(self.b.run("return document.getElementById('track-offset').value")), 0.3, delta=0.01)
        self.assertEqual(self.text, TAP)

    def test_a_track_belongs_to_its_pattern_and_survives_a_reload(self):
        def name():
            return self.b.run("return document.getElementById('track-name').textContent")

        (self.studio.folder.parent / "song.wav").write_bytes(wav(2))
        (self.studio.folder / "other.ahap").write_text(TAP)
        self.b.run("document.getElementById('soundtrack').open = true; document.getElementById('track-file').hidden = false")
        self.b.type("#track-file", str(self.studio.folder.parent / "song.wav"))
        self.b.wait("document.getElementById('track-name').textContent.includes('2 s')")
        self.b.run("""const field = document.getElementById("track-offset"); field.value = "0.25";
            field.dispatchEvent(new Event("change"))""")
        self.open_file("other.ahap")
        self.b.wait("document.getElementById('track-name').textContent === ''")
        self.open_file()
        self.until(lambda: name() == ": song.wav, 2 s", "the pattern's own track")
        kept = """return new Promise((done) => { const opening = indexedDB.open("thrum");
            opening.onsuccess = () => { const store = opening.result.transaction("tracks").objectStore("tracks");
              const asked = store.getAll(); asked.onsuccess = () => done(asked.result.map(({ start }) => start)); }; })"""
        self.until(lambda: 0.25 in self.b.run(kept), "the track being kept")
        self.b.open(self.studio.address)
        self.open_file()
        self.until(lambda: name() == ": song.wav, 2 s", "the track after a reload")
        self.assertEqual(self.b.run("return document.getElementById('track-offset').value"), "0.25")

    def test_a_video_shows_the_picture_at_the_cursor(self):
        self.b.run("""return new Promise((done) => {
            const canvas = document.createElement("canvas");
            const c = canvas.getContext("2d");
            const recorder = new MediaRecorder(canvas.captureStream(25));
            const parts = [];
            recorder.ondataavailable = ({ data }) => parts.push(data);
            recorder.onstop = () => {
              const given = new DataTransfer();
              given.items.add(new File(parts, "scene.webm", { type: "video/webm" }));
              const picker = document.getElementById("track-file");
              picker.files = given.files;
              picker.dispatchEvent(new Event("change"));
              done();
            };
            let count = 0;
            const draw = () => { c.fillStyle = `hsl(${count * 9} 80% 50%)`; c.fillRect(0, 0, 300, 150);
              if ((count += 1) < 30) requestAnimationFrame(draw); else recorder.stop(); };
            recorder.start();
            draw();
        })""")
        self.b.wait("document.querySelector('#track-picture video')?.readyState >= 1", what="the video")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("ArrowRight", "ArrowRight")
        self.b.wait("Math.abs(document.querySelector('#track-picture video').currentTime - 0.2) < 0.02", what="the picture at the cursor")
        self.b.press(" ")
        self.b.wait("!document.querySelector('#track-picture video').paused", what="the video running")
        self.b.press(" ")

    def test_a_library_pattern_can_be_inserted(self):
        self.b.run("document.querySelector('[data-path=\"preset:impact-light\"] + .insert').click()")
        self.until(lambda: len(self.pattern()) > 3, "the building block")
        self.assertEqual(self.b.text("#document-name"), "tap.ahap")


class Sheet(PageTest):
    files = {"tap.ahap": TAP, "long.ahap": LONG}

    def test_the_overview_moves_the_picture(self):
        self.open_file("long.ahap")
        for _ in range(6):
            self.b.click("#zoom-in")
        self.drawn()
        self.b.run("document.getElementById('overview').scrollIntoView({ block: 'center' })")
        box = self.box("#overview")
        y = box["top"] + box["height"] / 2
        self.b.drag([(box["left"] + 10, y), (box["left"] + box["width"] - 40, y)])
        self.drawn()
        start = float(self.b.run("return document.getElementById('timeline').dataset.view.split(' ')[0]"))
        self.assertGreater(start, 7)
        self.b.run("document.getElementById('overview').focus()")
        self.b.press("Home")
        self.drawn()
        self.assertLess(float(self.b.run("return document.getElementById('timeline').dataset.view.split(' ')[0]")), 0.1)

    def test_the_overview_shows_the_envelope_of_a_hold(self):
        self.open_file()  # a hold at 0.5 s, whose curve falls from 1 to 0.4
        marks = """(() => { const canvas = document.getElementById("overview-picture");
            const c = canvas.getContext("2d"), ratio = devicePixelRatio || 1;
            const [from, to, left, across] = document.getElementById("timeline").dataset.view.split(" ").map(Number);
            return arguments[0].map((time) => {
                const x = left + ((time - from) / (to - from)) * across;
                const data = c.getImageData(Math.round(x * ratio), 0, 1, canvas.height).data;
                const at = (row) => data.slice(row * 4, row * 4 + 3).join();
                let row = 3; while (row < canvas.height - 3 && at(row) === at(3)) row += 1;
                return (canvas.height - row) / canvas.height }) })()"""
        self.b.wait(f"({marks})[1] > 0.4", [0.35, 0.52, 0.88], what="the marks of the hold")
        # 0.498 and 0.506: it begins at 0.5 s, as in the picture below.
        before, first = self.b.run(f"return {marks}", [0.498, 0.506])
        self.assertLess(before, 0.2)
        self.assertGreater(first, 0.2)
        nothing, early, late = self.b.run(f"return {marks}", [0.35, 0.52, 0.88])
        self.assertLess(nothing, 0.2)
        self.assertLess(late, early * 0.7)

    def test_the_motor_is_named_beside_its_waveform(self):
        self.open_file()
        self.assertIn(" on iPhone", self.b.text("#summary"))
        before = self.pixels()
        self.b.choose("#actuator", "erm-coin")
        self.b.wait("document.getElementById('summary').textContent.includes(' on Eccentric motor')", what="the other motor's name")
        self.until(lambda: self.pixels() != before, "another picture")

    def test_files_can_be_renamed_duplicated_deleted_and_restored(self):
        self.open_file()
        self.b.button(".file-actions", "Rename")
        self.b.press("Control+a", *"sub/other", "Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'other.ahap'")
        self.assertEqual(self.studio.read("sub/other.ahap"), TAP)
        self.assertFalse((self.studio.folder / "tap.ahap").exists())
        self.b.button(".file-actions", "Duplicate")
        self.b.wait("document.getElementById('document-name').textContent === 'sub/other-copy.ahap'")
        self.assertEqual(self.text, TAP)
        self.show_files()
        self.b.click('#file-list [data-path="sub/other.ahap"]')
        self.b.wait("document.getElementById('document-name').textContent === 'other.ahap'")
        self.b.button(".file-actions", "Delete")
        self.until(lambda: not (self.studio.folder / "sub/other.ahap").exists(), "the deletion")
        self.b.button(".banner", "Restore")
        self.until(lambda: (self.studio.folder / "sub/other.ahap").exists(), "the file coming back")
        self.assertEqual(self.studio.read("sub/other.ahap"), TAP)
