"""Takes screenshots of the page for a person to review: out/studio/*.png. The checks are coarse."""

import os
import pathlib

from rig import PageTest

LIBRARY = pathlib.Path(__file__).parents[3] / "Patterns"


class Look(PageTest):
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(LIBRARY.glob("*.ahap"))}
    size = (1440, 900)

    def see(self, name):
        self.b.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.shot(name)
        self.assertGreater(os.path.getsize(os.environ.get("STUDIO_OUT", "out/studio") + f"/{name}.png"), 30_000)

    def tour(self, scheme):
        self.b.emulate(prefers_color_scheme=scheme)
        self.open_file("splash.ahap")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "n")
        self.see(f"{scheme}-text")
        self.open_file("rain.ahap")
        self.tab("table")
        self.see(f"{scheme}-table")
        self.tab("palette")
        self.open_file("bell.ahap")
        self.tab("text")
        self.see(f"{scheme}-palette")
        self.tab("engine")
        self.b.click("[data-call=start]")
        self.b.click("[data-fault=suspend]")
        self.b.wait("document.getElementById('trace').childElementCount > 3")
        self.b.click("#keep-a")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "n", "n", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight")
        self.see(f"{scheme}-compare")
        self.b.press("?")
        self.see(f"{scheme}-help")
        self.b.press("Escape")

    def test_in_the_light_scheme(self):
        self.tour("light")
        light = self.b.run("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(light, "rgb(255, 255, 255)")

    def test_in_the_dark_scheme(self):
        self.tour("dark")
        dark = self.b.run("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(dark, "rgb(20, 22, 27)")
        drawn = self.pixels()
        self.b.emulate(prefers_color_scheme="light")
        self.until(lambda: self.pixels() != drawn, "a picture in other colours")
