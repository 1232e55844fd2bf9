"""Accessibility: keyboard only, screen readers, both colour schemes, reduced motion, narrow windows."""

import pathlib

from rig import PageTest, TAP

SCAN = (pathlib.Path(__file__).parent / "scan.js").read_text(encoding="utf-8")
TABS = ["tab-text", "tab-table", "tab-findings", "tab-inspector", "tab-palette", "tab-history", "tab-engine"]
RECORDED = """{"schema": "thrum.timeline/1", "end": 2, "forgotten": 0, "entries": [
    {"engine": 1, "kind": "call", "name": "start", "time": 0}, {"engine": 1, "kind": "state", "state": "running", "time": 0.1},
    {"engine": 1, "kind": "event", "type": "HapticTransient", "intensity": 1, "sharpness": 0.5, "time": 1, "frame": 0, "index": 0},
    {"engine": 0, "kind": "fault", "text": "suspend app", "time": 1.5}]}"""
WRONG = TAP.replace('"EventDuration": 0.4', '"EventDuration": -0.4').replace('"Time": 0.4, "ParameterValue"', '"Time": -0.4, "ParameterValue"')


class Access(PageTest):
    files = {"tap.ahap": TAP, "wrong.ahap": WRONG}

    def scan(self, where):
        self.b.wait("document.getAnimations().length === 0", what="the end of all gliding")
        self.assertEqual(self.b.run(SCAN), [], where)

    def scan_everything(self):
        self.scan("nothing open")
        self.open_file()
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "k")
        for tab in TABS:
            self.b.click(f"#{tab}")
            self.scan(tab)
        self.b.click("#tab-inspector")
        self.b.choose("#grid", "tempo")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+a")
        self.b.run("for (const one of document.querySelectorAll('details')) one.open = true")
        self.scan("several selected, all unfolded")
        self.b.run("document.querySelector('[data-field=time]').focus()")
        self.b.press("Control+a", *"abc", "Enter")
        self.scan("a number that is none")
        self.b.press("Escape")
        self.b.run("""document.getElementById("timeline").focus(); const data = new DataTransfer();
            data.setData("text/plain", arguments[0]); document.getElementById("timeline").dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))""", RECORDED)
        self.b.wait("document.getElementById('recorded').open")
        self.scan("a recorded timeline")
        self.b.press("Escape")
        self.b.press("Escape")
        self.b.click('[data-path="wrong.ahap"]')
        self.b.wait("document.querySelector('#findings .finding')")
        self.b.click("#tab-findings")
        self.scan("findings")
        self.b.click("#keep-a")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("t")
        self.studio.replace("wrong.ahap", TAP)
        self.b.wait("document.querySelector('[data-banner]')")
        self.scan("a banner")
        self.b.press("?")
        self.scan("help")
        self.b.press("Escape")

    def test_the_scan_finds_nothing_in_the_light_scheme(self):
        self.scan_everything()

    def test_the_scan_finds_nothing_in_the_dark_scheme(self):
        self.b.emulate(prefers_color_scheme="dark")
        self.scan_everything()

    def test_the_scan_finds_planted_problems(self):
        self.b.run("""document.querySelector("main").insertAdjacentHTML("beforeend",
            '<button id="bad" tabindex="3"></button><h5>skipped</h5><canvas></canvas><img src="icon.svg">');
            const text = document.createElement("p"); text.textContent = "pale"; text.style.color = "#aaa"; document.querySelector("main").append(text)""")
        said = "\n".join(self.b.run(SCAN))
        for what in ("has no name", "positive tabindex", "after a heading", "has no alternative", "contrast of"):
            self.assertIn(what, said)

    def test_every_tab_stop_is_in_order_visible_and_can_be_left(self):
        self.open_file()
        self.b.run("""document.activeElement.blur(); window.stops = [];
            addEventListener("focusin", ({ target }) => { const style = getComputedStyle(target);
              const around = getComputedStyle(target.parentElement);
              const hasRing = (one) => one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2;
              stops.push({ name: target.id || target.textContent.trim().slice(0, 20), target,
                isSeen: hasRing(style) || (target.localName === "textarea" && hasRing(around)) }) })""")
        self.b.run("window.focus(); document.body.focus()")
        self.b.press(*["Tab"] * 110)
        stops = self.b.run("return stops.map(({ name, isSeen }) => [name, isSeen])")
        names = [name for name, _ in stops]
        for expected in ("filter", "play", "toggle-settings", "timeline", "text", "tab-inspector"):
            self.assertIn(expected, names)
        self.assertEqual([name for name, is_seen in stops if not is_seen], [], "focus cannot be seen")
        backwards = self.b.run("""return stops.slice(1).filter(({ target }, at) => stops[at].target !== target
            && stops[at].target.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING).map(({ target }) => target.className)""")
        self.assertLessEqual(set(backwards), {"skip"}, "Tab goes back, other than from the end to the beginning")
        reachable = self.b.run("""const unreached = [...document.querySelectorAll("button, input, select, textarea, summary, [tabindex='0']")]
            .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex === 0 && !stops.some(({ target }) => target === one));
            return unreached.map((one) => one.id || one.textContent)""")
        self.assertEqual(reachable, [], "Tab does not get there")

    def test_every_control_has_a_name_and_a_role(self):
        self.open_file()
        self.b.command("Accessibility.enable")
        nodes = self.b.command("Accessibility.getFullAXTree")["nodes"]
        self.b.command("Accessibility.disable")
        nameless = []
        for node in nodes:
            facts = {fact["name"]: fact["value"].get("value") for fact in node.get("properties", [])}
            role = node.get("role", {}).get("value")
            if node.get("ignored") or not facts.get("focusable") or role in ("RootWebArea", "main", "MenuListPopup"):
                continue
            if role in ("generic", "none", None) or not node.get("name", {}).get("value", "").strip():
                nameless.append((role, node.get("name", {}).get("value")))
        self.assertEqual(nameless, [])

    def test_the_keyboard_alone_is_enough_from_loading_to_saving(self):
        self.b.press("Tab")
        self.assertEqual(self.b.run("return document.activeElement.className"), "skip")
        for _ in range(12):
            self.b.press("Tab")
            if self.b.run("return document.activeElement.id") == "filter":
                break
        self.b.press(*"tap.a", "Enter")
        self.b.wait("document.getElementById('summary').textContent.includes('peak')")
        self.b.wait("document.activeElement.id === 'timeline'", what="the timeline's focus")
        self.b.press("n")
        self.until(lambda: "Tap at 0.2 s" in self.say(), "the event said")
        self.b.press("ArrowRight", "ArrowUp")
        self.until(lambda: "0.21 s, intensity 0.85" in self.say(), "the change said")
        self.b.press("Space")
        self.b.wait("document.querySelector('#play .label').textContent === 'Pause'")
        self.b.press("Space", "Control+s")
        self.until(lambda: "tap.ahap saved" in self.say(), "the saving said")
        self.assertIn('"Time": 0.21', self.studio.read("tap.ahap"))
        self.b.press("?")
        self.b.wait("document.getElementById('help-dialog').open")
        self.b.press("Escape")
        self.b.wait("document.activeElement.id === 'timeline'", what="the focus as before")

    def test_arrow_keys_switch_tabs(self):
        self.b.run("document.getElementById('tab-text').focus()")
        self.b.press("ArrowRight")
        self.assertEqual(self.b.run("return document.activeElement.id"), "tab-table")
        self.assertFalse(self.b.run("return document.getElementById('panel-table').hidden"))
        self.b.press("End")
        self.assertEqual(self.b.run("return document.activeElement.id"), "tab-text")

    def test_lines_of_the_picture_contrast_with_the_background(self):
        for scheme in ("light", "dark"):
            self.b.emulate(prefers_color_scheme=scheme)
            weak = self.b.run("""return (async () => {
                const { theme } = await import("/base/theme.js");
                const c = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
                const light = (color) => { c.clearRect(0, 0, 1, 1); c.fillStyle = color; c.fillRect(0, 0, 1, 1);
                  const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
                    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                  return 0.2126 * r + 0.7152 * g + 0.0722 * b };
                const colors = theme();
                const lines = { ink: colors.ink, accent: colors.accent, audio: colors.audio, wave: colors.wave, error: colors.error,
                  warning: colors.warning, muted: colors.muted };
                for (let s = 0; s <= 1; s += 0.05) lines[`sharpness ${s.toFixed(2)}`] = colors.edge(s);
                const ground = light(colors.panel);
                return Object.entries(lines).map(([name, color]) => [name, light(color)])
                  .map(([name, value]) => [name, (Math.max(value, ground) + 0.05) / (Math.min(value, ground) + 0.05)])
                  .filter(([, contrast]) => contrast < 3) })()""")
            self.assertEqual(weak, [], scheme)


class Narrow(PageTest):
    size = (360, 740)

    def test_nothing_scrolls_sideways_at_360_pixels(self):
        self.open_file()
        for tab in TABS:
            self.tab(tab.removeprefix("tab-"))
            width = self.b.run("return document.documentElement.scrollWidth")
            self.assertLessEqual(width, 360, tab)
            self.b.run("document.getElementById(arguments[0]).scrollIntoView()", tab)
            self.shot(f"narrow-{tab.removeprefix('tab-')}")
        self.assertEqual(self.b.run(SCAN), [])
        self.tab("text")  # closes the sheet
        for button in ("toggle-files", "toggle-settings", "toggle-snap"):
            self.b.click(f"#{button}")
            self.assertEqual(self.b.run(SCAN), [], button)
            self.b.press("Escape")

    def test_the_page_does_not_move_under_a_finger(self):
        self.open_file()
        self.tab("table")
        self.b.click("#toggle-lower")
        self.drawn()
        isOpen = "document.getElementById('tools').classList.contains('open')"
        x, y = self.spot(0.2, 0.8)
        top = self.box("#timeline")["top"]
        self.b.drag([(x, y), (x, y + 12)], kind="touch", release=False)
        self.drawn()
        self.assertEqual(self.box("#timeline")["top"], top)
        self.b.let_go()
        self.drawn()
        level = self.parameter(0, "HapticIntensity")
        self.assertTrue(0.3 < level < 0.8, level)
        self.assertFalse(self.b.run(f"return {isOpen}"))
        self.b.press("Escape")
        self.b.drag([self.spot(0.2, level)], kind="touch")
        self.b.wait(isOpen, what="the sheet after a tap")
        self.assertFalse(self.b.run("return document.getElementById('panel-inspector').hidden"))
        self.b.wait("!document.getElementById('tools').inert", what="the sheet's buttons")
        self.b.click("#sheet-remove")
        self.assertNotIn("HapticTransient", self.text)

    def test_the_help_opens_at_its_beginning(self):
        for opened_by in ("?", "#help"):
            with self.subTest(opened_by=opened_by):
                if opened_by == "?":
                    self.b.run("document.getElementById('timeline').focus()")
                    self.b.press("?")
                else:
                    self.b.click(opened_by)
                self.b.wait("document.getElementById('help-dialog').open")
                self.drawn()
                self.assertEqual(self.b.run("return document.getElementById('help-dialog').scrollTop"), 0)
                self.b.press("Escape")


class Calm(PageTest):
    media = {"prefers_reduced_motion": "reduce"}

    def test_nothing_is_animated_with_reduced_motion(self):
        self.open_file()
        gliding = self.b.run("""return [...document.querySelectorAll("*")].filter((one) => {
            const { transitionDuration, animationName } = getComputedStyle(one);
            return /[1-9]/.test(transitionDuration) || animationName !== "none" }).length""")
        self.assertEqual(gliding, 0)
        self.b.emulate(prefers_reduced_motion="no-preference")
        self.assertRegex(self.b.run("return getComputedStyle(document.getElementById('save')).transitionDuration"), "[1-9]")
