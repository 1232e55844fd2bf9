"""`thrum` in git: a readable difference by textconv, and `thrum diff` as git's difference tool, as Docs/Reviews.md says."""

import json
import pathlib
import shutil
import subprocess
import unittest

from repository import RepositoryTest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RECIPE = ROOT / "Docs/Reviews.md"


def tap(intensity):
    return json.dumps({"Version": 1.0, "Pattern": [
        {"Event": {"Time": 0.25, "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": intensity},
            {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}]}, indent=2)


def commands(text):
    """The indented command lines of the document that begin with `git config`, and the line of .gitattributes."""
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    return [line for line in lines if line.startswith("git config")], [line for line in lines if "diff=ahap" in line]


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Git(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.environment["GIT_PAGER"] = "cat"
        configs, attributes = commands(RECIPE.read_text(encoding="utf-8"))
        self.assertTrue(configs and attributes, "the recipe is in the document")
        for line in configs:
            subprocess.run(line, shell=True, cwd=self.tree, env=self.environment, check=True)
        (self.tree / ".gitattributes").write_text("\n".join(attributes) + "\n", encoding="utf-8")
        for intensity in (0.5, 1):
            (self.tree / "tap.ahap").write_text(tap(intensity), encoding="utf-8")
            self.git("add", "-A")
            self.git("commit", "-q", "-m", "x")

    def test_a_difference_has_a_line_per_event(self):
        shown = self.git("diff", "HEAD~1", "HEAD")
        self.assertIn("-0.250 s  transient  intensity 0.50  sharpness 0.50", shown)
        self.assertIn("+0.250 s  transient  intensity 1.00  sharpness 0.50", shown)
        self.assertNotIn("ParameterID", shown)
        changed = [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        self.assertFalse([line for line in changed if "tap.ahap" in line or "stdin" in line], changed)

    def test_a_file_that_is_no_pattern_is_still_compared(self):
        (self.tree / "tap.ahap").write_text("no pattern\n", encoding="utf-8")
        self.assertIn("+no pattern", self.git("diff"))

    def test_thrum_diff_is_a_difference_tool(self):
        shown = self.git("difftool", "--no-prompt", "--tool", "thrum", "HEAD~1", "HEAD", "--", "*.ahap")
        self.assertIn("intensity 0.5 → 1", shown)
        self.assertIn("dB stronger", shown)


if __name__ == "__main__":
    unittest.main()
