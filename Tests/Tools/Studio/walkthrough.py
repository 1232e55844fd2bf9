"""Takes the pictures of Docs/Studio.md while composing a pattern as the page describes: `make studio-pictures`."""

import os
import pathlib
import sys
import unittest

import rig

DOCS = pathlib.Path(__file__).parents[3] / "Docs"


class Walkthrough(rig.EmptyFolder, rig.PageTest):
    size = (1280, 720)

    def keep(self, name):
        self.b.wait("document.getElementById('summary').textContent.includes('peak')")
        self.drawn()
        self.b.run("document.getElementById('notice').hidden = true")
        self.b.picture(DOCS / f"{name}.png")

    def test_walk(self):
        self.b.click("#empty-new")
        self.drawn()
        for at, level in [(0.1, 0.9), (0.3, 0.6), (0.5, 0.75)]:
            self.twice(*self.spot(at, level))
        self.b.click("#tool-hold")
        self.b.drag([self.spot(0.8, 0.3), self.spot(1.2, 0.5), self.spot(1.6, 0.7)])
        self.b.click("#tool-curve")
        curve = [(0.8, 0.3), (0.9, 0.55), (1.0, 0.85), (1.1, 1.0), (1.2, 0.95), (1.3, 0.8), (1.4, 0.55), (1.5, 0.4), (1.6, 0.35)]
        self.b.drag([self.spot(*point) for point in curve])
        self.b.press("Escape")
        self.keep("studio-draw")
        self.b.choose("#grid", "tempo")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Escape")
        self.b.drag([self.spot(0.05, 1.05), self.spot(0.6, 0.02)])
        self.keep("studio-together")

    def test_rain(self):
        self.b.click('#file-list [data-path="library:rain"]')
        self.b.wait("document.getElementById('document-name').textContent === 'rain'")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("n", "n", "n")
        self.keep("studio")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
