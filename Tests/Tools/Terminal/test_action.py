"""action.yml, run as a code host would: its steps in order, with its inputs, in a repository with a change."""

import json
import os
import pathlib
import re
import subprocess
import unittest

from repository import RepositoryTest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def action():
    """The action as data: Debian's Python has a reader of YAML."""
    program = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
    answer = subprocess.run(
        ["/usr/bin/python3", "-c", program], input=(ROOT / "action.yml").read_bytes(), capture_output=True, check=False)
    return json.loads(answer.stdout) if answer.returncode == 0 else None


def tap(intensity, time=0):
    return json.dumps({"Version": 1.0, "Pattern": [
        {"Event": {"Time": time, "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": intensity}]}}]})


@unittest.skipIf(action() is None, "needs Debian's python3-yaml")
class Action(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.environment["GITHUB_ACTION_PATH"] = str(ROOT)
        for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_PATH"):
            self.environment[name] = str(self.folder / name)
            (self.folder / name).touch()
        self.commit({"ui/tap.ahap": tap(0.8), "old.ahap": tap(1), "same.ahap": tap(1)})
        self.base = self.git("rev-parse", "HEAD").strip()

    def commit(self, files):
        for name, text in files.items():
            path = self.tree / name
            path.parent.mkdir(exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def run_action(self, **given):
        """Runs the steps. Returns the exit code of the last one."""
        data = action()
        inputs = {name: given.get(name, about["default"]) for name, about in data["inputs"].items()}

        def filled(text):
            return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], str(text))

        for step in data["runs"]["steps"]:
            self.assertEqual(step["shell"], "bash")
            environment = dict(self.environment, **{name: filled(text) for name, text in step.get("env", {}).items()})
            answer = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"])], cwd=self.tree,
                env=environment, capture_output=True, text=True, check=False)
            self.shown = answer.stdout + answer.stderr
            if answer.returncode != 0:
                return answer.returncode
        return 0

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_a_change_is_listed_and_drawn(self):
        self.commit({"ui/tap.ahap": tap(1), "old.ahap": None, "new name.ahap": tap(1, 0.5)})
        self.assertEqual(self.run_action(base=self.base), 0, self.shown)
        summary = self.read("GITHUB_STEP_SUMMARY")
        for words in ("intensity 0.8 → 1", "dB stronger", "`old.ahap`**: removed", "`new_name.ahap`**: added"):
            self.assertIn(words, summary)
        self.assertNotIn("same.ahap", summary.split("### Findings")[0])
        outputs = dict(line.split("=") for line in self.read("GITHUB_OUTPUT").splitlines())
        pictures = self.tree / outputs["pictures"]
        self.assertEqual({path.name for path in pictures.iterdir()}, {"ui_tap.ahap.png", "new_name.ahap.png"})
        self.assertTrue(all(path.read_bytes().startswith(b"\x89PNG") for path in pictures.iterdir()))
        self.assertEqual(json.loads((self.tree / outputs["sarif"]).read_text())["version"], "2.1.0")

    def test_an_event_that_is_not_felt_fails_the_review(self):
        self.commit({"ui/tap.ahap": tap(0.1)})
        self.assertEqual(self.run_action(base=self.base), 1, self.shown)
        self.assertIn("FEEL001", self.read("GITHUB_STEP_SUMMARY"))
        self.assertEqual(self.run_action(base=self.base, strict="false"), 0, self.shown)

    def test_without_its_base_the_findings_remain(self):
        self.assertEqual(self.run_action(base="0" * 40), 0, self.shown)
        self.assertIn("fetch-depth", self.read("GITHUB_STEP_SUMMARY"))

    def test_a_repository_without_patterns_passes(self):
        self.commit({"ui/tap.ahap": None, "old.ahap": None, "same.ahap": None, "a.txt": "x"})
        self.assertEqual(self.run_action(base=self.base), 0, self.shown)


if __name__ == "__main__":
    unittest.main()
