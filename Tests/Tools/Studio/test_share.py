"""Pages of `thrum share`, opened from a disk in a browser without a network.

SHARED=FOLDER takes the patterns below a folder, too, and prints the size of each page.
"""

import json
import os
import pathlib
import re
import struct
import subprocess
import unittest

from rig import TAP, THRUM, folder_for
from webdriver import Browser

EVIL = '</script><script>document.title = "owned"</script><img src=x onerror="document.title=1">"\'&'
RATE = 16_000

LOOK = """
const overflow = document.documentElement.scrollWidth - innerWidth;
const images = [...document.images].map((one) => one.complete && one.naturalWidth);
return { overflow, images, rows: document.querySelectorAll("tbody tr").length, title: document.title,
    player: !document.getElementById("player").hidden, elements: document.querySelectorAll("script, iframe, object").length };
"""
DECODE = """
const done = arguments[arguments.length - 1];
const text = atob(document.querySelector("audio").src.split(",")[1]);
const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
new OfflineAudioContext(1, 1, arguments[0]).decodeAudioData(bytes.buffer).then((sound) =>
    done([...sound.getChannelData(0)].map((sample) => Math.round(sample * 32768))), (error) => done(String(error)));
"""


def pattern(seconds=10.0, description="", name="Project"):
    events = [{"Event": {
        "Time": index / 4, "EventType": "HapticContinuous" if index % 2 else "HapticTransient", "EventDuration": 0.2,
        "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.3 + 0.7 * (index % 8) / 8},
                            {"ParameterID": "HapticSharpness", "ParameterValue": index % 5 / 4}]}}
        for index in range(int(seconds * 4))]
    return json.dumps({"Version": 1.0, "Metadata": {name: "x", "Description": description}, "Pattern": events})


class Shared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.b = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.b.close()

    def setUp(self):
        self.folder = folder_for(self)
        self.b.command("Network.enable")
        self.b.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.b.complaints()

    def share(self, *files, options=()):
        page = self.folder / "page.html"
        answer = subprocess.run([THRUM, "share", *map(str, files), "-o", str(page), *options], capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return page

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def look(self, page, width, dark=False):
        self.b.resize(width, 900)
        self.b.emulate(prefers_color_scheme="dark" if dark else "light")
        self.b.open(page.as_uri())
        self.b.wait("document.readyState === 'complete'")
        look = self.b.run(LOOK)
        self.assertLessEqual(look["overflow"], 0, f"{page.name} at {width} points")
        self.assertTrue(all(look["images"]) and look["images"], look)
        self.assertTrue(look["player"])
        self.assertEqual(self.b.complaints(), [])
        return look

    def test_a_page_is_whole_without_a_network_at_every_width(self):
        page = self.share(self.write("tap.ahap", pattern()))
        self.assertLessEqual(page.stat().st_size, 300_000, "10 s")
        self.assertNotRegex(page.read_text(encoding="utf-8"), r"(?:src|href|srcset)=\"(?!data:)")
        for width in (360, 1440):
            for dark in (False, True):
                self.assertGreaterEqual(self.look(page, width, dark)["rows"], 40)

    def test_the_sound_is_that_of_render(self):
        file = self.write("tap.ahap", pattern(3))
        self.b.open(self.share(file).as_uri())
        heard = self.b.ask("POST", "execute/async", {"script": DECODE, "args": [RATE]})
        wave = self.folder / "tap.wav"
        subprocess.run([THRUM, "render", str(file), "-o", str(wave), "--monitor", "small-speaker", "--sample-rate", str(RATE),
                        "--format", "s16"], check=True, capture_output=True)
        data = wave.read_bytes()
        data = data[data.index(b"data") + 8:]
        expected = [left for left, _ in struct.iter_unpack("<hh", data[:len(data) // 4 * 4])]
        self.assertEqual(len(heard), len(expected))
        self.assertEqual(heard, expected, "FLAC is lossless")

    def test_hostile_names_and_descriptions_stay_text(self):
        file = self.write("a<b>&\"'$(x).ahap", pattern(1, EVIL, EVIL))
        page = self.share(file, file)
        look = self.look(page, 1024)
        self.assertTrue(look["title"].startswith("a<b>&\"'$(x).ahap"), look["title"])
        self.assertEqual(look["elements"], 2, "the data and the page's own script")
        names = self.b.run("return [...document.querySelectorAll('[download]')].map((one) => one.download)")
        self.assertEqual(names, ["a_b______x_.ahap"] * 2)

    def test_the_file_is_the_one_that_was_shared(self):
        file = self.write("tap.ahap", TAP)
        self.b.open(self.share(file).as_uri())
        link = self.b.run("return document.querySelector('[download]').href")
        self.assertTrue(link.startswith("data:application/x-ahap+json;base64,"))
        self.assertEqual(self.b.run("return atob(arguments[0].split(',')[1])", link), TAP)

    def test_two_patterns_flip_at_the_same_position(self):
        page = self.share(self.write("one.ahap", pattern(2)), self.write("two.ahap", pattern(1)))
        self.look(page, 1024)
        self.b.click("#play")
        self.b.wait("document.getElementById('play').textContent === 'Stop'")
        self.b.wait("document.querySelector('#player progress').value > 0", what="the position moving")
        self.b.press("b")
        pressed = "return [...document.querySelectorAll('#player [aria-pressed]')].map((one) => one.ariaPressed)"
        self.assertEqual(self.b.run(pressed), ["false", "true"])
        self.b.click("#play")
        self.b.wait("document.getElementById('play').textContent !== 'Stop'")
        self.assertIn("4 events removed", self.b.text("main"))
        self.assertEqual(self.b.complaints(), [])

    def test_a_playhead_moves_over_a_picture_whose_letters_can_be_read(self):
        page = self.share(self.write("tap.ahap", pattern(2)))
        for width, drawn in ((360, 360), (1024, 1000)):
            with self.subTest(width=width):
                self.look(page, width)
                size = self.b.run("const [one] = document.images; return [one.naturalWidth, one.clientWidth, one.currentSrc.slice(0, 18)]")
                self.assertAlmostEqual(size[0] * 3 / 4, drawn, delta=1, msg="pixels, of which three are four points")
                self.assertGreater(9 * size[1] / drawn, 8, "pixels of the smallest letters")
                self.assertEqual(size[2], "data:image/svg+xml")
                head = """const head = document.querySelector(".playhead");
                    return head.hidden ? null : head.getBoundingClientRect().left"""
                self.assertIsNone(self.b.run(head))
                self.b.click("#play")
                self.b.wait("!document.querySelector('.playhead').hidden", what="the playhead")
                before = self.b.run(head)
                self.b.wait("document.querySelector('.playhead').getBoundingClientRect().left > arguments[0]", before)
                self.b.click("#play")
                self.b.wait("document.querySelector('.playhead').hidden", what="no playhead")

    def test_without_scripts_everything_but_the_flipping_is_there(self):
        page = self.share(self.write("tap.ahap", pattern(2)))
        self.b.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.b.open(page.as_uri())
            image = self.b.command("Page.captureScreenshot", format="png")["data"]
            self.assertGreater(len(image), 20_000)
        finally:
            self.b.command("Emulation.setScriptExecutionDisabled", value=False)
        text = page.read_text(encoding="utf-8")
        self.assertIn("<audio controls", text)
        self.assertRegex(text, r"<section id=\"player\"[^>]* hidden>")

    def test_the_policy_allows_nothing_but_the_page(self):
        text = self.share(self.write("tap.ahap", TAP)).read_text(encoding="utf-8")
        policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.b.open((self.folder / "page.html").as_uri())
        self.b.run("""const script = document.createElement("script");
            script.textContent = "document.title = 'owned'"; document.body.append(script);""")
        self.assertNotEqual(self.b.run("return document.title"), "owned")
        self.assertTrue(any("Content Security Policy" in line for line in self.b.complaints()))

    @unittest.skipUnless("SHARED" in os.environ, "SHARED=FOLDER shares the patterns of a folder")
    def test_a_folder_of_patterns(self):
        for file in sorted(pathlib.Path(os.environ["SHARED"]).rglob("*.ahap")):
            page = self.folder / "page.html"
            answer = subprocess.run([THRUM, "share", str(file), "-o", str(page)], capture_output=True, text=True)
            if answer.returncode == 65:
                continue
            self.assertEqual(answer.returncode, 0, answer.stderr)
            looks = [self.look(page, width) for width in (360, 1440)]
            seconds = self.b.run("return JSON.parse(document.getElementById('data').textContent).patterns[0].seconds")
            print(f"{file.name}: {page.stat().st_size} bytes, {seconds:.1f} s, {looks[0]['rows']} rows", flush=True)


if __name__ == "__main__":
    unittest.main()
