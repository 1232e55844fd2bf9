"""`thrum play -D adb` on a terminal, with the fake adb of Tests/Tools/FakeADB."""

import json
import os
import pathlib
import signal
import tempfile
import time
import unittest

from terminal import PATIENCE, Terminal

THRUM = os.environ["THRUM"]
PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "FakeADB"
PHONE = "A1B2C3                 device usb:1-1 product:x model:Pixel_8 device:x transport_id:1\n"
CANCEL = "vibrator_manager cancel"


def buzz(intensity=1.0):
    """A steady buzz of 10 minutes. An event ends after 30 s."""
    parameters = [{"ParameterID": "HapticIntensity", "ParameterValue": intensity}]
    return json.dumps({"Version": 1.0, "Pattern": [
        {"Event": {
            "Time": 30 * index, "EventType": "HapticContinuous", "EventDuration": 30, "EventParameters": parameters}}
        for index in range(20)]})


class Phone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.joinpath("phones").write_text(PHONE, encoding="utf-8")
        self.file = self.folder / "buzz.ahap"
        self.file.write_text(buzz(), encoding="utf-8")
        self.terminal = None

    def tearDown(self):
        if self.terminal:
            self.terminal.close()

    def play(self, *options):
        environment = dict(
            os.environ, PATH=f"{PROGRAMS}:{os.environ['PATH']}", FAKE_ADB=str(self.folder), ALSA_CONFIG_PATH="/dev/null")
        self.terminal = Terminal(THRUM, "play", str(self.file), "-D", "adb", *options, environment=environment)
        return self.terminal

    def log(self):
        path = self.folder / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def until(self, condition, what):
        """Reads the terminal, so that the command never blocks, until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"{what}; the log is {self.log()}")
            self.terminal.read(0.02)

    def until_logged(self, count):
        self.until(lambda: len(self.log()) >= count, f"{count} commands expected")
        return self.log()

    def milliseconds(self, line):
        """Length of a waveform."""
        return sum(map(int, line.split(" -a ")[1].split()[::2]))

    def test_control_c_stops_the_phone(self):
        terminal = self.play()
        self.until_logged(1)
        terminal.press("\x03")
        self.assertEqual(terminal.end(), 130)
        self.assertEqual(self.log()[1:], [CANCEL])

    def test_a_termination_stops_the_phone(self):
        terminal = self.play()
        self.until_logged(1)
        terminal.signal(signal.SIGTERM)
        self.assertEqual(terminal.end(), 143)
        self.assertEqual(self.log()[-1], CANCEL)

    def test_a_pause_stops_the_phone_and_space_plays_the_rest(self):
        terminal = self.play("--start", "100")
        self.assertAlmostEqual(self.milliseconds(self.until_logged(1)[0]), 500_000, delta=100)
        terminal.press(" ")
        self.assertEqual(self.until_logged(2)[1], CANCEL)
        terminal.press(" ")
        first, _, rest = self.until_logged(3)
        self.assertLess(self.milliseconds(rest), self.milliseconds(first))

    def test_a_step_plays_from_the_new_position(self):
        terminal = self.play("--start", "100")
        self.until_logged(1)
        terminal.press("0")
        self.until(lambda: any(self.milliseconds(line) > 599_000 for line in self.log() if "-a" in line), "no seek")

    def test_mute_stops_the_phone(self):
        terminal = self.play()
        self.until_logged(1)
        terminal.press("m")
        self.assertEqual(self.until_logged(2)[1], CANCEL)
        terminal.press("m")
        self.assertIn("waveform", self.until_logged(3)[2])

    def test_a_saved_file_plays_on_the_phone(self):
        self.play("--watch")
        self.assertTrue(self.until_logged(1)[0].endswith(" 255"))
        self.file.write_text(buzz(0.5), encoding="utf-8")
        self.until(lambda: self.log()[-1].endswith(" 64"), "the new version did not play")

    def test_a_slow_phone_plays_the_newest_position(self):
        hold, holding = self.folder / "hold", self.folder / "holding"
        hold.touch()
        terminal = self.play()
        self.until(holding.exists, "the phone was not asked")
        self.assertEqual(self.log(), [])
        hold.unlink()
        self.until_logged(1)
        holding.unlink()
        hold.touch()
        terminal.press(" ")
        self.until(holding.exists, "no stop")
        terminal.press("\x1b[C")
        terminal.wait_for_line("paused")
        terminal.press("0")
        terminal.wait_for_line(r"^0\.00 ")
        terminal.press(" ")
        terminal.wait_for_line(r"dB$")
        terminal.press("0")
        hold.unlink()
        self.until(lambda: "waveform" in self.log()[-1], "nothing plays again")
        terminal.press("\x03")
        self.assertEqual(terminal.end(), 130)
        self.assertEqual(self.log()[-1], CANCEL)

    def test_an_unplugged_phone_ends_playback(self):
        terminal = self.play()
        self.until_logged(1)
        self.folder.joinpath("phones").write_text("", encoding="utf-8")
        terminal.wait_for("was disconnected")
        self.assertEqual(terminal.end(), 69)

    def programs(self):
        """The processes of the fake adb."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    if f"FAKE_ADB={self.folder}".encode() not in file.read().split(b"\0"):
                        continue
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if any(word.endswith(b"/adb") for word in words):
                found.append(int(process))
        return found

    def test_a_phone_that_never_answers_ends_playback(self):
        self.folder.joinpath("hold-vibrations").touch()
        tap = {"Event": {"Time": 0, "EventType": "HapticTransient"}}
        self.file.write_text(json.dumps({"Version": 1.0, "Pattern": [tap]}), encoding="utf-8")
        terminal = self.play()
        terminal.wait_for("“adb” did not answer within 5 s: reconnect the phone")
        self.assertEqual(terminal.end(), 69)
        self.until(lambda: not self.programs(), "adb is left")

    def test_control_c_ends_a_command_that_hangs(self):
        self.folder.joinpath("hold-vibrations").touch()
        terminal = self.play()
        self.until(self.folder.joinpath("holding").exists, "the phone was not asked")
        terminal.press("\x03")
        self.assertIn(terminal.end(), (69, 130))
        self.until(lambda: not self.programs(), "adb is left")

    def test_no_adb_is_left_when_thrum_is_killed(self):
        self.folder.joinpath("hold-vibrations").touch()
        terminal = self.play()
        self.until(self.folder.joinpath("holding").exists, "the phone was not asked")
        self.until(lambda: len(self.programs()) >= 2, "a command and a watch expected")
        terminal.signal(signal.SIGKILL)
        self.until(lambda: not self.programs(), "adb is left")


if __name__ == "__main__":
    unittest.main()
