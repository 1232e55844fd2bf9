"""Layers, the tempo and the sheet of a narrow window."""

import json

from rig import PageTest, TAP
from test_selection import curve, tap

MIXED = json.dumps({"Version": 1.0, "Pattern": [
    tap(0.1), tap(0.4), {"Event": {"Time": 0.6, "EventType": "HapticContinuous", "EventDuration": 2, "EventParameters": []}},
    curve("HapticIntensityControl", [(0, 1), (1, 0.5)])]})


class Layers(PageTest):
    files = {"mixed.ahap": MIXED}
    opens = True

    def setUp(self):
        super().setUp()
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis")
        self.b.click("#toggle-layers")
        self.b.wait("document.querySelectorAll('#layers .row').length === 3", what="the layers")

    def flag(self, layer, flag):
        self.b.run("document.querySelector(`#layers [data-layer=${arguments[0]}][data-flag=${arguments[1]}]`).click()", layer, flag)
        self.drawn()

    def played(self):
        """The text that is played."""
        self.b.run("""window.asked ??= []; const real = window.realFetch ??= window.fetch;
            window.fetch = (address, options) => { if (String(address) === "/api/ask/take") asked.push(JSON.parse(options.body).text);
                return real(address, options) };
            asked.length = 0; document.getElementById("timeline").focus()""")
        self.b.press("Space")
        self.b.wait("asked.length > 0", what="the sound")
        self.b.press("Space")
        return json.loads(self.b.run("return asked.at(-1)"))["Pattern"]

    def test_hidden_taps_are_not_drawn_and_not_hit(self):
        before = self.pixels()
        self.flag("taps", "isHidden")
        self.assertNotEqual(self.pixels(), before)
        self.b.drag([self.spot(0.4, 0.36)])
        self.assertEqual(self.b.text("#inspector-title"), "Pattern")
        self.b.click("#toggle-layers")
        self.flag("taps", "isHidden")
        self.assertEqual(self.pixels(), before)

    def test_locked_layers_cannot_be_selected(self):
        self.flag("holds", "isLocked")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a")
        self.b.wait("document.getElementById('inspector-title').textContent === '3 selected'", what="the selection without the hold")

    def test_what_is_muted_is_drawn_behind_a_veil(self):
        before = self.pixels()
        self.flag("taps", "isMuted")
        muted = self.pixels()
        self.assertNotEqual(muted, before)
        self.flag("taps", "isMuted")
        self.flag("taps", "isHidden")
        self.assertNotEqual(self.pixels(), muted)

    def test_a_locked_hold_keeps_its_envelope(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a", "Delete")
        self.b.click("#add-continuous")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("1")
        held = json.dumps(self.pattern())
        self.assertIn("ParameterCurve", held)
        self.b.click("#toggle-layers")
        self.b.wait("document.querySelector('#layers [data-layer=holds]')", what="the layer")
        self.flag("holds", "isLocked")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a", "Delete")
        self.assertEqual(json.dumps(self.pattern()), held)

    def test_the_button_shows_that_a_layer_is_muted(self):
        acts = "document.getElementById('toggle-layers').classList.contains('acts')"
        self.assertFalse(self.b.run(f"return {acts}"))
        self.flag("taps", "isMuted")
        self.assertTrue(self.b.run(f"return {acts}"))
        self.flag("taps", "isMuted")
        self.assertFalse(self.b.run(f"return {acts}"))

    def test_muted_layers_are_not_played_and_stay_in_the_text(self):
        self.flag("taps", "isMuted")
        self.assertEqual([next(iter(entry)) for entry in self.played()], ["Event", "ParameterCurve"])
        self.assertEqual(len(self.pattern()), 4)

    def test_a_layer_is_played_alone_under_its_controls(self):
        self.flag("taps", "isSolo")
        kinds = [entry["Event"]["EventType"] if "Event" in entry else "curve" for entry in self.played()]
        self.assertEqual(kinds, ["HapticTransient", "HapticTransient", "curve"])

    def test_a_layer_is_selected_by_its_name(self):
        self.b.button("#layers", "Taps")
        self.b.wait("document.getElementById('inspector-title').textContent === '2 selected'", what="the taps")


class Tempo(PageTest):
    files = {"mixed.ahap": MIXED}
    opens = True

    def test_the_metronome_clicks_on_the_beats(self):
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis")
        self.b.run("""window.clicks = []; const Real = OscillatorNode;
            window.OscillatorNode = class extends Real { start(time) { clicks.push(time); super.start(time) } };
            document.getElementById("toggle-snap").click()""")
        self.b.choose("#grid", "tempo")
        self.b.click("#metronome")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Space")
        self.b.wait("clicks.length >= 4", what="four clicks")
        times = self.b.run("return clicks")
        self.b.press("Space")
        for one, other in zip(times[1:], times[2:]):
            self.assertAlmostEqual(other - one, 0.5, delta=0.03)


class Sheet(PageTest):
    files = {"tap.ahap": TAP}
    opens = True
    showsText = False

    def setUp(self):
        super().setUp()
        self.b.resize(360, 640)
        self.drawn()

    def test_the_inspector_is_a_sheet_over_the_timeline(self):
        shown = "getComputedStyle(document.getElementById('tools')).display !== 'none'"
        self.assertFalse(self.b.run(f"return {shown}"))
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        self.b.wait(shown, what="the sheet")
        box = self.box("#inspector [data-field=HapticIntensity]")
        self.assertLess(box["top"], 640)
        self.b.click("#close-tools")
        self.b.wait(f"!({shown})", what="the sheet's end")

    def test_targets_have_44_points(self):
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n")
        self.drawn()
        small = self.b.run("""return [...document.querySelectorAll("button, select, input:not([type=file]), [role=tab]")]
            .filter((one) => one.offsetParent !== null && !one.closest("[hidden]") && getComputedStyle(one).visibility !== "hidden")
            .map((one) => [one.id || one.dataset.field || one.textContent.trim().slice(0, 20), one.closest("label") ?? one])
            .map(([name, target]) => [name, Math.round(target.getBoundingClientRect().height)])
            .filter(([, height]) => height > 0 && height < 43)""")
        self.assertEqual(small, [])
