"""thrum.html, opened from the disk without a server or a network, in two browsers."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from firefox import Firefox
from rig import THRUM, folder_for
from webdriver import Browser

PAGE = pathlib.Path(os.environ.get("THRUM_PAGE", "out/web/thrum.html"))
ROOT = pathlib.Path(__file__).resolve().parents[3]

# Keeps what the page offers as downloads, instead of saving it.
KEEP = """window.kept = [];
    const make = window.URL.createObjectURL;
    window.URL.createObjectURL = (blob) => { window.kept.push(blob); return make(blob) };
    window.HTMLAnchorElement.prototype.click = function () { window.kept.at(-1).saved = this.download };"""
TAKE = """return new Promise((done) => { const blob = window.kept.at(-1); const reader = new window.FileReader();
    reader.onload = () => done([blob.saved, reader.result.slice(reader.result.indexOf(",") + 1)]);
    reader.readAsDataURL(blob) })"""


class WithoutServer:
    """What holds in each browser; goes before `TestCase`."""

    @classmethod
    def setUpClass(cls):
        cls.b = cls.make()

    @classmethod
    def tearDownClass(cls):
        cls.b.close()

    def setUp(self):
        self.folder = folder_for(self)
        self.b.complaints()
        self.visit()
        self.addCleanup(self.leave)

    def leave(self):
        # A page with edits asks before it is left; a browser without gestures refuses to ask.
        complaints = [text for text in self.b.complaints() if "beforeunload" not in text]
        self.b.forget()
        self.b.resize(1280, 800)
        self.b.scheme("light")
        self.assertEqual(complaints, [], "the browser's console has errors")

    def visit(self, page=PAGE, hash_=""):
        self.b.open("about:blank")
        self.b.open(page.resolve().as_uri() + hash_)
        self.analysed()

    def analysed(self):
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis")

    def show_text(self, text, name="mine.ahap"):
        """Drops a file on the page."""
        self.b.run("""const given = new window.DataTransfer();
            given.items.add(new window.File([arguments[1]], arguments[0]));
            document.body.dispatchEvent(new window.DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }))""",
                   name, text)
        self.b.wait("document.getElementById('document-name').textContent === arguments[0]", pathlib.Path(name).stem + ".ahap",
                    what=f"{name} opened")

    def download(self, kind):
        """What the download dialog gives for a format: name and bytes."""
        self.b.run(KEEP)
        self.b.click("#download")
        self.b.choose("#download-format", kind)
        self.b.click("#download-accept")
        self.b.wait("window.kept.at(-1)?.saved", what=f"the download as {kind}")
        name, data = self.b.run(TAKE)
        return name, base64.b64decode(data)

    def thrum(self, *arguments):
        answer = subprocess.run([THRUM, *arguments], cwd=self.folder, capture_output=True)
        self.assertIn(answer.returncode, (0, 1), answer.stderr)
        return answer.stdout

    def test_opens_with_the_library_and_asks_nobody(self):
        self.assertEqual(self.b.text("#connection"), "in this browser")
        self.assertEqual(self.b.text("#document-name"), "heartbeat")
        self.assertTrue(self.b.run("return document.getElementById('gate').hidden"))
        rows = self.b.run("return document.querySelectorAll('#file-list [data-path]').length")
        self.assertGreater(rows, 15)
        asked = self.b.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
        self.assertEqual([name for name in asked if not name.startswith(("blob:", "data:"))], [])

    def test_sound_is_that_of_the_command_bit_for_bit(self):
        for name in ("heartbeat", "bell", "sharpness-sweep"):
            with self.subTest(pattern=name):
                self.visit(hash_=f"#library:{name}")
                monitor = self.b.run("return document.getElementById('monitor').value") or "small-speaker"
                kept, data = self.download("wav")
                self.thrum("render", str(ROOT / f"Patterns/{name}.ahap"), "-o", "x.wav", "--format", "float",
                           "--monitor", monitor)
                expected = (self.folder / "x.wav").read_bytes()
                self.assertEqual(kept, f"{name}.wav")
                self.assertEqual(data[data.index(b"data"):], expected[expected.index(b"data"):])

    def test_composes_by_keyboard(self):
        self.b.press("u")
        self.b.wait("document.getElementById('document-name').textContent.startsWith('untitled')", what="a new pattern")
        self.b.press("t", "Escape", "ArrowRight", "ArrowRight", "t", "Escape", "ArrowRight", "ArrowRight", "ArrowRight", "c")
        self.b.press("e", *"0.6", "Enter", "1", "Escape")
        self.analysed()
        text = self.b.value("#text")
        kinds = [entry["Event"]["EventType"] for entry in json.loads(text)["Pattern"] if "Event" in entry]
        self.assertEqual(kinds, ["HapticTransient", "HapticTransient", "HapticContinuous"])
        (self.folder / "made.ahap").write_text(text, encoding="utf-8")
        self.thrum("lint", "--strict", "made.ahap")

    def test_composes_compares_saves_and_shares_in_every_window(self):
        for size, scheme, ground in ((1280, 800), "light", "rgb(255, 255, 255)"), ((360, 640), "dark", "rgb(20, 22, 27)"), \
                ((360, 640), "light", "rgb(255, 255, 255)"), ((1280, 800), "dark", "rgb(20, 22, 27)"):
            with self.subTest(size=size, scheme=scheme):
                self.b.resize(*size)
                self.b.scheme(scheme)
                self.b.forget()
                self.visit()
                self.assertEqual(self.b.run("return [innerWidth, innerHeight]"), list(size))
                self.assertEqual(self.b.run("return getComputedStyle(document.body).backgroundColor"), ground)
                self.compose_and_share(f"{scheme}-{size[0]}")

    def compose_and_share(self, name):
        """A tap, a hold with a swell, compared with version A, saved, and given away; each step by pointer but the keys
        that move the cursor."""
        narrow = self.b.run("return matchMedia('(max-width: 759px)').matches")
        text = lambda: self.b.value("#text")
        self.b.press("u")
        self.b.wait("document.getElementById('document-name').textContent.startsWith('untitled')", what="a new pattern")
        self.b.click("#add-transient")
        self.b.press("Escape", "ArrowRight", "ArrowRight")
        self.b.click("#add-continuous")
        self.b.wait("document.getElementById('text').value.includes('HapticContinuous')", what="the hold")
        if narrow:
            self.b.click("#toggle-tools")
        self.b.button("#inspector .shapes", "Swell")
        self.b.wait("document.getElementById('text').value.includes('ParameterCurve')", what="the swell")
        if narrow:
            self.b.click("#close-tools")
        self.analysed()

        # A is the tap with the swell; B has a third event.
        first = text()
        self.b.click("#keep-a")
        self.b.press("Escape", "ArrowRight", "ArrowRight", "ArrowRight")
        self.b.click("#add-transient")
        self.b.wait("document.getElementById('text').value !== arguments[0]", first, what="a change")
        second = text()
        self.b.click("#show-a")
        self.b.wait("document.getElementById('text').value === arguments[0]", first, what="version A")
        self.b.click("#show-b")
        self.b.wait("document.getElementById('text').value === arguments[0]", second, what="version B")
        self.analysed()
        self.assertIsNone(self.b.run("""const { documentElement: page } = document;
            return page.scrollWidth > innerWidth ? page.scrollWidth : null"""), "the page is wider than the window")

        self.b.click("#save")
        self.b.wait("document.getElementById('name-dialog').open", what="the dialog")
        self.b.run("document.getElementById('file-name').value = arguments[0]", name)
        self.b.click("#accept-name")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'", what="the save")
        kept, page = self.download("page")
        self.assertEqual(kept, f"{name}.html")
        given = self.folder / kept
        given.write_bytes(page)
        (self.folder / "made.ahap").write_text(second, encoding="utf-8")
        self.thrum("lint", "--strict", "made.ahap")
        self.visit()
        self.b.wait("document.getElementById('document-name').textContent === arguments[0]", f"{name}.ahap", what="the saved pattern")
        self.assertEqual(text(), second)
        self.visit(given)
        self.b.wait("document.getElementById('document-name').textContent === arguments[0]", f"{name}.ahap", what="the given pattern")
        self.assertEqual(text(), second)

    def test_every_download_is_the_command_s(self):
        self.visit(hash_="#library:rumble")
        shutil.copy(ROOT / "Patterns/rumble.ahap", self.folder)
        formats = self.b.run("return [...document.querySelectorAll('#download-format option')].map(({ value }) => value)")
        self.assertGreater(len(formats), 8)
        for kind in formats:
            if kind in ("wav", "page"):
                continue
            with self.subTest(format=kind):
                name, data = self.download(kind)
                self.assertTrue(name.startswith("rumble"), name)
                kinds = {"richtap-1": "he-1", "richtap-2": "he-2", "openharmony": "openharmony"}
                to = kinds.get(kind) or (kind.split(".")[0] if "." in kind else None)
                arguments = ["--to", to] if to else []
                if kind != "ahap":
                    answer = subprocess.run([THRUM, "convert", "rumble.ahap", name, *arguments], cwd=self.folder, capture_output=True)
                    self.assertEqual(answer.returncode, 0, (kind, name, answer.stderr))
                    # The command says in files of code from which files they were made, for `--check`.
                    theirs = re.sub(rb"^(// (name|source|sourceHash): .*\n)+", b"", (self.folder / name).read_bytes())
                    self.assertEqual(data, theirs)
                else:
                    self.assertEqual(data, (ROOT / "Patterns/rumble.ahap").read_bytes())

    def test_saves_in_the_browser_and_finds_it_again(self):
        self.visit(hash_="#library:snip")
        self.b.press("Control+s")
        self.b.wait("document.getElementById('name-dialog').open", what="the dialog")
        self.b.run("document.getElementById('file-name').value = 'alerts/mine'")
        self.b.click("#accept-name")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'", what="the save")
        text = self.b.value("#text")
        self.visit()
        self.b.wait("document.getElementById('document-name').textContent.endsWith('mine.ahap')", what="the saved pattern")
        self.assertEqual(self.b.value("#text"), text)

    def test_judges_for_a_motor_and_cures(self):
        text = json.dumps({"Version": 1.0, "Pattern": [{"Event": {"Time": 0.1, "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": 0.9}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.9}]}}]})
        self.show_text(text)
        self.b.run("""document.getElementById("tab-findings").click();
            document.querySelector("#felt-on [data-motor=erm-coin] input").click()""")
        self.b.wait("document.getElementById('findings').textContent.includes('Eccentric motor')", what="the verdicts")
        self.show_text(text.replace("0.1,", "0.1,,"), "bad.ahap")
        self.b.wait("document.querySelector('#findings .error')", what="the finding")

    def test_the_pad_sounds(self):
        self.b.run("""window.sources = 0; const { start } = window.AudioBufferSourceNode.prototype;
            window.AudioBufferSourceNode.prototype.start = function (...given) { window.sources += 1; return start.apply(this, given) };
            document.getElementById("tab-palette").click(); document.getElementById("pad-tap").click()""")
        self.b.wait("window.sources > 0", what="the tap's sound")

    def test_the_page_is_given_away_with_its_pattern(self):
        self.visit(hash_="#library:snip")
        name, data = self.download("page")
        self.assertEqual(name, "snip.html")
        copy = self.folder / name
        copy.write_bytes(data)
        self.visit(copy)
        self.b.wait("document.getElementById('document-name').textContent === 'snip.ahap'", what="the given pattern")
        self.assertEqual(self.b.value("#text"), (ROOT / "Patterns/snip.ahap").read_text(encoding="utf-8"))

    def test_edit_a_copy_of_a_shared_pattern(self):
        shutil.copy(PAGE, self.folder / "thrum.html")
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder)
        text = (ROOT / "Patterns/snip.ahap").read_text(encoding="utf-8")
        self.thrum("share", "snip.ahap", "-o", "shared.html")
        self.thrum("share", "snip.ahap", "-o", "copy.html", "--editable", "thrum.html")
        self.b.open((self.folder / "shared.html").as_uri())
        link = self.b.run("return [...document.links].find((one) => one.textContent === 'Edit a copy').href")
        for address in (link, (self.folder / "copy.html").as_uri()):
            with self.subTest(address=address[:60]):
                self.b.open("about:blank")
                self.b.open(address)
                self.analysed()
                self.assertEqual(self.b.text("#document-name"), "snip.ahap")
                self.assertEqual(self.b.value("#text"), text)

    def test_a_hostile_pattern_loses_nothing(self):
        deep = '{"Version": 1.0, "Pattern": ' + "[" * 20000 + "]" * 20000 + "}"
        self.show_text(deep, "deep.ahap")
        self.b.wait("document.querySelector('#findings .error') || document.querySelector('#banners .error')", what="a finding")
        self.visit(hash_="#library:snip")


class Chromium(WithoutServer, unittest.TestCase):
    @staticmethod
    def make():
        browser = Browser()
        browser.command("Network.enable")
        browser.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        return browser


class InFirefox(WithoutServer, unittest.TestCase):
    make = Firefox


if __name__ == "__main__":
    unittest.main()
