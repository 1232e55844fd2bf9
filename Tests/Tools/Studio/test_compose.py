"""Composing from an empty page: first button, length, numbers, files, window sizes."""

import json
import math
import pathlib
import struct
import subprocess

from rig import OTHER, EmptyFolder, PageTest, SIZE, TAP, THRUM

SIZES = [(360, 640), (768, 1024), (1024, 768), (1440, 900), (2560, 1440)]
# Each case takes seconds, so only the smallest and a usual width run here; `make studio-sizes` runs all four.
JOBS = SIZES[:4] if SIZE else [SIZES[0], SIZES[3]]


def wav(seconds=0.25, rate=8000):
    """The bytes of a WAV file."""
    samples = [int(12000 * math.sin(index * 0.3)) for index in range(int(seconds * rate))]
    data = struct.pack(f"<{len(samples)}h", *samples)
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16)
            + b"data" + struct.pack("<I", len(data)) + data)


class FromNothing(EmptyFolder, PageTest):
    def test_the_first_button_starts_a_pattern(self):
        for width, height in SIZES:
            with self.subTest(width=width):
                self.b.resize(width, height)
                self.visit()
                self.b.click("#empty-new")
                self.b.wait("document.getElementById('document-name').textContent === 'untitled.ahap'")

    def test_a_double_click_without_a_pattern_asks_for_one(self):
        box = self.box("#timeline")
        self.twice(box["left"] + 200, box["top"] + 60)
        self.b.wait("document.getElementById('notice').textContent.includes('Open or create a pattern first')")
        self.assertEqual(self.b.text("#document-name"), "No pattern")

    def test_playing_without_a_pattern_asks_for_one(self):
        self.b.click("#play")
        self.b.wait("document.getElementById('notice').textContent.includes('Open or create a pattern first')")

    def test_a_new_pattern_has_no_findings_and_playing_it_says_that_it_is_empty(self):
        self.show_files()
        self.b.click("#new-file")
        self.b.wait("document.getElementById('summary').textContent.includes('empty')")
        self.until(lambda: self.b.run("return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/ask/analyse'))"),
                   "the analysis")
        self.drawn()
        self.assertEqual(self.b.text("#finding-count"), "")
        self.b.click("#play")
        self.b.wait("document.getElementById('notice').textContent.includes('nothing to play yet')")

    def test_the_keyboard_alone_composes_ten_events_and_a_curve(self):
        self.b.run("document.getElementById('empty-new').focus()")
        self.b.press("Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'untitled.ahap'")
        self.b.run("document.getElementById('timeline').focus()")
        for _ in range(9):
            self.b.press("t", "Escape", "ArrowRight", "ArrowRight")
        self.b.press("c", "Escape", "v", "Escape")
        kinds = [next(iter(entry)) for entry in self.pattern()]
        self.assertEqual(kinds, ["Event"] * 10 + ["ParameterCurve", "Parameter"])
        times = [entry["Event"]["Time"] for entry in self.pattern()[:10]]
        self.assertEqual(times, [round(0.2 * index, 1) for index in range(10)])
        self.b.press("Control+s")
        self.b.type("#file-name", "")
        self.b.press("Control+a", *"deep/new one", "Enter")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertEqual(self.studio.read("deep/new one.ahap"), self.text)

    def see_the_picture(self):
        self.b.run("document.getElementById('timeline').scrollIntoView({ block: 'center' })")
        self.drawn()

    def check_the_job(self):
        kinds = [next(iter(entry)) for entry in self.pattern()]
        self.assertEqual(kinds.count("Event"), 10)
        self.assertEqual(kinds.count("ParameterCurve"), 1)
        self.b.click("#save")
        self.b.click("#accept-name")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertEqual(self.studio.read("untitled.ahap"), self.text)
        lint = subprocess.run([THRUM, "lint", str(self.studio.folder / "untitled.ahap")], capture_output=True, text=True)
        self.assertEqual(lint.returncode, 0, lint.stdout)

    def test_the_mouse_alone_composes_a_pattern(self):
        for width, height in JOBS:
            with self.subTest(width=width):
                self.b.resize(width, height)
                (self.studio.folder / "untitled.ahap").unlink(missing_ok=True)
                self.visit()
                self.show_files()
                self.b.click("#new-file")
                self.see_the_picture()
                for index in range(8):
                    self.twice(*self.spot(0.1 + 0.1 * index, 0.9 - 0.05 * index))
                self.b.click("#tool-hold")
                self.see_the_picture()
                self.b.drag([self.spot(1.0, 0.6), self.spot(1.1, 0.5), self.spot(1.3, 0.6)])
                self.b.drag([self.spot(1.4, 0.5), self.spot(1.5, 0.4), self.spot(1.7, 0.5)])
                self.b.click("#tool-curve")
                self.see_the_picture()
                self.b.drag([self.spot(1.0, 0.95), self.spot(1.2, 0.8), self.spot(1.5, 0.5), self.spot(1.8, 0.4)])
                for index in range(8):
                    self.assertAlmostEqual(self.pattern()[index]["Event"]["Time"], 0.1 + 0.1 * index, delta=0.011)
                self.check_the_job()
                self.show_files()
                self.b.click("#file-list .close")

    def test_touch_alone_composes_a_pattern(self):
        for width, height in JOBS:
            with self.subTest(width=width):
                self.b.resize(width, height)
                (self.studio.folder / "untitled.ahap").unlink(missing_ok=True)
                self.visit()
                self.show_files()
                self.b.click("#new-file")
                for index in range(9):
                    self.b.click("#add-transient")
                    self.see_the_picture()
                    self.b.drag([self.spot(0, 0.8), self.spot(0.1 + 0.1 * index, 0.75), self.spot(0.2 + 0.15 * index, 0.6)], kind="touch")
                self.b.click("#tool-hold")
                self.see_the_picture()
                self.b.drag([self.spot(1.6, 0.6), self.spot(1.7, 0.5), self.spot(1.8, 0.6)], kind="touch")
                self.b.click("#tool-curve")
                self.see_the_picture()
                self.b.drag([self.spot(1.5, 0.95), self.spot(1.6, 0.8), self.spot(1.8, 0.5)], kind="touch")
                self.check_the_job()
                self.show_files()
                self.b.click("#file-list .close")


class Room(PageTest):
    def setUp(self):
        super().setUp()
        self.open_file()

    def view(self):
        return [float(part) for part in self.b.run("return document.getElementById('timeline').dataset.view.split(' ')")]

    def test_there_is_room_after_the_last_event(self):
        for _ in range(14):
            self.b.click("#zoom-out")
        self.drawn()
        start, end, _, _ = self.view()
        self.assertGreater(end, 12)
        x, _ = self.spot(12, 0.5)
        box = self.box("#timeline")
        self.b.drag([(x, box["top"] + 8), (x, box["top"] + 9)])
        self.b.click("#add-transient")
        self.assertAlmostEqual(self.pattern()[3]["Event"]["Time"], 12, delta=0.2)

    def test_the_picture_follows_a_drag_past_its_edge(self):
        _, end, _, _ = self.view()
        edge = self.spot(end, 0.5)
        self.b.drag([self.spot(0.2, 0.8), (edge[0] - 2, edge[1]), (min(edge[0] + 40, self.b.run("return innerWidth") - 1), edge[1])], release=False)
        self.until(lambda: self.view()[0] > 0.4, "the picture moving along")
        self.b.let_go()
        # The text changes with each step, the picture in the frame after it.
        self.drawn()
        time = self.pattern()[0]["Event"]["Time"]
        start, end, _, _ = self.view()
        self.assertGreater(time, 1.2)
        self.assertTrue(start <= time <= end, (start, time, end))

    def test_the_clock_ends_where_the_waveform_and_the_sound_end(self):
        length = float(self.b.text("#length"))
        sound = self.b.run("""return (async () => {
            const { waveFile } = await import("./pattern/whole-sound.js"), text = document.getElementById("text").value;
            const ask = async (name, values) => {
                const answer = await fetch(`/api/ask/${name}`, { method: "POST", body: JSON.stringify(values), headers: {
                    "X-Thrum-Token": sessionStorage.getItem("thrum.token"), "Content-Type": "application/json" } });
                return name === "take" ? answer.json() : answer.arrayBuffer(); };
            return (await waveFile({ ask }, { text, path: "tap.ahap" })).byteLength / 8 / 48000; })()""")
        self.assertGreater(length, 0.9)
        self.assertAlmostEqual(length, sound, delta=0.08)

    def test_zooming_in_shows_samples(self):
        before = self.b.run("return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/ask/wave')).length")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        for _ in range(22):
            self.b.click("#zoom-in")
        self.until(lambda: self.b.run("return performance.getEntriesByType('resource').filter(({ name }) => "
                                      "name.endsWith('/api/ask/wave')).length") > before, "a finer waveform")
        self.drawn()
        start, end, _, width = self.view()
        self.assertLess((end - start) * 48000, width)
        self.shot("samples")

    def test_space_plays_after_a_click(self):
        self.b.click("#add-transient")
        count = len(self.pattern())
        self.b.press(" ")
        self.b.wait("document.querySelector('#play .label').textContent === 'Pause'")
        self.assertEqual(len(self.pattern()), count)
        self.b.press(" ")

    def test_space_presses_a_button_reached_by_keyboard(self):
        self.b.run("document.getElementById('zoom-in').focus()")
        self.b.press("Tab", "Shift+Tab")
        focused = self.b.run("return document.activeElement.id")
        self.assertEqual(focused, "zoom-in")
        before = self.view()
        self.b.press(" ")
        self.drawn()
        self.assertLess(self.view()[1] - self.view()[0], before[1] - before[0])

    def test_numbers_are_read_in_the_forms_people_write(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        cases = [("HapticIntensity", "50%", 0.5), ("HapticIntensity", "0,25", 0.25), ("HapticIntensity", "×2", 0.5),
                 ("HapticIntensity", "+0.1", 0.6), ("time", "250ms", 0.25), ("time", "1.5 s", 1.5)]
        for field, typed, wanted in cases:
            self.b.run("document.querySelector(`[data-field=${arguments[0]}]`).focus()", field)
            self.b.press("Control+a", *typed, "Enter")
            event = self.pattern()[0]["Event"]
            value = event["Time"] if field == "time" else self.parameter(0, field)
            self.assertAlmostEqual(value, wanted, msg=typed)

    def test_an_invalid_number_is_reported_and_kept(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        self.b.run("document.querySelector('[data-field=HapticIntensity]').focus()")
        self.b.press("Control+a", *"abc", "Enter")
        self.b.wait("!document.getElementById('notice').hidden")
        self.assertIn("abc", self.b.text("#notice"))
        self.assertEqual(self.b.value("[data-field=HapticIntensity]"), "abc")
        self.assertEqual(self.b.run("return document.querySelector('[data-field=HapticIntensity]').ariaInvalid"), "true")
        self.b.press("Escape")
        self.assertEqual(self.text, TAP)
        self.b.run("document.querySelector('[data-field=HapticIntensity]').focus()")
        self.b.press("Control+a", *"1.7", "Enter")
        self.b.wait("document.getElementById('notice').textContent.includes('1.7 is above the maximum')")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 1)

    def test_four_decimals_are_shown_as_they_are_stored(self):
        self.set_text(TAP.replace('"Time": 0.2,', '"Time": 0.1234,'))
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        self.assertEqual(self.b.value("[data-field=time]"), "0.1234")

    def test_a_tap_at_the_cursor_snaps(self):
        self.b.choose("#grid", "50")
        x, _ = self.spot(0.337, 0.5)
        top = self.box("#timeline")["top"]
        self.b.drag([(x, top + 8), (x, top + 8)])
        self.b.click("#add-transient")
        self.assertEqual(self.pattern()[3]["Event"]["Time"], 0.35)

    def test_adding_while_a_is_shown_explains_why_it_is_refused(self):
        look = "return Number(getComputedStyle(document.getElementById('add-transient')).opacity)"
        self.b.click("#keep-a")
        self.b.click("#show-a")
        self.assertLess(self.b.run(look), 1)
        self.b.click("#add-transient")
        self.b.wait("document.getElementById('notice').textContent.includes('Version A')")
        self.b.click("#show-b")
        self.assertEqual(self.b.run(look), 1)
        self.assertEqual(self.text, TAP)

    def test_undo_and_history_leave_the_text_alone_while_a_is_shown(self):
        self.b.click("#add-transient")
        changed = self.text
        self.b.click("#keep-a")
        self.b.click("#show-a")
        self.tab("history")
        self.b.click("#history [data-index='0']")
        self.b.wait("document.getElementById('notice').textContent.includes('Version A')")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z")
        self.b.click("#show-b")
        self.assertEqual(self.text, changed)

    def test_a_drag_does_not_redraw_the_list_of_files(self):
        self.b.run("""window.redraws = 0;
            new MutationObserver(() => { window.redraws += 1 }).observe(document.getElementById("file-list"), { childList: true })""")
        self.b.drag([self.spot(0.2, 0.8)] + [self.spot(0.2 + step / 100, 0.8) for step in range(1, 20)])
        self.assertNotEqual(self.text, TAP)
        # One redraw, when the file is marked as edited.
        self.assertLessEqual(self.b.run("return window.redraws"), 1)

    def test_duplicate_events_are_found(self):
        tap = TAP[TAP.index('{ "Event"'):TAP.index('{ "Event"', TAP.index('{ "Event"') + 1)]
        self.set_text(TAP.replace(tap, tap + tap))
        self.b.wait("document.getElementById('findings').textContent.includes('AHAP128')")

    def test_flips_do_not_request_the_sound_again(self):
        self.b.click("#keep-a")
        self.set_text(OTHER)
        self.b.wait("document.getElementById('summary').textContent.includes('peak')")
        count = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/ask/analyse')).length"
        self.until(lambda: self.b.run(count) >= 2, "the question about the other version")
        asked = self.b.run(count)
        for _ in range(3):
            self.b.click("#show-a")
            self.b.click("#show-b")
        self.drawn()
        self.assertEqual(self.b.run(count), asked)

    def test_a_pattern_of_an_hour_plays_from_any_position(self):
        far = TAP.replace('"Time": 0.5, "EventType"', '"Time": 3600, "EventType"')
        self.set_text(far)
        self.b.wait("Number(document.getElementById('length').textContent) > 3600")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "n", "k")
        self.b.press(" ")
        self.b.wait("document.querySelector('#play .label').textContent === 'Pause'")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.2", what="the position moving on")
        self.b.press(" ")
        self.b.wait("document.querySelector('#play .label').textContent === 'Play'")

    def test_the_waveform_has_values_at_its_axis(self):
        labels = self.b.run("""return (async () => {
            const { drawGround } = await import("/picture/draw-axes.js");
            const { placePanels } = await import("/picture/panels.js");
            const { shownLanes } = await import("/picture/lanes.js");
            const written = [];
            const c = new Proxy({}, { set: () => true, get: (_, name) =>
              (name === "fillText" ? (text) => written.push(text) : () => ({ width: 60, addColorStop() {} })) });
            const scale = { from: 0, to: 1, left: 52, width: 600, x: (time) => 52 + 600 * time };
            drawGround(c, { scale, panels: placePanels(shownLanes(), 300), colors: { sharpness: () => "" }, font: () => "",
                wave: { peak: 0.21, signal: "acceleration", unit: "g" } });
            return written; })()""")
        self.assertIn("0.5", labels)
        self.assertIn("−0.5", labels)
        self.b.wait("document.getElementById('legend').childElementCount >= 3")


class Files(PageTest):
    files = {"tap.ahap": TAP, "x_continuous.ahap": TAP, "x_transients.ahap": OTHER}
    mayComplain = True

    def test_an_image_is_refused_with_a_message(self):
        self.drop("cat.ahap", b"\x89PNG\r\n\x1a\n" + bytes(40))
        self.assertIn("an image", self.banner("cat.ahap"))
        self.assertEqual(self.b.text("#document-name"), "No pattern")

    def test_a_sound_becomes_an_audio_event(self):
        self.open_file()
        self.drop("bell.wav", wav())
        self.banner("bell.wav")
        self.press_in_banner("Add as audio event")
        self.until(lambda: len(self.pattern()) == 4, "the event")
        event = self.pattern()[3]["Event"]
        self.assertEqual((event["EventType"], event["EventWaveformPath"]), ("AudioCustom", "bell.wav"))
        self.assertEqual((self.studio.folder / "bell.wav").read_bytes(), wav())

    def make_pattern(self, sound):
        self.drop("bell.wav", sound)
        self.banner("bell.wav")
        self.press_in_banner("Make pattern")
        self.b.wait("document.getElementById('document-name').textContent === 'bell.ahap'")
        self.b.wait("document.querySelector('[aria-label=\"From the sound\"]')", what="the sound's sliders")

    def slide(self, label, key, times=1):
        """Presses a key on a slider of the sound, and waits for the text that follows."""
        before = self.text
        self.b.run(f"""document.querySelector('[aria-label="{label}, slider"]').focus()""")
        for _ in range(times):
            self.b.press(key)
        self.until(lambda: self.text != before, f"another text after {label}")

    def strongest(self):
        points = [point["ParameterValue"] for entry in self.pattern() if "ParameterCurve" in entry
                  and entry["ParameterCurve"]["ParameterID"] == "HapticIntensityControl"
                  for point in entry["ParameterCurve"]["ParameterCurveControlPoints"]]
        # At the end of a hold, its control returns to 1.
        return max(point for point in points if point < 1)

    def test_a_pattern_that_was_not_saved_has_its_sliders_and_its_sound_after_a_reload(self):
        self.make_pattern(wav(1))
        self.slide("Gain, dB", "ArrowLeft", 3)
        self.b.wait("document.getElementById('track-name').textContent === ': bell.wav, 1 s'")
        kept = """return new Promise((done) => { const opening = indexedDB.open("thrum");
            opening.onsuccess = () => { const asked = opening.result.transaction("sources").objectStore("sources").getAll();
              asked.onsuccess = () => done(asked.result.map(({ made }) => made[1].gain)); }; })"""
        self.until(lambda: self.b.run(kept) == [-3], "the last values being kept")
        text = self.text
        self.b.open("about:blank")
        self.b.open(self.studio.address)
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.press_in_banner("Open unsaved work")
        self.b.wait("document.getElementById('field-gain')?.value === '-3'", what="the sliders of the draft")
        self.b.wait("document.getElementById('track-name').textContent === ': bell.wav, 1 s'", what="the draft's sound")
        self.assertEqual(self.text, text)
        self.slide("Gain, dB", "ArrowLeft", 3)
        self.until(lambda: abs(self.strongest() - 10 ** (-6 / 40)) < 0.03, "half the amplitude")

    def test_sliders_make_a_pattern_from_its_sound_again(self):
        self.make_pattern(wav(1))
        self.assertIn("HapticContinuous", self.text)
        self.b.wait("document.getElementById('track-name').textContent.includes('bell.wav')")
        first = self.text
        self.slide("Gain, dB", "ArrowLeft", 6)
        # A steady sound has intensity 1.
        self.until(lambda: abs(self.strongest() - 10 ** (-6 / 40)) < 0.03, "half the amplitude")
        for _ in range(6):
            if self.text != first:
                self.b.press("Control+z")
        self.until(lambda: self.text == first, "the first text")
        self.b.wait("document.getElementById('field-gain').value === '0'", what="the values of that text")
        self.slide("Sharpness to", "ArrowLeft", 10)
        self.b.run("""const kinds = document.getElementById('field-kinds'); kinds.value = "taps";
            kinds.dispatchEvent(new Event("change"))""")
        self.until(lambda: "HapticContinuous" not in self.text, "taps only")

    def test_sliders_follow_a_finger_without_sending_the_sound_again(self):
        self.make_pattern(wav(1))
        self.b.run("""window.sizes = []; const { fetch } = window; window.fetch = (path, options) => {
            if (String(path).startsWith("/api/ask/generate")) window.sizes.push(options.body.length ?? options.body.size);
            return fetch(path, options); }""")
        before = self.text
        self.b.run("""const input = document.querySelector('[aria-label="Gain, dB, slider"]');
            for (let value = 0; value >= -20; value -= 1) {
              input.value = String(value); input.dispatchEvent(new Event("input")); }
            input.dispatchEvent(new Event("change"))""")
        self.until(lambda: self.text != before, "another text")
        self.b.wait("document.getElementById('field-gain').value === '-20'")
        sizes = self.b.run("return window.sizes")
        self.assertLess(len(sizes), 21)
        self.assertLess(max(sizes), 1000)
        self.b.press("Control+z")
        self.until(lambda: self.text == before, "the text before the drag")

    def test_sliders_keep_edits(self):
        self.make_pattern(wav(1))
        self.b.click("#add-continuous")  # at 0 s there is a tap already
        edited = self.text
        self.b.press("Escape")
        self.b.wait("document.querySelector('[aria-label=\"Gain, dB, slider\"]').disabled")
        self.b.run("""[...document.querySelectorAll('.from-sound button')].find((one) =>
            one.textContent === "Make another pattern").click()""")
        self.b.wait("document.body.textContent.includes('stay in it')")
        self.until(lambda: self.text != edited, "another pattern")
        self.assertFalse(self.b.run("""return document.querySelector('[aria-label="Gain, dB, slider"]').disabled"""))

    def test_a_sound_never_replaces_another(self):
        (self.studio.folder / "bell.wav").write_bytes(wav(0.5))
        self.open_file()
        self.drop("bell.wav", wav())
        self.banner("bell.wav")
        self.press_in_banner("Add as audio event")
        self.banner("already contains another")
        self.assertEqual((self.studio.folder / "bell.wav").read_bytes(), wav(0.5))
        self.assertEqual(self.text, TAP)

    def test_a_pattern_is_recognised_by_its_text(self):
        self.drop("noname", TAP.encode())
        self.b.wait("document.getElementById('document-name').textContent === 'noname'")

    def test_an_unsaved_pattern_can_be_closed_and_reopened(self):
        self.open_file()
        self.b.click("#add-transient")
        changed = self.text
        self.show_files()
        self.b.click("#file-list .close")
        self.b.wait("document.getElementById('document-name').textContent === 'No pattern'")
        self.press_in_banner("Reopen")
        self.assertEqual(self.text, changed)

    def test_a_pair_of_files_opens_as_one_pattern(self):
        self.show_files()
        self.b.click('#file-list [data-path="x_continuous.ahap"]')
        self.b.wait("document.getElementById('document-name').textContent === 'x.ahap'")
        self.assertEqual(len(self.pattern()), 6)
        self.assertEqual(self.pattern()[3]["Event"]["Time"], 0.1)


class RecordedTimelines(PageTest):
    def test_a_recorded_timeline_opens(self):
        scenario = pathlib.Path(__file__).parents[3] / "Docs/Scenarios/foreground-return.scenario"
        text = subprocess.run([THRUM, "simulate", str(scenario), "--json"], capture_output=True, check=True).stdout
        self.drop("run.json", text)
        self.b.wait("document.getElementById('recorded').open")
        rows = self.b.run("return [...document.querySelectorAll('#recorded-list li')].map((row) => row.textContent)")
        self.assertEqual(len(rows), len(json.loads(text)["entries"]))
        self.assertTrue(any("applicationSuspended" in row for row in rows), rows)
        self.b.click("#recorded-list li:nth-child(4) button")
        self.shot("recorded")
        self.b.click("#recorded-close")
        self.assertEqual(self.b.text("#document-name"), "No pattern")


class Sizes(PageTest):
    """At every size, at 100 and 200 %, no parts overlap and nothing is wider than the window."""

    PARTS = ["header.top", "nav.files", ".transport", ".edit-bar", "#timeline", ".lower", "aside.tools", "footer.status"]

    def overlaps(self):
        return self.b.run("""
            const seen = (element) => {
              const box = element.getBoundingClientRect();
              const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
              for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
                if (getComputedStyle(one).overflowY === "visible") continue;
                const clip = one.getBoundingClientRect();
                part.top = Math.max(part.top, clip.top);
                part.bottom = Math.min(part.bottom, clip.bottom);
              }
              return part;
            };
            // In a narrow window the tools are a sheet that lies over the page.
            const isSheet = (name) => getComputedStyle(document.querySelector(name)).position === "fixed";
            const boxes = arguments[0].filter((name) => !isSheet(name))
                .map((name) => [name, seen(document.querySelector(name))])
                .filter(([, box]) => box.right > box.left && box.bottom > box.top);
            const found = [];
            for (const [a, one] of boxes) for (const [b, other] of boxes) {
              if (a >= b) continue;
              const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
              const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
              if (across > 1 && down > 1) found.push(`${a} over ${b} by ${Math.round(across)}x${Math.round(down)}`);
            }
            const page = document.scrollingElement;
            if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide in ${innerWidth}`);
            for (const button of document.querySelectorAll("button, input, select, a")) {
              const box = button.getBoundingClientRect();
              const scroller = button.closest(".scroller, .tabs, .trace, dialog, details:not([open])");
              if (!scroller && box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !button.matches(".skip"))
                found.push(`${button.id || button.textContent} lies outside`);
            }
            return found""", self.PARTS)

    def test_every_size_has_no_overlaps(self):
        for width, height in SIZES + [(800, 600), (1180, 800), (1181, 800), (900, 1200), (761, 700)]:
            for zoom in (1, 2):
                self.b.resize(width // zoom, height // zoom)
                self.open_file()
                for tab in ("palette", "engine", "inspector") if zoom == 1 else ("palette",):
                    self.tab(tab)
                    self.assertEqual(self.overlaps(), [], f"{width}x{height} at {zoom}00 %, {tab}")
                self.b.run("scrollTo(0, 0)")
                self.shot(f"size-{width}x{height}-{zoom}00")
                self.b.run("document.querySelector('.files .close')?.click()")
