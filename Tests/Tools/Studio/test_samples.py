"""The samples that the browser plays are those of `thrum render`, over the borders of blocks, loops and flips."""

import array
import base64
import json
import pathlib
import random
import struct
import subprocess

from rig import THRUM, PageTest

BLOCK = 24_000
RATE = 48_000
FADE = 384


def pattern(seconds):
    """Taps, holds and a tone, at times that do not fall on borders of blocks."""
    entries = []
    for index in range(int(seconds / 0.17)):
        kind = ["HapticTransient", "HapticContinuous", "HapticTransient", "AudioContinuous"][index % 4]
        level = "HapticIntensity" if kind.startswith("Haptic") else "AudioVolume"
        entries.append({"Event": {
            "Time": round(index * 0.17, 3), "EventType": kind,
            **({"EventDuration": 0.21} if kind.endswith("Continuous") else {}),
            "EventParameters": [
                {"ParameterID": level, "ParameterValue": 0.3 + index % 5 / 10},
                *([{"ParameterID": "AudioPan", "ParameterValue": 0.5}] if level == "AudioVolume" else []),
            ]}})
    return json.dumps({"Version": 1.0, "Pattern": entries})


class Samples(PageTest):
    files = {"long.ahap": pattern(6)}

    def setUp(self):
        super().setUp()
        self.b.command("Page.setBypassCSP", enabled=True)
        source = pathlib.Path(__file__).with_name("tap.js").read_text(encoding="utf-8")
        script = self.b.command("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
        self.addCleanup(self.b.command, "Page.setBypassCSP", enabled=False)
        self.addCleanup(self.b.command, "Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        self.b.run("""return import("/base/kept.js").then(({ write }) => write("values", (store) =>
            store.put({ volume: 0, chosenMonitor: "full" }, "thrum.settings")))""")
        self.visit()
        self.open_file("long.ahap")
        self.b.run("document.getElementById('timeline').focus()")

    def rendered(self, text=None):
        """Interleaved samples of `thrum render`, as bytes."""
        place = self.studio.folder.parent / "reference"
        place.mkdir(exist_ok=True)
        (place / "x.ahap").write_text(text or self.files["long.ahap"], encoding="utf-8")
        subprocess.run([THRUM, "render", str(place / "x.ahap"), "-o", str(place / "x.wav"), "--monitor", "full"],
                       check=True, capture_output=True)
        data = (place / "x.wav").read_bytes()
        return array.array("f", data[data.index(b"data") + 8:])

    def heard(self):
        data = base64.b64decode(self.b.run("return heard.samples()"))
        return array.array("f", data)

    def hear(self, seconds):
        """Waits until the recording is that long, and returns it."""
        self.b.wait("heard.chunks.length * 75 * 128 >= arguments[0]", round(seconds * RATE), what="the recording")
        return self.heard()

    @staticmethod
    def first(samples):
        """Number of the first frame with a sound."""
        return next(index for index, sample in enumerate(samples) if sample != 0) // 2

    def find(self, part, whole):
        """Frame of `whole` at which `part` begins."""
        data, wanted = whole.tobytes(), part.tobytes()
        at = data.find(wanted)
        while at >= 0 and at % 8:
            at = data.find(wanted, at + 1)
        self.assertGreaterEqual(at, 0, "these samples are not in the rendering")
        return at // 8

    def test_a_pattern_is_heard_as_it_is_rendered_over_many_blocks(self):
        self.b.press("Space")
        self.b.wait("document.querySelector('#play .label').textContent === 'Play'", what="the end")
        expected = self.rendered()
        self.assertGreater(len(expected), 2 * 10 * BLOCK)
        heard = self.hear(len(expected) / 2 / RATE - 0.2)
        heard, expected = heard[2 * self.first(heard):], expected[2 * self.first(expected):]
        count = min(len(heard), len(expected))
        self.assertGreater(count, 2 * 10 * BLOCK)
        self.assertEqual(heard[:count], expected[:count])

    def test_a_start_in_the_middle_plays_the_same_samples_after_a_short_fade(self):
        for _ in range(23):
            self.b.press("ArrowRight")
        self.assertEqual(self.b.text("#position"), "2.300")
        self.b.press("Space")
        heard = self.hear(1.5)
        start = self.first(heard) + 2 * FADE
        expected = self.rendered()
        place = self.find(heard[2 * start:2 * start + 2000], expected)
        self.assertLess(abs(place / RATE - 2.3), 0.03)
        rest = len(heard) - 2 * start
        self.assertEqual(heard[2 * start:], expected[2 * place:2 * place + rest])
        self.b.press("Space")

    def test_a_loop_returns_without_a_gap(self):
        self.b.press(*["ArrowRight"] * 4, "[", *["ArrowRight"] * 9, "]", "Space")
        heard = self.hear(2.5)
        expected = self.rendered()
        start, end = round(0.4 * RATE), round(1.3 * RATE)
        seam = expected[2 * end - 4000:2 * end] + expected[2 * start:2 * start + 4000]
        place = self.find(seam, heard)
        round_ = expected[2 * start:2 * end]
        after = heard[2 * place + 4000:]
        self.assertEqual(after[:len(round_)], round_)
        self.b.press("Space")

    def track(self, start, seconds=3):
        """Drops a sound of noise as the track, and returns its samples."""
        noise = random.Random(5)
        samples = [noise.randrange(-8000, 8000) for _ in range(round(seconds * RATE))]
        data = struct.pack(f"<{len(samples)}h", *samples)
        head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, RATE, 2 * RATE,
                           2, 16, b"data", len(data))
        (self.studio.folder.parent / "song.wav").write_bytes(head + data)
        self.b.run("""document.getElementById("soundtrack").open = true;
            const picker = document.getElementById("track-file"); picker.hidden = false;
            const volume = document.getElementById("track-volume");
            volume.value = "0"; volume.dispatchEvent(new Event("input"))""")
        self.b.type("#track-file", str(self.studio.folder.parent / "song.wav"))
        self.b.wait("document.getElementById('track-name').textContent.includes(' s')", what="the decoded track")
        self.b.run("""const field = document.getElementById("track-offset"); field.value = arguments[0];
            field.dispatchEvent(new Event("change", { bubbles: true }))""", str(start))
        return [sample / 32768 for sample in samples]

    def check_with_track(self, heard, start, song, first):
        """Compares what was heard from a frame of the pattern on with the sum of pattern and track."""
        pattern = self.rendered()
        worst = 0
        for frame in range(len(heard) // 2):
            own = first + frame - round(start * RATE)
            part = song[own] if 0 <= own < len(song) else 0
            worst = max(worst, abs(heard[2 * frame] - (pattern[2 * (first + frame)] + part)))
        self.assertLess(worst, 1e-4)

    def test_a_track_is_heard_at_its_place_in_the_pattern_to_the_frame(self):
        song = self.track(0.25)
        self.b.run("heard.clear(); document.getElementById('timeline').focus()")
        self.b.press("Space")
        heard = self.hear(4)
        self.b.press("Space")
        first = self.first(heard)
        self.check_with_track(heard[2 * first:], 0.25, song, self.first(self.rendered()))

    def test_a_track_keeps_its_place_around_a_loop(self):
        song = self.track(-0.1)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press(*["ArrowRight"] * 4, "[", *["ArrowRight"] * 9, "]", "Space")
        heard = self.hear(2.9)
        self.b.press("Space")
        pattern = self.rendered()
        start, end = round(0.4 * RATE), round(1.3 * RATE)
        both = [pattern[2 * frame] + song[frame + round(0.1 * RATE)] for frame in range(start, end)]
        # The loop begins somewhere after the first round.
        seam = next(frame for frame in range(RATE // 2, 2 * RATE) if all(
            abs(heard[2 * (frame + step)] - both[step]) < 1e-4 for step in (0, 1, 2, 100, 1000, 20_000)))
        self.assertLess(max(abs(heard[2 * (seam + step)] - both[step]) for step in range(len(both))), 1e-4)
        self.assertLess(abs(heard[2 * seam - 2] - both[-1]), 1e-4)

    def test_a_flip_between_equal_versions_is_not_heard(self):
        self.b.click("#keep-a")
        self.set_text(self.files["long.ahap"] + "\n")
        self.b.wait("!document.getElementById('show-a').disabled")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Space")
        self.hear(0.8)
        self.b.press("x")
        self.hear(1.6)
        self.b.press("x")
        heard = self.hear(2.8)
        expected = self.rendered()
        heard, expected = heard[2 * self.first(heard):], expected[2 * self.first(expected):]
        worst = max(abs(a - b) for a, b in zip(heard, expected))
        self.assertLess(worst, 1e-5)
        self.b.press("Space")
