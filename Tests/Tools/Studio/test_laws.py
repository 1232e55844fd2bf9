"""The page draws what the library computes: one table of cases runs against both."""

import json
import subprocess
import tempfile
import pathlib
import unittest

from rig import Studio, THRUM, the_browser, TAP

LEVELS = """
    const [text, times] = arguments;
    return (async () => {
        const { readPattern } = await import("/pattern/pattern.js");
        const { makeScene } = await import("/picture/scene.js");
        const scene = makeScene(readPattern(text), new Map());
        const span = (item, index, kind) => ({
            start: item.time, end: item.end,
            levels: times[kind][index].map((time) => ({
                time, level: Math.min(1, Math.max(0, item.levelAt(time))),
                sharpness: item.sharpnessAt?.(time),
            })),
        });
        return {
            taps: scene.taps.map((tap) => ({ time: tap.time, intensity: tap.played, sharpness: tap.sharpness }))
                .sort((a, b) => a.time - b.time),
            holds: scene.holds.toSorted((a, b) => a.time - b.time).map((item, index) => span(item, index, "holds")),
            sounds: scene.sounds.toSorted((a, b) => a.time - b.time).map((item, index) => span(item, index, "sounds")),
        };
    })();
"""


def event(kind, time, duration=None, parameters=(), **more):
    body = {"Time": time, "EventType": kind, **more}
    if duration is not None:
        body["EventDuration"] = duration
    body["EventParameters"] = [{"ParameterID": name, "ParameterValue": value} for name, value in parameters]
    return {"Event": body}


def jump(name, time, value):
    return {"Parameter": {"ParameterID": name, "Time": time, "ParameterValue": value}}


def curve(name, time, points):
    return {"ParameterCurve": {"ParameterID": name, "Time": time, "ParameterCurveControlPoints": [
        {"Time": at, "ParameterValue": value} for at, value in points]}}


BUZZ = event("HapticContinuous", 0.1, 1.0, [("HapticIntensity", 0.8), ("HapticSharpness", 0.3)])
CASES = {
    "a tap with the defaults": [event("HapticTransient", 0.25)],
    "values beyond their ranges": [event("HapticTransient", 0, None, [("HapticIntensity", 7), ("HapticSharpness", -3)]),
                                   event("HapticContinuous", 0, 1, [("AttackTime", -1), ("ReleaseTime", 2)])],
    "the first and the last of a repeated parameter": [
        event("HapticTransient", 0, None, [("HapticIntensity", 0.2), ("HapticIntensity", 0.9)])],
    "30 s": [event("HapticContinuous", 0, 30.0, [("ReleaseTime", 1)])],
    "beyond 30 s": [event("HapticContinuous", 0.5, 45.0, [("ReleaseTime", 1)])],
    "sustained 0.3 decays": [event("HapticContinuous", 0, 1.0, [("Sustained", 0.3), ("DecayTime", 0.4)])],
    "sustained 0.5 holds": [event("HapticContinuous", 0, 1.0, [("Sustained", 0.5), ("ReleaseTime", 0.4)])],
    "a decay that is cut": [event("HapticContinuous", 0, 0.05, [("Sustained", 0), ("AttackTime", 0.8), ("DecayTime", 1)])],
    "a jump, then a curve at the same time": [BUZZ, jump("HapticIntensityControl", 0.5, 0.2),
                                              curve("HapticIntensityControl", 0.5, [(0.2, 0.9), (0.4, 0.1)])],
    "a curve, then a jump at the same time": [BUZZ, curve("HapticIntensityControl", 0.5, [(0.2, 0.9), (0.4, 0.1)]),
                                              jump("HapticIntensityControl", 0.5, 0.2)],
    "a later curve ends an older one": [BUZZ, curve("HapticIntensityControl", 0, [(0, 1), (1, 0)]),
                                        curve("HapticIntensityControl", 0.6, [(0, 0.5), (0.1, 0.7)])],
    "a jump in the middle of a curve": [BUZZ, curve("HapticSharpnessControl", 0.1, [(0, 0), (1, 1)]),
                                        jump("HapticSharpnessControl", 0.6, -0.2)],
    "points out of order": [BUZZ, curve("HapticIntensityControl", 0.1, [(0.8, 0.2), (0, 1), (0.4, 0.5)])],
    "two points at a time": [BUZZ, curve("HapticIntensityControl", 0.1, [(0, 1), (0.5, 1), (0.5, 0.2), (0.9, 0.6)])],
    "controls beyond their ranges": [BUZZ, curve("HapticIntensityControl", 0, [(0, 3), (1, -2)]),
                                     jump("HapticSharpnessControl", 0.2, 9)],
    "envelope controls": [event("HapticContinuous", 0.2, 1, [("AttackTime", 0.2), ("ReleaseTime", 0.1)]),
                          jump("HapticAttackTimeControl", 0, 0.3), jump("HapticReleaseTimeControl", 0.9, 0.5)],
    "a tone": [event("AudioContinuous", 0, 0.5, [("AudioVolume", 0.5), ("AttackTime", 0.3)]),
               curve("AudioVolumeControl", 0, [(0, 1), (0.5, 0.2)])],
    "a sound that is missing": [event("AudioCustom", 0.1, None, [("AudioVolume", 0.7)], EventWaveformPath="no.wav")],
    "a sound without an envelope": [event("AudioCustom", 0.1, 0.4, [("AttackTime", 1)], EventWaveformPath="no.wav",
                                          EventWaveformUseVolumeEnvelope=False)],
}

TEXTS = {
    "comments": "{ // one\n\"Pattern\": [ /* two */ {\"Event\":{\"Time\":0,\"EventType\":\"HapticTransient\"}} ] }",
    "commas too many": '{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient",},},],}',
    "a byte order mark": "\ufeff" + TAP,
    "exponents": '{"Pattern":[{"Event":{"Time":1.5e-1,"EventType":"HapticTransient"}}]}',
    "escapes": '{"Pattern":[{"Event":{"Time":0,"EventType":"Haptic\\u0054ransient"}}]}',
    "all escapes": '{"Metadata":{"a":"\\\\ \\/ \\" \\b\\f\\n\\r\\t"},"Pattern":[]}',
    "unknown members": '{"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","Mine":[1,{"a":null}]}},{"Other":1}]}',
    "an empty pattern": '{"Pattern":[]}',
    "no pattern": '{"Version":1}',
    "cut off": '{"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}',
    "text after the end": '{"Pattern":[]} x',
    "a number with a plus": '{"Pattern":[{"Event":{"Time":+1,"EventType":"HapticTransient"}}]}',
    "a leading zero": '{"Pattern":[{"Event":{"Time":01,"EventType":"HapticTransient"}}]}',
    "single quotes": "{'Pattern':[]}",
    "a control character in a string": '{"Metadata":{"a":"\t"},"Pattern":[]}',
    "an array": "[1,2]",
    "a number without digits before the point": '{"Pattern":[{"Event":{"Time":.5,"EventType":"HapticTransient"}}]}',
    "a number without digits after the point": '{"Pattern":[{"Event":{"Time":5.,"EventType":"HapticTransient"}}]}',
    "an exponent without digits": '{"Pattern":[{"Event":{"Time":1e,"EventType":"HapticTransient"}}]}',
    "NaN": '{"Pattern":[{"Event":{"Time":NaN,"EventType":"HapticTransient"}}]}',
    "an escape that is none": '{"Metadata":{"a":"\\q"},"Pattern":[]}',
    "an escape cut short": '{"Metadata":{"a":"\\u12"},"Pattern":[]}',
    "an escaped surrogate pair": '{"Metadata":{"a":"\\ud83d\\ude00"},"Pattern":[]}',
    "a word in capitals": '{"Metadata":{"a":TRUE},"Pattern":[]}',
    "two commas": '{"Pattern":[1,,2]}',
    "a comma before the first": '{"Pattern":[,1]}',
    "a comment that does not end": '{"Pattern":[]} /* x',
    "a hash comment": '# x\n{"Pattern":[]}',
    "nothing": "",
}


def library(text):
    """The timeline that `thrum info` prints, or `None` for a text that it refuses."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "case.ahap"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([THRUM, "info", str(path), "--json", "--events"], capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["files"][0]["timeline"] if done.stdout else None


class Laws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.studio = Studio({"tap.ahap": TAP})
        cls.browser = the_browser()
        cls.browser.open(cls.studio.address)

    @classmethod
    def tearDownClass(cls):
        cls.studio.close()

    def page(self, text, timeline):
        times = {kind: [[level["time"] for level in span["levels"]] for span in timeline[kind]]
                 for kind in ("holds", "sounds")}
        return self.browser.run(LEVELS, text, times)

    def test_incremental_reading_equals_a_full_reading(self):
        script = (pathlib.Path(__file__).parent / "reread.js").read_text(encoding="utf-8")
        for seed in (1, 2, 3):
            result = self.browser.run(script, seed, 1500)
            self.assertGreater(result.get("count", 0), 800, result)

    def test_drawn_levels_equal_those_of_the_library(self):
        for name, entries in CASES.items():
            with self.subTest(name):
                text = json.dumps({"Version": 1, "Pattern": entries})
                expected = library(text)
                self.assertIsNotNone(expected, "the library refuses the case")
                drawn = self.page(text, expected)
                for kind in ("taps", "holds", "sounds"):
                    self.assertEqual(len(drawn[kind]), len(expected[kind]), kind)
                for one, other in zip(expected["taps"], drawn["taps"]):
                    for key in ("time", "intensity", "sharpness"):
                        self.assertAlmostEqual(one[key], other[key], 6, key)
                for kind in ("holds", "sounds"):
                    for one, other in zip(expected[kind], drawn[kind]):
                        self.assertAlmostEqual(one["start"], other["start"], 6)
                        self.assertAlmostEqual(one["end"], other["end"], 6, f"{kind} end")
                        for level, seen in zip(one["levels"], other["levels"]):
                            self.assertAlmostEqual(level["level"], seen["level"], 5, f"{kind} at {level['time']}")
                            if "sharpness" in level:
                                self.assertAlmostEqual(level["sharpness"], seen["sharpness"], 5)

    def test_both_readers_accept_and_refuse_the_same_texts(self):
        for name, text in {**TEXTS, "a tap": TAP}.items():
            with self.subTest(name):
                seen = self.browser.run("""
                    const [text] = arguments;
                    return (async () => {
                        const { readPattern } = await import("/pattern/pattern.js");
                        const { root, list, problems, events } = readPattern(text);
                        const isPattern = root?.type === "object" && list !== undefined && problems.length === 0;
                        return { isPattern, count: events.length, times: events.map(({ time }) => time) };
                    })();""", text)
                # By its name, AHAP: standard input may be a vibration of another tool.
                with tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / "x.ahap"
                    path.write_text(text, encoding="utf-8")
                    done = subprocess.run(
                        [THRUM, "lint", "--json", path], capture_output=True, text=True, timeout=60)
                findings = json.loads(done.stdout)["findings"]
                # Both accept the same texts, tolerated spellings included. The meaning of values is left to the linter.
                is_text = not any(finding["severity"] == "error" for finding in findings)
                self.assertEqual(seen["isPattern"], is_text, findings)
                if is_text:
                    timeline = library(text)
                    self.assertEqual(seen["count"], sum(len(timeline[kind]) for kind in ("taps", "holds", "sounds")))


if __name__ == "__main__":
    unittest.main()
