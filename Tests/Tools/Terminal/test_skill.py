"""`SKILL.md`, which agents follow: its examples are called, and each of its numbers is held against the tools."""

import json
import pathlib
import re
import tempfile
import unittest

import documents
from agent import Agent

ROOT = pathlib.Path(__file__).resolve().parents[3]
SKILL = (ROOT / "Packaging/skill/SKILL.md").read_text(encoding="utf-8")


def event(time, intensity, sharpness=0.5, length=None):
    kind = {"EventType": "HapticTransient"} if length is None else {"EventType": "HapticContinuous", "EventDuration": length}
    return {"Event": {"Time": time, **kind, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": intensity}, {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]}}


def curve(count):
    points = [{"Time": index / 100, "ParameterValue": index % 2} for index in range(count)]
    return {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.0, "ParameterCurveControlPoints": points}}


class Skill(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.agent = Agent(self.folder)
        self.addCleanup(self.agent.close)

    def save(self, name, *entries):
        (self.folder / name).write_text(json.dumps({"Version": 1.0, "Pattern": entries}))
        return name

    def words(self, name, **arguments):
        result = self.agent.call(name, **arguments)
        self.assertFalse(result["isError"], result)
        return "\n".join(content["text"] for content in result["content"])

    def verdicts(self, motor, *entries):
        path = self.save("pattern.ahap", *entries)
        report = self.agent.call("feel", path=path, motor=motor)["structuredContent"]["files"][0]
        return [event["verdict"] for event in report["motors"][0]["events"]]

    def test_the_examples_are_what_the_tools_answer(self):
        for name, text in re.findall(r"This is\s+`([^`]+)`:\n+```json\n(.*?)```", SKILL, re.DOTALL):
            (self.folder / name).write_text(text, encoding="utf-8")
        shown = list(documents.commands("SKILL.md", SKILL))
        self.assertEqual({call.command.split()[0] for call in shown}, {"feel", "lint", "diff", "convert"})
        for call in shown:
            with self.subTest(call=call.command):
                name, *arguments = call.command.split()
                lines = self.words(name, **dict(argument.split("=") for argument in arguments)).splitlines()
                self.assertTrue(documents.is_same(call.output, [line for line in lines if line]), "\n".join(lines))

    def half_of_full_strength(self):
        def peak(intensity):
            path = self.save("pattern.ahap", event(0, intensity, length=1))
            return self.agent.call("info", path=path)["structuredContent"]["files"][0]["levels"]["rmsAccelerationG"]
        self.assertAlmostEqual(peak(0.7) / peak(1), 0.5, delta=0.02)

    def felt_and_not_felt(self):
        self.assertEqual(self.verdicts("iphone-taptic", event(0, 0.15), event(1, 0.4)), ["not-felt", "felt"])

    def sharpness(self):
        round_, crisp = self.save("round.ahap", event(0, 1, 0)), self.save("crisp.ahap", event(0, 1, 1))
        self.assertIn("higher", self.words("diff", old=round_, new=crisp))

    def fused(self):
        for motor, gap, verdict in (("iphone-taptic", 0.01, "fused"), ("coin-lra-175", 0.02, "fused"), ("coin-lra-175", 0.03, "felt")):
            self.assertEqual(self.verdicts(motor, event(0, 0.8), event(gap, 0.8)), ["felt", verdict])

    def points(self):
        def findings(count):
            path = self.save("pattern.ahap", event(0, 1, length=1), curve(count))
            return [finding for finding in self.agent.call("lint", path=path)["structuredContent"]["findings"] if "16" in finding["message"]]
        self.assertEqual((len(findings(16)), len(findings(17))), (0, 1))

    CLAIMS = {
        "0.7 is half of full strength": half_of_full_strength,
        "a tap with an intensity of 0.15 is not felt, one of 0.4 is": felt_and_not_felt,
        "Sharpness 0 is round, 1 is crisp": sharpness,
        "Two taps 10 ms apart feel like one, even on a phone; a coin motor needs 30 ms between them": fused,
        "at most 16 points a curve": points,
    }

    def test_every_number_in_the_prose_is_right(self):
        prose = re.sub(r"```.*?```", "", SKILL.split("---", 2)[2], flags=re.DOTALL)
        prose = re.sub(r"`[^`]*`", "", re.sub(r"\s+", " ", prose))
        for claim, check in self.CLAIMS.items():
            with self.subTest(claim=claim):
                self.assertIn(claim, prose)
                check(self)
            prose = prose.replace(claim, "")
        self.assertNotRegex(prose, r"[0-9]", "a number that no claim above checks")

    def test_tools_and_motors_exist(self):
        tools = {tool["name"]: tool for tool in self.agent.ask("tools/list")["tools"]}
        motors = tools["feel"]["inputSchema"]["properties"]["motor"]["enum"]
        words = set(re.findall(r"`([a-z][a-z0-9-]*)`", SKILL))
        self.assertLessEqual(words - {"thrum", "offset"}, {*tools, "write", *motors})


if __name__ == "__main__":
    unittest.main()
