"""What designers do every day, by mouse and keys in a window of 1280 x 800 points. Prints the keys, the gestures and the
seconds of a script for each task, and holds the first two to a limit."""

import json
import time
import xml.etree.ElementTree as ET

from counting import CountedTest
from rig import TAP
from test_compose import wav
from test_formats import keep_downloads

OTHER = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}}]})
# Two taps, each with its intensity, and a hold.
MOTIF = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": time, "EventType": kind, **more, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": level}]}} for time, kind, more, level in [
            (0.1, "HapticTransient", {}, 0.8), (0.2, "HapticTransient", {}, 0.6),
            (0.5, "HapticContinuous", {"EventDuration": 0.5}, 0.7)]]})


class Tasks(CountedTest):
    files = {"motif.ahap": MOTIF, "other.ahap": OTHER, "tap.ahap": TAP}
    size = (1280, 800)
    mayComplain = True  # downloads are kept in the page

    def setUp(self):
        super().setUp()
        keep_downloads(self.b)
        self.open_file("motif.ahap")
        self.b.run("document.getElementById('timeline').focus()")
        self.begin()

    def begin(self):
        self.count = self.keys = 0
        self.since = time.monotonic()

    def press(self, *keys):
        self.keys += len(keys)
        self.b.press(*keys)

    def enter(self, field, text):
        """Clicks into a field, types and presses Enter."""
        self.click(f"#inspector [data-field={field}]")
        self.press("Control+a", *text, "Enter")
        self.drawn()

    def button(self, name, inside="#inspector"):
        self.b.run("""for (const one of document.querySelectorAll(arguments[0] + " button"))
            if (one.textContent.startsWith(arguments[1])) one.id ||= "wanted";""", inside, name)
        self.click("#wanted")
        self.b.run("document.getElementById('wanted')?.removeAttribute('id')")

    def events(self):
        return sorted((entry["Event"] for entry in self.pattern() if "Event" in entry), key=lambda event: event["Time"])

    def times(self):
        return [event["Time"] for event in self.events()]

    def level(self, event):
        return next(one["ParameterValue"] for one in event["EventParameters"] if one["ParameterID"] == "HapticIntensity")

    def done(self, task, gestures, keys):
        seconds = time.monotonic() - self.since
        print(f"{task}: {self.count} gestures, {self.keys} keys, {seconds:.1f} s", flush=True)
        self.assertLessEqual(self.count, gestures)
        self.assertLessEqual(self.keys, keys)

    def marquee(self, begin, end):
        self.drag(self.at(begin, 1.04), self.at((begin + end) / 2, 0.5), self.at(end, 0.02))

    def test_scale_all(self):
        self.press("Control+a")
        self.enter("scale", "0.5")
        self.assertEqual([self.level(event) for event in self.events()], [0.4, 0.3, 0.35])
        self.done("scale everything by a half", 1, 6)

    def test_shift_a_part(self):
        self.marquee(0.05, 0.3)
        self.enter("time", "+120ms")
        self.assertEqual(self.times(), [0.22, 0.32, 0.5])
        self.done("shift two taps by 120 ms", 2, 8)

    def test_fade_an_end(self):
        self.drag(self.at(0.8, 0.35))
        y = self.panel_y("intensity", 0.7)
        (right, _), (goal, _) = self.spot(1.0, 0.5), self.spot(0.7, 0.5)
        self.drag((right - 16, y), (right - 30, y), (goal - 16, y))
        curves = [entry["ParameterCurve"] for entry in self.pattern() if "ParameterCurve" in entry]
        self.assertEqual(curves[0]["ParameterCurveControlPoints"][-1]["ParameterValue"], 0)
        self.done("fade a hold out", 2, 0)

    def test_copy_a_motif(self):
        self.marquee(0.05, 0.3)
        text = self.b.run("""document.getElementById("timeline").focus(); const given = new DataTransfer();
            dispatchEvent(new ClipboardEvent("copy", { clipboardData: given, cancelable: true }));
            return given.getData("text/plain")""")
        self.keys += 1
        self.click('#file-list [data-path="other.ahap"]')
        self.b.wait("document.getElementById('document-name').textContent === 'other.ahap'")
        self.drawn()
        self.b.run("""document.getElementById("timeline").focus(); const given = new DataTransfer();
            given.setData("text/plain", arguments[0]);
            dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, cancelable: true }))""", text)
        self.keys += 1
        self.until(lambda: len(self.events()) == 3, "the motif")
        self.done("copy a motif into another file", 2, 2)

    def test_repeat_a_motif_four_times(self):
        self.marquee(0.05, 0.3)
        for field, value in [("copies", "3"), ("period", "0.25")]:
            self.enter(field, value)
        self.button("Repeat")
        self.until(lambda: len(self.events()) == 9, "three more motifs")
        self.assertEqual(self.times()[:4], [0.1, 0.2, 0.35, 0.45])
        self.done("play a motif four times, 250 ms apart", 4, 9)

    def test_generate_and_trim(self):
        self.drop("bell.wav", wav(2))
        self.banner("bell.wav")
        self.begin()
        self.count += 1
        self.press_in_banner("Make pattern")
        self.b.wait("document.getElementById('document-name').textContent === 'bell.ahap'")
        self.drawn()
        self.enter("gain", "-6")
        self.until(lambda: "0.70" in self.text, "half the amplitude")
        self.done("make a pattern from a sound, 6 dB softer", 2, 4)

    def test_trim(self):
        self.marquee(0.05, 0.3)
        self.button("Trim to these")
        self.assertEqual(self.times(), [0, 0.1])
        self.done("trim to a motif", 2, 0)

    def test_compare(self):
        self.click("#keep-a")
        self.press("Control+a")
        self.enter("scale", "0.5")
        self.b.run("document.getElementById('timeline').focus()")
        self.press("x")
        self.b.wait("document.getElementById('show-a').getAttribute('aria-pressed') === 'true'")
        self.done("compare with the version before a change", 2, 7)

    def download(self, format):
        self.click("#download")
        # A list: one click opens it, one chooses.
        self.count += 2
        self.b.choose("#download-format", format)
        self.click("#download-accept")
        return self.b.wait("window.kept[0]", what=f"the download of {format}")

    def test_share(self):
        name, text = self.download("page")
        self.assertIn("<!doctype html>", text.lower())
        self.done("download a page for others", 4, 0)

    def test_android(self):
        name, text = self.download("waveform.xml")
        self.assertEqual(ET.fromstring(text).tag, "vibration-effect")
        self.done("download an effect for Android", 4, 0)
