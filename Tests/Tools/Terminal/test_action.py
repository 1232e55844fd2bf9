"""action.yml, run as a code host would: its steps in order, with its inputs, in a repository with a change."""

import functools
import hashlib
import http.server
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile
import threading
import time
import unittest

from repository import THRUM, RepositoryTest

ROOT = pathlib.Path(__file__).resolve().parents[3]
REVIEW = pathlib.Path("Sources/Tools/Review")
VERSION_FILE = pathlib.Path("Sources/Core/ThrumPattern/ThrumVersion.swift")
SECONDS = 20  # for all steps of the action, if the command need not be built


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


class ActionTest(RepositoryTest):
    """A repository with two commits, and the action's steps."""

    def setUp(self):
        super().setUp()
        self.environment["GITHUB_ACTION_PATH"] = str(ROOT)
        for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_PATH"):
            self.environment[name] = str(self.folder / name)
            (self.folder / name).touch()
        self.commit({"ui/tap.ahap": tap(0.8), "old.ahap": tap(1), "same.ahap": tap(1)})
        self.base = self.git("rev-parse", "HEAD").strip()
        self.server = "http://127.0.0.1:9"

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
        known = {f"inputs.{name}": given.get(name, about["default"]) for name, about in data["inputs"].items()}
        known.update({"github.server_url": self.server, "github.action_repository": "owner/thrum"})

        def filled(text):
            return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda match: known[match[1]], str(text))

        self.shown = ""
        for step in data["runs"]["steps"]:
            self.assertEqual(step["shell"], "bash")
            environment = dict(self.environment, **{name: filled(text) for name, text in step.get("env", {}).items()})
            environment["PATH"] = ":".join([*reversed(self.read("GITHUB_PATH").split()), environment["PATH"]])
            answer = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"])], cwd=self.tree,
                env=environment, capture_output=True, text=True, check=False)
            self.shown += answer.stdout + answer.stderr
            if answer.returncode != 0:
                return answer.returncode
        return 0

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")


@unittest.skipIf(action() is None, "needs Debian's python3-yaml")
class Action(ActionTest):
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


class QuietServer(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@unittest.skipIf(action() is None, "needs Debian's python3-yaml")
class ReleasedCommand(ActionTest):
    """The action as it is after a release: a digest in its tree, the tarball on a server, no `thrum` on PATH."""

    def setUp(self):
        super().setUp()
        (self.folder / "programs/thrum").unlink()
        if shutil.which("thrum", path=self.environment["PATH"]):
            self.skipTest("thrum is installed on this machine")
        # A build that only says that it was asked for.
        make = self.folder / "programs/make"
        make.write_text(f"#!/bin/sh\necho \"$@\" >>'{self.folder}/built'\n")
        make.chmod(0o755)
        self.copy = self.folder / "action"
        (self.copy / VERSION_FILE).parent.mkdir(parents=True)
        shutil.copy(ROOT / VERSION_FILE, self.copy / VERSION_FILE)
        shutil.copytree(ROOT / REVIEW, self.copy / REVIEW)
        self.environment.update(GITHUB_ACTION_PATH=str(self.copy), RUNNER_TEMP=str(self.folder))
        self.serve()
        self.commit({"ui/tap.ahap": tap(1)})

    def serve(self):
        version = re.search(r'current = "(.+)"', (ROOT / VERSION_FILE).read_text())[1]
        self.name = f"thrum-{version}-linux-{platform.machine()}"
        files = self.folder / f"site/owner/thrum/releases/download/v{version}"
        files.mkdir(parents=True)
        self.tarball = files / f"{self.name}.tar.gz"
        with tarfile.open(self.tarball, "w:gz", compresslevel=1) as tarball:
            tarball.add(os.path.realpath(THRUM), f"{self.name}/bin/thrum")
        handler = functools.partial(QuietServer, directory=self.folder / "site")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        for clean in (server.server_close, thread.join, server.shutdown):
            self.addCleanup(clean)
        self.server = f"http://127.0.0.1:{server.server_port}"

    def write_digest(self):
        digest = hashlib.sha256(self.tarball.read_bytes()).hexdigest()
        (self.copy / REVIEW / "release.sha256").write_text(f"{digest}  {self.tarball.name}\n")

    def built(self):
        path = self.folder / "built"
        return path.read_text() if path.exists() else None

    def test_the_release_reviews_a_change_within_20_seconds(self):
        self.write_digest()
        begin = time.monotonic()
        self.assertEqual(self.run_action(base=self.base), 0, self.shown)
        seconds = time.monotonic() - begin
        print(f"the action's steps with a released command: {seconds:.1f} s of {SECONDS} s")
        self.assertIn("intensity 0.8 → 1", self.read("GITHUB_STEP_SUMMARY"))
        self.assertIn(f"{self.server}/owner/thrum/releases", self.shown)
        self.assertIsNone(self.built())
        self.assertLess(seconds, SECONDS)

    def test_another_file_than_the_digest_says_is_refused(self):
        self.write_digest()
        with self.tarball.open("ab") as file:
            file.write(b"x")
        self.assertEqual(self.run_action(base=self.base), 1, self.shown)
        self.assertIn("::error::", self.shown)
        self.assertIn("It was not used", self.shown)
        self.assertIsNone(self.built())
        self.assertEqual(self.read("GITHUB_PATH"), "")

    def check_builds(self, why):
        self.run_action(base=self.base)
        self.assertIn(why, self.shown)
        self.assertEqual(self.built(), f"-C {self.copy} build\n")
        self.assertEqual(self.read("GITHUB_PATH"), f"{self.copy}/.build/release\n")

    def test_without_a_digest_the_command_is_built(self):
        (self.copy / REVIEW / "release.sha256").write_text("")
        self.check_builds("has no digest")

    def test_the_digest_of_another_version_is_not_used(self):
        self.write_digest()
        digests = self.copy / REVIEW / "release.sha256"
        digests.write_text(digests.read_text().replace("thrum-", "thrum-9"))
        self.check_builds("has no digest")

    def test_a_release_that_cannot_be_fetched_is_built(self):
        self.write_digest()
        self.tarball.unlink()
        self.check_builds("cannot be fetched")

    def test_a_released_command_that_does_not_run_is_built(self):
        program = self.folder / "thrum"
        program.write_text("#!/bin/false\n")
        program.chmod(0o755)
        with tarfile.open(self.tarball, "w:gz") as tarball:
            tarball.add(program, f"{self.name}/bin/thrum")
        self.write_digest()
        self.check_builds("does not run here")


if __name__ == "__main__":
    unittest.main()
