"""`thrum play` on vibrators: a mocked driver under the real system calls, and a mocked feedbackd on a real bus.

FEEDBACKD=PROGRAM THEME=FILE runs the real feedbackd over the mocked driver, too.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]
TOOLS = pathlib.Path(__file__).resolve().parent.parent / "Vibrators"
PYTHON = "/usr/bin/python3"
"""Debian's, which has Debian's modules."""
PATIENCE = 60
LENGTH = 0.3
"""Length of a level, s, which is repeated earlier."""


def buzz(time, seconds, intensity, sharpness=0.42):
    return {"Event": {
        "Time": time, "EventType": "HapticContinuous", "EventDuration": seconds,
        "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": intensity},
                            {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]}}


PATTERN = {"Version": 1.0, "Pattern": [buzz(0, 0.6, 1), buzz(1, 0.6, 0.5)]}


def missing():
    if not all(map(shutil.which, ("umockdev-wrapper", "dbus-run-session", "gdbus", PYTHON))):
        return True
    modules = "import dbus, gi; gi.require_version('UMockdev', '1.0'); from gi.repository import UMockdev"
    return subprocess.run([PYTHON, "-c", modules], stderr=subprocess.DEVNULL, check=False).returncode != 0


@unittest.skipIf(missing(), "needs Debian's umockdev, gir1.2-umockdev-1.0, python3-gi, python3-dbus and dbus")
class Vibrators(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "buzz.ahap"
        self.file.write_text(json.dumps(PATTERN), encoding="utf-8")
        self.log = self.folder / "log"

    def run_all(self, *command, **environment):
        return subprocess.run(
            [str(word) for word in command], env=dict(os.environ, ALSA_CONFIG_PATH="/dev/null", **environment),
            capture_output=True, text=True, timeout=PATIENCE, check=False)

    def driven(self, *command, **environment):
        """Runs a command over the mocked driver."""
        return self.run_all("umockdev-wrapper", PYTHON, TOOLS / "driver.py", self.log, *command, **environment)

    def on_bus(self, daemon, *options):
        """Plays through a daemon on a private bus; the command waits for it."""
        script = f"""{daemon} & daemon=$!
            gdbus wait --session --timeout {PATIENCE} org.sigxcpu.Feedback || exit 99
            "$0" "$@"; code=$?; kill $daemon; exit $code"""
        return ["dbus-run-session", "--", "sh", "-c", script, THRUM, "play", self.file, "-D", "feedbackd", *options]

    def calls(self):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def check_levels(self, levels):
        """Two buzzes, the second at about half strength, and silence after each. `levels`: seconds and strength."""
        begin = next(time for time, level in levels if level > 0)

        def at(seconds):
            return [level for time, level in levels if time - begin <= seconds][-1]

        strong, weak = at(0.3), at(1.3)
        self.assertGreater(strong, 0.75, levels)
        self.assertAlmostEqual(weak / strong, 0.55, delta=0.1)
        self.assertEqual(levels[-1][1], 0)
        ends = [time for (time, level), (_, before) in zip(levels[1:], levels) if level == 0 and before > 0]
        self.assertEqual(len(ends), 2, levels)

    def check_driver(self):
        """What reached the driver: no level may end before the next one."""
        levels, until = [], None
        for time, call, *rest in self.calls():
            if call == "upload":
                self.assertEqual(rest[1], LENGTH * 1000)
                levels.append((time, rest[0]))
            elif call in ("stop", "erase") and levels and levels[-1][1] > 0:
                until = time
            if until is not None and call == "upload":
                if time - until > 0.05:
                    levels.insert(-1, (until, 0))
                until = None
        if until is not None:
            levels.append((until, 0))
        self.check_levels(levels)

    def test_a_pattern_reaches_the_kernel_through_evdev(self):
        for device in ("evdev", "evdev:/dev/input/event7"):
            answer = self.driven(THRUM, "play", self.file, "-D", device)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.check_driver()
            self.assertEqual([call[1] for call in self.calls()][-2:], ["stop", "erase"])

    def test_an_unplugged_vibrator_is_reported(self):
        answer = self.driven(THRUM, "play", self.file, "-D", "evdev", UNPLUG="3")
        self.assertIn("“Mocked vibrator” was disconnected", answer.stderr)
        self.assertEqual(answer.returncode, 69)

    def test_levels_reach_feedbackd(self):
        answer = self.run_all(*self.on_bus(f"{PYTHON} {TOOLS / 'feedbackd.py'} {self.log}"))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        calls = self.calls()
        self.assertEqual({program for _, program, _ in calls}, {"thrum"})
        self.assertEqual(calls[0][2], [], "the first call asks whether there is a vibrator")
        self.assertTrue(all(length == LENGTH * 1000 for _, _, steps in calls for _, length in steps))
        self.check_levels([(time, steps[0][0] if steps else 0) for time, _, steps in calls])

    def test_a_refusal_is_an_error_before_playing(self):
        answer = self.run_all(*self.on_bus(f"{PYTHON} {TOOLS / 'feedbackd.py'} {self.log} denying"))
        self.assertEqual(answer.returncode, 69, answer.stderr)
        self.assertIn("feedbackd refused to vibrate", answer.stderr)

    def test_a_daemon_that_dies_or_hangs_is_a_lost_device(self):
        for mode, cause in (("dying", "feedbackd"), ("hanging", "feedbackd did not answer within 1 s")):
            with self.subTest(mode=mode):
                answer = self.run_all(*self.on_bus(f"{PYTHON} {TOOLS / 'feedbackd.py'} {self.log} {mode}"))
                self.assertEqual(answer.returncode, 69, answer.stderr)
                self.assertIn(cause, answer.stderr)

    def test_a_bus_without_feedbackd_is_an_error(self):
        answer = self.run_all("dbus-run-session", "--", THRUM, "play", self.file, "-D", "feedbackd")
        self.assertEqual(answer.returncode, 69, answer.stderr)
        self.assertIn("feedbackd is not running", answer.stderr)

    @unittest.skipUnless("FEEDBACKD" in os.environ, "runs with FEEDBACKD=PROGRAM, built from its source")
    def test_the_real_feedbackd_drives_the_kernel(self):
        daemon = f"FEEDBACK_THEME={os.environ['THEME']} GSETTINGS_BACKEND=memory {os.environ['FEEDBACKD']}"
        answer = self.driven(*self.on_bus(daemon))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.check_driver()


if __name__ == "__main__":
    unittest.main()
