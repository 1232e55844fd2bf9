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
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            elif isinstance(text, pathlib.Path):
                path.unlink(missing_ok=True)
                path.symlink_to(text)
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
        pictures = pathlib.Path(outputs["pictures"])
        self.assertEqual({path.name for path in pictures.iterdir()}, {"ui_tap.ahap.png", "new_name.ahap.png"})
        self.assertTrue(all(path.read_bytes().startswith(b"\x89PNG") for path in pictures.iterdir()))
        self.assertEqual(json.loads(pathlib.Path(outputs["sarif"]).read_text())["version"], "2.1.0")
        self.assertIn("intensity 0.8 → 1", pathlib.Path(outputs["page"]).read_text())

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


@unittest.skipIf(action() is None, "needs Debian's python3-yaml")
class StrangersTree(ActionTest):
    """A change that tries to write to the runner, to have its files shown, or not to be reviewed."""

    SECRET = "SECRETWORD in a file of the runner"

    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        (self.folder / "temporary").mkdir()
        self.environment["RUNNER_TEMP"] = str(self.folder / "temporary")
        self.home.mkdir()
        for name in (".bashrc", "secret.ahap"):
            (self.home / name).write_text(self.SECRET)

    def outputs(self):
        return {name: pathlib.Path(path) for name, path in (
            line.split("=", 1) for line in self.read("GITHUB_OUTPUT").splitlines())}

    def pictures(self):
        return {path.name for path in self.outputs()["pictures"].iterdir()}

    def published(self):
        texts = [path.read_text() for path in self.outputs().values() if path.is_file()]
        return "".join([self.shown, self.read("GITHUB_STEP_SUMMARY"), *texts])

    def check_nothing_leaks(self):
        self.assertNotIn("SECRETWORD", self.published())
        for path in self.home.iterdir():
            self.assertEqual(path.read_text(), self.SECRET, path)
        self.assertEqual(self.git("status", "--porcelain"), "", "the tree is as before")
        for path in self.outputs().values():
            self.assertNotIn(self.tree, path.parents)

    def test_links_in_the_place_of_results_are_not_written_to(self):
        target = self.home / ".bashrc"
        places = ("review.md", "findings.txt", "findings.sarif", "pictures/ui_tap.ahap.png")
        self.commit({"ui/tap.ahap": tap(1), **{f"haptics-review/{place}": target for place in places}})
        self.assertEqual(self.run_action(base=self.base), 0, self.shown)
        self.assertEqual(self.pictures(), {"ui_tap.ahap.png"})
        self.check_nothing_leaks()

    def test_a_folder_of_results_that_is_a_link_is_not_written_to(self):
        self.commit({"ui/tap.ahap": tap(1), "haptics-review": self.home, "tmp": self.home, "out": self.home})
        self.assertEqual(self.run_action(base=self.base), 0, self.shown)
        self.check_nothing_leaks()

    def test_linked_patterns_are_not_read(self):
        secret = self.home / "secret.ahap"
        self.commit({"ui/tap.ahap": secret, "new.ahap": secret, "linked": self.home, "c.haptic": secret})
        self.run_action(base=self.base)
        self.check_nothing_leaks()
        self.assertIn("`ui_tap.ahap`**: a link or no file; not reviewed", self.read("GITHUB_STEP_SUMMARY"))
        self.assertEqual(self.pictures(), set())

    def test_a_given_path_that_is_a_link_is_refused(self):
        self.commit({"Haptics": self.home, "real/x.ahap": tap(1)})
        for path in ("Haptics", "Haptics/secret.ahap", "real/../Haptics"):
            self.assertEqual(self.run_action(base=self.base, paths=path), 66, self.shown)
            self.assertIn("a link, which is not followed", self.shown)
            self.assertNotIn("SECRETWORD", self.shown)

    def test_a_version_that_was_a_link_is_not_read(self):
        self.commit({"ui/tap.ahap": self.home / "secret.ahap"})
        base = self.git("rev-parse", "HEAD").strip()
        self.commit({"ui/tap.ahap": None})
        self.commit({"ui/tap.ahap": tap(1)})
        self.assertEqual(self.run_action(base=base), 0, self.shown)
        self.assertIn("`ui_tap.ahap`**: added", self.read("GITHUB_STEP_SUMMARY"))
        self.check_nothing_leaks()

    def test_names_that_look_like_options_are_reviewed_as_others(self):
        names = ("-x.ahap", "--plot=x.ahap", "--help.ahap", "-", "--output/-y.ahap", "*.ahap", "$(touch x).ahap")
        self.commit({name: tap(0.8) for name in names if name != "-"})
        base = self.git("rev-parse", "HEAD").strip()
        self.commit({name: tap(1) for name in names if name != "-"})
        self.assertEqual(self.run_action(base=base), 0, self.shown)
        self.assertEqual(self.read("GITHUB_STEP_SUMMARY").count("intensity 0.8 → 1"), 6)
        self.assertEqual(len(self.pictures()), 6)
        self.check_nothing_leaks()

    def test_a_pattern_is_not_hidden_by_its_name(self):
        self.commit({"a\nb.ahap": tap(0.1)})
        self.assertEqual(self.run_action(base=self.base), 1, self.shown)
        self.assertIn("has a line break", self.read("GITHUB_STEP_SUMMARY"))
        self.check_nothing_leaks()

    def test_a_base_that_looks_like_an_option_is_no_option(self):
        self.assertEqual(self.run_action(base="--output=x"), 0, self.shown)
        self.assertIn("fetch-depth", self.read("GITHUB_STEP_SUMMARY"))
        self.check_nothing_leaks()


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
