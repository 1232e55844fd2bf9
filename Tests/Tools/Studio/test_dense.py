"""Thousands of events are drawn with few calls, whatever is selected."""

from bench import pattern
from rig import PageTest


class Dense(PageTest):
    files = {"long.ahap": pattern(20_000)}

    def open_long(self):
        self.show_files()
        self.b.click('#file-list [data-path="long.ahap"]')
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis", patience=40)

    def calls(self, selected, zoomed):
        """Number of drawing calls for the haptic panels, and the pixels that differ from those without a selection."""
        return self.b.run("""const [isSelected, share] = arguments; return (async () => {
            const { drawIntensity, drawSharpness } = await import("/picture/draw-haptics.js");
            const { placePanels } = await import("/picture/panels.js");
            const { shownLanes } = await import("/picture/lanes.js");
            const { readPattern } = await import("/pattern/pattern.js");
            const { makeScene } = await import("/picture/scene.js");
            const { theme } = await import("/base/theme.js");
            const { TimeScale } = await import("/pattern/time-scale.js");
            const token = sessionStorage.getItem("thrum.token");
            const answer = await fetch("/api/file?path=long.ahap", { headers: { "X-Thrum-Token": token } });
            const { text } = await answer.json();
            window.scene ??= makeScene(readPattern(text));
            const scale = Object.assign(new TimeScale(), { from: 0, span: 200 * share, left: 52, width: 1200, end: 200 });
            const panels = placePanels(shownLanes(), 400);
            const draw = (selected) => {
              const c = new OffscreenCanvas(1270, 400).getContext("2d");
              let count = 0;
              const counting = new Proxy(c, {
                get: (_, name) => (typeof c[name] === "function" ? (...given) => { count += 1; return c[name](...given); } : c[name]),
                set: (_, name, value) => { c[name] = value; return true; },
              });
              const view = { scene, scale, panels, colors: theme(), selected, isGhost: false, font: () => "" };
              drawIntensity(counting, view);
              drawSharpness(counting, view);
              return { count, data: c.getImageData(0, 0, 1270, 400).data };
            };
            const none = draw(new Set());
            const some = draw(new Set(isSelected ? scene.pattern.items.keys() : []));
            let changed = 0;
            for (let at = 0; at < none.data.length; at += 4) if (none.data[at] !== some.data[at]) changed += 1;
            return [some.count, changed]; })()""", selected, zoomed)

    def test_a_selection_of_everything_costs_few_calls(self):
        for share in (1, 0.1):
            count, changed = self.calls(True, share)
            self.assertLess(count, 100, share)
            self.assertGreater(changed, 10_000, "the selection is not shown")

    def test_few_visible_events_have_their_shapes(self):
        count, changed = self.calls(True, 0.001)
        self.assertGreater(count, 100)
        self.assertGreater(changed, 100)

    def test_a_switch_between_versions_reuses_their_pictures(self):
        self.open_long()
        focus = "document.getElementById('timeline').focus()"
        self.b.run(focus)
        self.b.press("n")
        self.b.click("#keep-a")
        self.b.run(focus)
        self.b.press("ArrowRight")
        self.b.wait("!document.getElementById('show-a').disabled")
        self.b.run("""window.written = 0;
            const { putImageData } = OffscreenCanvasRenderingContext2D.prototype;
            OffscreenCanvasRenderingContext2D.prototype.putImageData = function (...given) {
              window.written += 1;
              return putImageData.apply(this, given);
            };""")
        written = []
        for shown in ("true", "false") * 3:
            self.b.press("x")
            self.b.wait(f"document.getElementById('show-a').getAttribute('aria-pressed') === '{shown}'")
            self.b.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            written.append(self.b.run("const count = window.written; window.written = 0; return count"))
        self.assertGreater(sum(written[:4]), 0, "nothing was drawn as pictures")
        self.assertEqual(written[4:], [0, 0], written)

    def test_a_long_text_is_sent_by_a_worker(self):
        self.open_long()
        asked = self.b.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
        self.assertTrue(any("request-worker.js" in name for name in asked), asked)
        self.assertFalse(any("/api/ask/analyse" in name for name in asked), "the page itself sent the text")
