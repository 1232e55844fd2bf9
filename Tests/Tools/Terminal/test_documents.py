"""Runs the commands of the documents in a folder with sample files, and compares what they print with what is shown.
`test_examples.py` does so with the examples of the help."""

import re
import signal
import subprocess
import unittest

import documents
from samples import ROOT, THRUM, Samples
from terminal import Terminal

MANUAL = subprocess.run([THRUM, "manual"], stdout=subprocess.PIPE, text=True, check=True).stdout

# Commands that do not run here, as a pattern for DOCUMENT: COMMAND, and why. Each pattern has to match a command.
ELSEWHERE = {
    r"README.md: make (play|test)\b": "the stages `test` and `patterns` of .ci/run",
    r"(README|Docs/Tutorials/Test).md: swift test ": "`make examples`",
    r"Docs/Tutorials/Extend.md: make (build|test|lint)\b": "the stages of .ci/run",
    r"Docs/Tutorials/Extend.md: make mutations ": "`make mutations` before a release",
    r"CONTRIBUTING.md: make\b": "the stages of .ci/run",
    r"Docs/Web.md: make ": "needs the module, which takes minutes to build: another job of ci.yml",
    r"Docs/Testing.md: docker ": "needs Docker: `make examples` runs the script with a stand-in",
    r"Docs/Tutorials/Test.md: docker ": "needs Swift's image",
    r"Docs/Tutorials/Hear.md: docker ": "`make image-test`",
    r"Docs/Testing.md: llvm-cov ": "needs a package with coverage",
    r"Docs/RealTime.md: make (test|sanitize) ": "a part of `make test` and of `make sanitize`",
    r"Docs/Feel.md: make felt-bench ": "needs a data set",
    r"Docs/Platforms.md: ": "builds foreign systems, as root",
    r"Docs/ManyFiles.md: ": "ManyFilesTests; needs GNU parallel, Slurm or Kubernetes",
    r"Docs/Reviews.md: git ": "test_git.py",
    r"Docs/Examples/FirstHapticTest/README.md: ": "`make examples`",
    r"Docs/Examples/TypedHaptics/README.md: ": "`make accessors`",
    r".*: thrum play .*-D hw:": "needs a sound card with four channels",
    r".*: thrum play .*-D adb": "test_phone.py, with a simulated adb",
    r".*: thrum play .*-D (pad|dualsense)": "test_devices.py, with simulated pads",
    r".*: thrum play .*-D (feedbackd|evdev)": "test_vibrators.py, with simulated vibrators",
    r".*: thrum studio .*--phone": "Tests/Tools/Studio/test_phone.py, in a network",
    r".*: thrum share .*--editable": "needs the page of `make web`: test_without_server.py",
    r".*: thrum devices\b": "test_devices.py: lists the machine's devices",
    r".*: thrum fit recording.wav": "needs a recording of a device: `make fit-check`",
    r".*: thrum .*my-phone.json": "needs the file of a fitted device: `make fit-check`",
    r"Docs/CommandLine.md: thrum play Patterns/impact-light.ahap": "the message of a machine without a sound card",
    r"help of thrum studio: .*--port": "another test may use the port",
    r"help of thrum feel: .*--cures gap": "diff fails if there is a cure",
    r"Docs/CommandLine.md: thrum play .*--json": "test_play.py: the times and levels differ from run to run",
}

# Exit codes other than 0.
CODES = {
    r".*: thrum lint .*bad.ahap$": 1,
    r".*: thrum feel (?!.*--fix|.*--pulses|.*mine.json)": 1,
    r".*: thrum feel .*bounce.ahap --on coin-lra-175 --fix": 1,
    r".*: thrum simulate call.scenario": 1,
}

# Commands that run until they are ended: a pattern of what they show first, and the key that ends them; `None` is
# SIGINT.
ENDLESS = {
    r".*: thrum play .*(--watch|--loop$)": ("loop 1", "q"),
    r".*: thrum compare (?!.*--plot|.*--json)": ("loop 1  A", "q"),
    r".*: thrum studio\b": (r"http://127\.0\.0\.1:\d+", None),
}

def key(shown):
    return f"{shown.document}: {shown.command}"


def entry(table, shown):
    return next((pattern for pattern in table if re.match(pattern, key(shown))), None)


HELP = sorted({shown.document for shown in documents.examples(MANUAL)})


def names():
    pages = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Docs").rglob("*.md"))
    found = ["README.md", "CONTRIBUTING.md", *pages]
    return [name for name in found if not name.startswith("Docs/Decisions/") and ".build" not in name]


def shown_in(name):
    if name in HELP:
        return [shown for shown in documents.examples(MANUAL) if shown.document == name]
    return list(documents.commands(name, (ROOT / name).read_text(encoding="utf-8")))


class Runs:
    """For a test case: one test per document, which runs its commands in one folder."""

    @classmethod
    def add(cls, names):
        for name in names:
            if any(not entry(ELSEWHERE, shown) for shown in shown_in(name)):
                setattr(cls, "test_" + re.sub(r"\W", "_", name), lambda self, name=name: self.check_all(name))

    def check_all(self, name):
        samples = Samples()
        with samples.place:
            for shown in shown_in(name):
                if not entry(ELSEWHERE, shown):
                    self.check(samples, shown)

    def check(self, samples, shown):
        if shown.file:
            (samples.folder / shown.file).write_text(shown.command, encoding="utf-8")
            return
        if entry(ENDLESS, shown):
            return self.check_endless(samples, shown)
        code, output = samples.run(shown.command)
        self.assertEqual(code, CODES.get(entry(CODES, shown), 0), f"{shown.place}: {shown.command}\n{output}")
        if shown.output is not None:
            same = documents.is_same(shown.output, output.splitlines())
            self.assertTrue(same, f"{shown.place}: {shown.command} prints\n{output}")

    def check_endless(self, samples, shown):
        first, keys = ENDLESS[entry(ENDLESS, shown)]
        output = samples.place.name + "/endless"
        command = f"cd '{samples.folder}' && exec {shown.command.split(' #')[0]}"
        with open(output, "w+") as file:
            running = Terminal("/bin/sh", "-c", command, output=file, environment=samples.environment)
            try:
                if keys:
                    running.wait_for(first)
                    running.press(keys)
                    self.assertEqual(running.end(), 0, shown.place)
                else:
                    self.wait_for_line(running, output, first)
                    running.signal(signal.SIGINT)
                    self.assertIn(running.end(), (0, 130), shown.place)
            finally:
                running.close()

    def wait_for_line(self, running, output, pattern):
        """Waits until standard output, a file, matches."""
        for _ in range(400):
            running.read()
            with open(output) as file:
                if re.search(pattern, file.read()):
                    return
        self.fail(f"“{pattern}” was not printed: {running.shown}")


class Documents(Runs, unittest.TestCase):
    def test_no_exception_is_stale(self):
        found = [shown for name in names() + HELP for shown in shown_in(name)]
        for pattern in [*ELSEWHERE, *ENDLESS, *CODES]:
            self.assertTrue(any(re.match(pattern, key(shown)) for shown in found), f"no document shows “{pattern}”")

    def test_the_sound_in_the_readme_is_what_render_writes(self):
        samples = Samples()
        with samples.place:
            command = re.search(r"render .*-o Docs/heartbeat.flac", (ROOT / "Makefile").read_text())
            self.assertEqual(samples.run(f"thrum {command[0]}")[0], 0)
            made, kept = [(place / "Docs/heartbeat.flac").read_bytes() for place in (samples.folder, ROOT)]
        self.assertEqual(self.samples_of(made), self.samples_of(kept), "`make pictures` writes it again")
        self.assertLess(len(kept), 40_000)

    def samples_of(self, flac):
        """Rate, channels, bits, frames and the MD5 of the samples, from STREAMINFO (RFC 9639, 8.2). The encoder's
        version changes other bytes."""
        self.assertEqual(flac[:5], b"fLaC\0")
        self.assertGreater(len(set(flac[26:42])), 1, "no MD5")
        return flac[18:42]

    def test_a_difference_is_found(self):
        same = documents.is_same
        self.assertTrue(same(["a", "…", "b … d", ""], ["a", "x", "y", "b c d"]))
        for expected, printed in [(["a"], ["b"]), (["a"], ["a", "b"]), (["a", "b"], ["a"]), (["a …"], ["b c"])]:
            self.assertFalse(same(expected, printed))
        text = "    $ one\n    out\n\ntext\n\n```sh\ntwo  # x\n```\n\n    thrum three\n    four\n\n```swift\nno\n```\n"
        found = [(shown.command, shown.output) for shown in documents.commands("x", text)]
        self.assertEqual(found, [("one", ["out", ""]), ("two  # x", None), ("thrum three", None)])


Documents.add(names())
