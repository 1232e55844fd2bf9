"""Playback: meter, comparison, palette, engine and model."""

import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

from rig import OTHER, PageTest, TAP, THRUM

LONG = TAP.replace('"EventDuration": 0.4', '"EventDuration": 20.0')


DULL = """{ "Version": 1.0, "Pattern": [
    { "Event": { "Time": 0.0, "EventType": "HapticContinuous", "EventDuration": 0.8, "EventParameters": [
        { "ParameterID": "HapticIntensity", "ParameterValue": 0.7 },
        { "ParameterID": "HapticSharpness", "ParameterValue": 0.0 }
    ] } }
] }
"""


class Sound(PageTest):
    files = {"tap.ahap": TAP, "long.ahap": LONG, "dull.ahap": DULL}

    def focus(self):
        self.b.run("document.getElementById('timeline').focus()")

    def test_space_plays_the_position_runs_and_the_meter_moves(self):
        self.open_file("long.ahap")
        self.focus()
        self.b.press("Space")
        self.b.wait("document.getElementById('meter').getAttribute('aria-valuetext') !== 'silent'", what="a level")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.3", what="a position that runs")
        self.assertEqual(self.b.run("return document.querySelector('#play .label').textContent"), "Pause")
        self.b.press("Space")
        place = self.b.text("#position")
        self.assertEqual(self.b.run("return document.querySelector('#play .label').textContent"), "Play")
        self.b.press("ArrowRight")
        self.assertAlmostEqual(float(self.b.text("#position")), float(place) + 0.1, delta=0.0011)
        self.b.press("0")
        self.assertEqual(self.b.text("#position"), "0.000")

    def test_seeking_into_a_long_event_plays_the_rest_of_it(self):
        self.open_file("long.ahap")
        x, _ = self.spot(12, 0.5)
        top = self.box("#timeline")["top"] + 10
        self.b.drag([(x - 40, top), (x, top)])
        self.assertAlmostEqual(float(self.b.text("#position")), 12, delta=0.1)
        self.focus()
        self.b.press("Space")
        self.b.wait("document.getElementById('meter').getAttribute('aria-valuetext') !== 'silent'", what="a level")
        self.assertIn("skips what has begun", self.b.text("#seek-hint"))
        visibility = self.b.run("return getComputedStyle(document.getElementById('seek-hint')).visibility")
        self.assertEqual(visibility, "visible")
        self.b.press("Space")

    def test_a_loop_restarts(self):
        self.open_file()
        self.focus()
        self.b.press("ArrowRight", "ArrowRight", "[", "ArrowRight", "ArrowRight", "]", "Space")
        self.assertEqual(self.b.run("return document.getElementById('loop').getAttribute('aria-pressed')"), "true")
        seen = self.b.run("""return new Promise((done) => { const seen = []; const end = performance.now() + 1500;
            const look = () => { seen.push(Number(document.getElementById("position").textContent));
              performance.now() < end ? requestAnimationFrame(look) : done(seen) }; look() })""")
        self.assertLess(max(seen), 0.42)
        self.assertTrue(any(later < earlier - 0.05 for earlier, later in zip(seen, seen[1:])), "it never came round")
        self.b.press("Space")

    def test_a_and_b_flip_at_the_same_position(self):
        self.open_file()
        self.b.click("#keep-a")
        self.set_text(OTHER)
        self.focus()
        self.b.press("ArrowRight", "ArrowRight")
        drawn = self.pixels()
        self.b.press("x")
        self.assertEqual(self.text, TAP)
        self.assertEqual(self.b.text("#position"), "0.200")
        self.until(lambda: self.pixels() != drawn, "the picture of A with B as a ghost")
        self.assertEqual(self.b.run("return document.getElementById('show-a').getAttribute('aria-pressed')"), "true")
        self.b.press("n", "ArrowUp", "t")
        self.b.press("b")
        self.assertEqual(self.text, OTHER, "A is for comparing")
        self.b.press("Space")
        self.b.wait("document.querySelector('#play .label').textContent === 'Pause'")
        self.b.press("x", "x")
        self.b.click("#take-a")
        self.assertEqual(self.text, TAP)
        self.b.click("#undo")
        self.assertEqual(self.text, OTHER)

    def test_the_other_version_is_drawn_as_a_ghost(self):
        frames = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self.open_file()
        self.b.click("#keep-a")
        self.b.run(frames)
        summary, alone = self.b.text("#summary"), self.pixels()
        self.set_text(OTHER)
        self.b.wait("document.getElementById('summary').textContent !== arguments[0]", summary)
        self.b.click("#show-a")
        self.b.wait("document.getElementById('summary').textContent === arguments[0]", summary)
        self.b.run(frames)
        self.assertNotEqual(self.pixels(), alone)
        self.assertGreater(self.amber(), 20)
        self.b.click("#show-b")
        self.b.click("#undo")
        self.b.wait("document.getElementById('summary').textContent === arguments[0]", summary)
        self.focus()
        self.b.press("Escape")
        self.until(lambda: self.pixels() == alone, "the picture without a ghost")

    def test_only_what_differs_is_drawn_of_the_other_version(self):
        self.open_file()
        self.b.click("#keep-a")
        self.focus()
        self.assertEqual(self.amber(), 0, "both versions are the same")
        self.b.press("n", "ArrowDown", "ArrowDown")
        self.until(lambda: self.amber() > 20, "the tap of A")
        few = self.amber()
        self.b.press("n", "ArrowRight", "ArrowRight")
        self.until(lambda: self.amber() > few + 100, "and its hold")

    def amber(self):
        """Points of the picture in the colour of the other version."""
        return self.b.run("""return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const canvas = document.getElementById("picture");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let at = 0; at < data.length; at += 4)
              if (Math.abs(data[at] - 0xb3) + Math.abs(data[at + 1] - 0x59) + data[at + 2] < 24) count += 1;
            done(count); })))""")

    def test_the_output_volume_and_mute_can_be_set(self):
        self.assertEqual(self.b.run("return document.getElementById('destination').selectedOptions[0].textContent"), "This browser")
        self.focus()
        self.b.press("+", "m")
        self.assertEqual(self.b.text("#volume-text"), "−11 dB")
        self.assertEqual(self.b.run("return document.getElementById('mute').getAttribute('aria-pressed')"), "true")

    def test_another_actuator_and_monitor_change_the_picture(self):
        self.open_file()
        self.b.wait("document.getElementById('summary').textContent.includes('peak')")
        before, drawn = self.b.text("#summary"), self.pixels()
        names = self.b.run("return [...document.getElementById('actuator').options].map((one) => one.value)")
        self.assertGreater(len(names), 2)
        self.b.choose("#actuator", next(name for name in names if "watch" in name))
        self.b.wait("document.getElementById('summary').textContent !== arguments[0]", before, what="another peak")
        self.until(lambda: self.pixels() != drawn, "another picture")
        after = self.b.text("#summary")
        self.b.choose("#monitor", "shaker")
        self.b.wait("document.getElementById('summary').textContent !== arguments[0]", after, what="another signal")

    def test_the_monitor_suits_the_machine_and_is_explained_where_it_is_chosen(self):
        options = dict(self.b.run("return [...document.getElementById('monitor').options].map((one) => [one.value, one.textContent])"))
        session = self.b.run("""return fetch("/api/session", { headers: { "X-Thrum-Token": sessionStorage.getItem("thrum.token") } })
            .then((answer) => answer.json())""")
        choice = session["monitor"]
        self.assertEqual(self.b.value("#monitor"), "")
        self.assertEqual(options[""], f"Automatic: {options[choice['name']]}")
        self.assertEqual(float(self.b.value("#volume")), choice["gain"])
        manual = subprocess.run([THRUM, "play", "--help"], capture_output=True, text=True, check=True).stdout
        manual = " ".join(manual.split())
        explained = dict(self.b.run("return [...document.getElementById('monitor').options].map((one) => [one.value, one.title])"))
        for monitor in session["monitors"]:
            self.assertEqual(explained[monitor["name"]], monitor["about"])
            self.assertIn(f"{monitor['name']}: {monitor['about']}", manual)
        self.b.choose("#monitor", "direct")
        self.visit()
        self.assertEqual(self.b.value("#monitor"), "direct")

    def wave_rows(self):
        """Height in pixels of the drawn waveform."""
        return self.b.run("""return (async () => {
            const { placePanels } = await import("/picture/panels.js");
            const { shownLanes } = await import("/picture/lanes.js");
            const canvas = document.getElementById("picture");
            const panel = placePanels(shownLanes(), canvas.clientHeight).get("wave");
            const left = Number(document.getElementById("timeline").dataset.view.split(" ")[2]);
            const c = canvas.getContext("2d");
            const { width, data } = c.getImageData(left, panel.top, canvas.width - left - 20, panel.height);
            const color = [60, 90, 120];
            return [...Array(panel.height).keys()].filter((row) => {
              let count = 0;
              for (let x = 0; x < width; x += 1) {
                const at = 4 * (row * width + x);
                if (color.every((part, index) => Math.abs(data[at + index] - part) < 30)) count += 1;
              }
              return count > 3;
            }).length;
          })()""")

    def test_the_waveform_keeps_its_scale(self):
        self.open_file("dull.ahap")
        strong = self.wave_rows()
        self.set_text(DULL.replace("0.7", "0.45"))
        self.until(lambda: self.wave_rows() < 0.7 * strong, "a lower waveform for a weaker pattern")
        weak = self.wave_rows()
        self.b.run("document.getElementById('fit-wave').click()")
        self.until(lambda: self.wave_rows() > 1.5 * weak, "a waveform that fills its panel")

    def test_matched_levels_show_the_gain_which_raises_or_lowers(self):
        self.b.choose("#monitor", "full")
        self.open_file("dull.ahap")
        self.b.click("#keep-a")
        self.set_text(DULL.replace('"ParameterValue": 0.0', '"ParameterValue": 1.0'))
        shown = "document.getElementById('match-gain').textContent"
        self.b.wait("performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/ask/match'))")
        self.b.wait(f"{shown}", what="the gain of B, which is stronger")
        self.focus()
        self.b.press("x")
        # Equally strong events differ by up to 13 dB over sharpness.
        self.b.wait(f"{shown}.startsWith('+') && parseFloat({shown}) > 9", what="a raised A")
        self.b.press("x")
        self.b.wait(f"parseFloat({shown}.replace('−', '-')) <= 0", what="B, which is not raised")
        self.b.click("#match")
        self.b.wait(f"{shown} === ''", what="no gain")

    def pad(self, sharpness, intensity):
        box = self.box("#pad")
        return (box["left"] + sharpness * box["width"], box["top"] + (1 - intensity) * box["height"])

    def test_the_palette_taps_holds_moves_and_shows_its_latency(self):
        self.tab("palette")
        # A tap shows its level for less than a second.
        self.b.run("""window.levels = []; const meter = document.getElementById("meter");
            new MutationObserver(() => levels.push(meter.getAttribute("aria-valuetext")))
              .observe(meter, { attributes: true })""")
        self.b.drag([self.pad(0.5, 0.9)])
        self.b.wait("document.getElementById('latency').textContent.includes(' ms')", what="a latency")
        self.b.wait("levels.some((level) => level !== 'silent')", what="a level")
        self.assertEqual(self.b.run("return document.querySelectorAll('#latency-parts dd').length"), 5)
        self.b.drag([self.pad(0.2, 0.8)], release=False)
        self.b.wait("document.getElementById('pad-hold').getAttribute('aria-pressed') === 'true'", what="holding")
        told = self.b.text("#latency-parts")
        box = self.pad(0.6, 0.4)
        self.b.actions({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": round(box[0]), "y": round(box[1]), "duration": 60}]})
        self.assertIn("intensity 0.40, sharpness 0.60, holding", self.b.text("#pad-values"))
        self.b.wait("document.getElementById('latency-parts').textContent !== arguments[0]", told, what="an answer to the move")
        self.b.let_go()
        self.b.wait("document.getElementById('pad-hold').getAttribute('aria-pressed') === 'false'", what="letting go")
        self.shot("palette")

    def trace_has(self, pattern):
        self.b.wait("new RegExp(arguments[0]).test(document.getElementById('trace').textContent)", pattern, what=f"{pattern} in the trace")

    def test_the_palette_by_keyboard(self):
        self.tab("palette")
        self.b.run("document.getElementById('pad').focus()")
        self.b.press("ArrowUp", "ArrowRight", "Shift+ArrowLeft", "Enter")
        self.assertIn("intensity 0.75, sharpness 0.54", self.b.text("#pad-values"))
        self.b.wait("document.getElementById('latency').textContent.includes(' ms')", what="a latency")
        self.b.press("Shift+Enter")
        self.b.wait("document.getElementById('pad-hold').getAttribute('aria-pressed') === 'true'", what="holding")
        self.b.press("Shift+Enter")
        self.b.wait("document.getElementById('pad-hold').getAttribute('aria-pressed') === 'false'", what="letting go")
        self.open_file()
        self.b.click("#pad-add")
        self.assertEqual(self.parameter(3, "HapticIntensity"), 0.75)

    def test_the_engine_shows_what_a_phone_would_do(self):
        self.tab("engine")
        self.b.click("[data-call=start]")
        self.b.wait("document.getElementById('engine-state').textContent === 'running'", what="a running engine")
        self.b.click("[data-fault=suspend]")
        self.trace_has("[Ss]uspend")
        self.b.wait("document.getElementById('engine-state').textContent !== 'running'", what="a stopped engine")
        self.shot("engine")
        self.b.click("[data-fault=resume]")
        self.b.click("[data-call=start]")
        self.b.wait("document.getElementById('engine-state').textContent === 'running'", what="a running engine")
        self.b.click("[data-call=stop]")
        self.b.wait("document.getElementById('engine-state').textContent === 'stopped'", what="a stopped engine")


RIG = os.environ.get("STUDIO_RIG", "")


@unittest.skipUnless(RIG and pathlib.Path(RIG, "test.conf").exists(), "there is no make-believe sound card")
class SoundCard(PageTest):
    files = {"long.ahap": LONG}
    heard = pathlib.Path(tempfile.gettempdir()) / f"thrum-studio-heard-{os.getpid()}.raw"
    environment = {"ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{RIG}/test.conf", "RIG_FILE": str(heard)}

    def loudest(self):
        """The largest sample that the card received recently."""
        if not self.heard.exists():
            return 0
        data = self.heard.read_bytes()[-200_000:]
        data = data[:len(data) // 4 * 4]
        return max((abs(sample) for sample in struct.unpack(f"<{len(data) // 4}f", data)), default=0)

    def test_the_sound_goes_to_the_selected_card(self):
        self.addCleanup(self.heard.unlink, missing_ok=True)
        self.open_file("long.ahap")
        self.b.choose("#destination", "device:rig")
        self.assertEqual(self.b.run("return document.getElementById('destination').selectedOptions[0].textContent"), "Sound card: rig")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Space")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.6", what="a position that runs")
        self.b.wait("document.getElementById('meter').getAttribute('aria-valuetext') !== 'silent'", what="a level")
        self.until(lambda: self.loudest() > 0.001, "sound on the card")
        x, _ = self.spot(12, 0.5)
        top = self.box("#timeline")["top"] + 10
        self.b.drag([(x - 30, top), (x, top)])
        self.b.wait("Number(document.getElementById('position').textContent) > 12.1", what="the rest of the long event")
        self.b.press("m")
        self.until(lambda: self.loudest() < 0.001, "a card that is mute")
        self.b.press("Space")
        self.assertEqual(self.b.run("return document.querySelector('#play .label').textContent"), "Play")
