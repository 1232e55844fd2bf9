"""Making a pattern from a dropped sound, downloading other formats, and opening files of other tools."""

import json
import xml.etree.ElementTree as ET

from rig import PageTest, TAP
from test_compose import wav


def keep_downloads(b):
    """Keeps the names and texts of downloads in the page instead of saving them."""
    b.run("""window.kept = [];
        const contents = new Map(), make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { const url = make.call(URL, blob); contents.set(url, blob); return url; };
        HTMLAnchorElement.prototype.click = async function () {
            const bytes = new Uint8Array(await contents.get(this.href).arrayBuffer());
            window.kept.push([this.download, new TextDecoder().decode(bytes.slice(0, 1e5))]); }""")


def take_download(b, format):
    b.click("#download")
    b.choose("#download-format", format)
    before = b.run("return window.kept.length")
    b.click("#download-accept")
    return b.wait("window.kept[arguments[0]]", before, what=f"the download of {format}")


class Formats(PageTest):
    files = {"tap.ahap": TAP}
    mayComplain = True

    def setUp(self):
        super().setUp()
        keep_downloads(self.b)

    def take(self, format):
        return take_download(self.b, format)

    def test_a_sound_becomes_an_android_effect(self):
        self.drop("bell.wav", wav(1))
        self.banner("bell.wav")
        self.press_in_banner("Make pattern")
        self.b.wait("document.getElementById('document-name').textContent === 'bell.ahap'")
        before = self.text
        self.b.wait("document.querySelector('[aria-label=\"From the sound\"]')", what="the sound's sliders")
        # The sound plays along with the pattern.
        self.b.wait("document.getElementById('track-name').textContent === ': bell.wav, 1 s'", what="the decoded sound")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(" ")
        self.b.wait("Number(document.getElementById('position').textContent) > 0.1")
        self.b.press(" ")
        self.b.press("Control+s")
        self.b.wait("document.getElementById('name-dialog').open")
        self.b.click("#accept-name")
        self.until(lambda: (self.studio.folder / "bell.ahap").exists(), "the file")
        self.assertEqual(self.studio.read("bell.ahap"), self.text)
        self.assertIn("HapticContinuous", before)
        name, text = self.take("waveform.xml")
        root = ET.fromstring(text)
        self.assertEqual((name, root.tag, root[0].tag), ("bell.xml", "vibration-effect", "waveform-effect"))
        self.assertGreater(sum(int(entry.get("durationMs")) for entry in root[0]), 500)
        self.assertIn("lost: frequency", self.banner("bell.xml"))

    def test_every_format_can_be_downloaded(self):
        self.open_file()
        formats = self.b.run("""return [...document.getElementById("download-format").options].map(({ value, text }) =>
            [value, text.match(/\\((\\.\\w+)\\)$/)[1]])""")
        self.assertEqual(len({format for format, _ in formats}), len(formats))
        self.assertLess({"ahap", "wav", "page"}, {format for format, _ in formats})
        for format, ending in formats:
            name, text = self.take(format)
            self.assertTrue(name.endswith(ending), name)
            if ending == ".ahap":
                self.assertEqual(text, TAP)
            elif ending in (".json", ".haptic"):
                self.assertIsInstance(json.loads(text), dict)
            elif ending == ".kt":
                self.assertIn("fun tap(", text)
            elif ending == ".wav":
                self.assertTrue(text.startswith("RIFF"))
            elif ending == ".html":
                self.assertIn("<h1>tap.ahap</h1>", text)
                self.assertIn("default-src 'none'", text)

    def test_a_page_to_hand_on_has_version_a_too(self):
        self.open_file()
        self.b.click("#keep-a")
        self.b.click("#add-transient")
        _, text = self.take("page")
        self.assertIn("<h1>tap (A).ahap, tap.ahap</h1>", text)
        self.assertIn("1 event added", text)

    def test_a_download_of_version_a_says_so(self):
        self.open_file()
        self.b.click("#keep-a")
        self.b.click("#add-transient")
        self.b.press("a")
        name, text = self.take("ahap")
        self.assertEqual((name, text), ("tap (A).ahap", TAP))

    def test_a_refused_export_is_explained(self):
        self.b.click("#new-file")
        self.b.wait("document.getElementById('document-name').textContent !== 'No pattern'")
        self.b.click("#download")
        self.b.choose("#download-format", "waveform.xml")
        self.b.click("#download-accept")
        self.b.wait("document.getElementById('download-problem').textContent.includes('felt')")
        self.b.press("Escape")
        self.b.wait("!document.getElementById('download-dialog').open")

    def test_a_refused_export_advises_what_the_page_offers(self):
        for path in ("library:bounce", "library:heartbeat"):
            self.b.click(f'#file-list [data-path="{path}"]')
            self.b.wait("document.getElementById('document-name').textContent === arguments[0]", path.split(":")[1])
            self.b.click("#download")
            for format in ("envelope.xml", "basic-envelope.xml"):
                self.b.choose("#download-format", format)
                self.b.click("#download-accept")
                self.b.wait("document.getElementById('download-problem').textContent.includes('use a waveform')")
                self.assertNotIn("--", self.b.text("#download-problem"))
                self.assertTrue(self.b.run("return document.getElementById('download-dialog').open"))
            self.b.press("Escape")

    def test_what_a_format_loses_or_refuses_is_said_before_the_download(self):
        self.b.click('#file-list [data-path="library:heartbeat"]')
        self.b.wait("document.getElementById('document-name').textContent === 'heartbeat'")
        self.b.click("#download")
        option = "document.querySelector('#download-format option[value=\"{}\"]').textContent"
        self.b.wait(f"{option.format('basic-envelope.xml')}.endsWith('not for this pattern')")
        self.assertNotIn("not for", self.b.run(f"return {option.format('waveform.xml')}"))
        self.b.choose("#download-format", "basic-envelope.xml")
        self.assertIn("use a waveform", self.b.text("#download-problem"))
        self.b.choose("#download-format", "waveform.xml")
        self.b.wait("document.getElementById('download-loss').textContent.includes('lost: frequency')")
        self.assertEqual(self.b.text("#download-problem"), "")
        self.assertNotIn("transient", self.b.text("#download-loss"))
        self.b.press("Escape")

    def test_vibration_xml_opens_as_a_pattern(self):
        self.drop("buzz.xml", b'<vibration-effect><waveform-effect><waveform-entry durationMs="200" amplitude="64"/>'
                              b"</waveform-effect></vibration-effect>")
        self.b.wait("document.getElementById('document-name').textContent === 'buzz.ahap'")
        self.assertEqual(self.pattern()[0]["Event"]["EventDuration"], 0.2)
        self.drop("broken.xml", b"<vibration-effect>")
        self.assertIn("missing", self.banner("broken.xml"))

    def test_an_address_can_name_the_pattern_to_open(self):
        self.b.open(self.studio.address + "&open=tap.ahap")
        self.b.wait("document.getElementById('document-name').textContent === 'tap.ahap'")
        self.assertNotIn("token", self.b.run("return location.href"))
        self.assertNotIn("open=", self.b.run("return location.href"))
