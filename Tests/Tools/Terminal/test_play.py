"""`thrum play` on a terminal: python3 -m unittest, with THRUM set to the command by `make terminal`."""

import contextlib
import json
import math
import os
import re
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from terminal import PATIENCE, Terminal

THRUM = os.environ["THRUM"]


def buzz(seconds, intensity=1.0):
    parameters = [{"ParameterID": "HapticIntensity", "ParameterValue": intensity}]
    event = {
        "Time": 0, "EventType": "HapticContinuous", "EventDuration": seconds, "EventParameters": parameters}
    return json.dumps({"Version": 1.0, "Pattern": [{"Event": event}]})


def samples(path):
    """The left channel of a float WAV file recorded by Thrum."""
    with open(path, "rb") as file:
        data = file.read()
    begin = data.index(b"data") + 8
    count = (len(data) - begin) // 8
    return [sample[0] for sample in struct.iter_unpack("<ff", data[begin:begin + 8 * count])]


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = self.path("buzz.ahap")
        self.write(buzz(600))
        self.terminal = None

    def tearDown(self):
        if self.terminal:
            self.terminal.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, text, path=None):
        with open(path or self.file, "w") as file:
            file.write(text)

    def play(self, *options, device="null"):
        self.terminal = Terminal(THRUM, "play", "-D", device, self.file, *options)
        return self.terminal

    def place(self, line):
        return float(line.split(" / ")[0])

    def test_space_pauses_and_resumes_and_q_quits(self):
        terminal = self.play()
        terminal.wait_for_line(r"/ 600\.00 s")
        terminal.press(" ")
        held = self.place(terminal.wait_for_line("paused"))
        self.assertEqual(self.place(terminal.line()), held)
        terminal.press(" ")
        terminal.wait_for_line(r"dB$")
        self.assertGreater(self.place(terminal.wait_for_line(r"█")), held)
        terminal.press("q")
        self.assertEqual(terminal.end(), 0)
        self.assertTrue(terminal.is_restored())

    def test_arrows_step_and_zero_returns_to_the_beginning(self):
        terminal = self.play("--start", "100")
        terminal.press(" ")
        held = self.place(terminal.wait_for_line("paused"))
        self.assertGreaterEqual(held, 100)
        terminal.press("\x1b[C")
        terminal.wait_for_line(f"^{held + 0.1:.2f} ")
        terminal.press("\x1b[D\x1b[D")
        terminal.wait_for_line(f"^{held - 0.1:.2f} ")
        terminal.press("\x1b[1;2C")
        terminal.wait_for_line(f"^{held - 0.09:.2f} ")
        terminal.press("\x1b")
        terminal.press("[1;2D")
        terminal.wait_for_line(f"^{held - 0.1:.2f} ")
        terminal.press("0")
        terminal.wait_for_line(r"^0\.00 ")

    def test_loop_mute_volume_and_help(self):
        self.write(buzz(0.3))
        terminal = self.play("--loop")
        terminal.wait_for_line(r"^0\.\d\d / 0\.30 s .*  loop [1-9]")
        terminal.press("m")
        terminal.wait_for_line(r"·{24} +-60 dB.*muted")
        terminal.press("m")
        terminal.wait_for_line(r"-2\d dB  loop \d+$")
        terminal.press("-" * 20)
        terminal.wait_for_line(r"-4\d dB .*volume -\d+ dB$")
        terminal.press("+" * 20)
        terminal.wait_for_line(r"-2\d dB  loop \d+$")
        terminal.press("?")
        terminal.wait_for("Space pause")
        terminal.press("l")
        self.assertEqual(terminal.end(), 0)

    def test_control_c_fades_and_ends_as_a_signal(self):
        recorded = self.path("recorded.wav")
        terminal = self.play("--gain", "0", device="wav:" + recorded)
        terminal.wait_for_line("█{5}")
        begin = time.monotonic()
        terminal.press("\x03")
        self.assertEqual(terminal.end(), 130)
        self.assertLess(time.monotonic() - begin, 0.5)
        self.assertTrue(terminal.is_restored())
        heard = samples(recorded)
        loudest = max(abs(sample) for sample in heard)
        sounding = [index for index, sample in enumerate(heard) if abs(sample) > loudest * 0.7]
        silent = next(index for index in range(len(heard), 0, -1) if abs(heard[index - 1]) > loudest / 1000)
        self.assertLessEqual(silent - sounding[-1], 0.020 * 48_000)
        # No click: no step is steeper than those of the buzz.
        steepest = max(abs(b - a) for a, b in zip(heard[:sounding[-1]], heard[1:sounding[-1]]))
        tail = heard[sounding[-1]:]
        self.assertLessEqual(max(abs(b - a) for a, b in zip(tail, tail[1:])), steepest * 1.05)
        self.assertLess(max([abs(sample) for sample in heard[silent + 960:]], default=0), 1e-5)

    def test_sigterm_ends_as_a_signal(self):
        terminal = self.play()
        terminal.wait_for_line("█")
        terminal.signal(signal.SIGTERM)
        self.assertEqual(terminal.end(), 143)
        self.assertTrue(terminal.is_restored())

    def test_control_z_releases_terminal_and_device(self):
        terminal = self.play()
        terminal.wait_for_line("█")
        terminal.press("\x1a")
        self.wait_until_stopped(terminal)
        self.assertTrue(terminal.is_restored())
        terminal.signal(signal.SIGCONT)
        before = self.place(terminal.wait_for_line("█"))
        self.assertGreater(self.place(terminal.wait_for_line("█")), before)
        terminal.press("q")
        self.assertEqual(terminal.end(), 0)

    def wait_until_stopped(self, terminal):
        end = time.monotonic() + 10
        while not terminal.is_stopped() and time.monotonic() < end:
            terminal.read()
        self.assertTrue(terminal.is_stopped())

    def test_playback_continues_however_soon_the_job_resumes(self):
        terminal = self.play()
        terminal.wait_for_line("█")
        for milliseconds in [0, 0, 0, *range(0, 240, 6)]:
            with self.subTest(milliseconds=milliseconds):
                terminal.signal(signal.SIGTSTP)
                end = time.monotonic() + milliseconds / 1000
                while time.monotonic() < end:
                    terminal.read(0.001)
                terminal.signal(signal.SIGCONT)
                terminal.line()
                before = self.place(terminal.wait_for_line("█"))
                # Lines are drawn, too, while the device starts again.
                places = (self.place(terminal.wait_for_line("█")) for _ in range(200))
                self.assertTrue(any(place > before for place in places), f"still at {before}")
        terminal.signal(signal.SIGTERM)
        self.assertEqual(terminal.end(), 143)
        self.assertTrue(terminal.is_restored())

    def test_a_signal_during_a_suspension_still_ends_the_command(self):
        for milliseconds in range(0, 200, 20):
            for number in (signal.SIGTERM, signal.SIGINT):
                with self.subTest(milliseconds=milliseconds, number=number):
                    terminal = self.play()
                    terminal.wait_for_line("█")
                    terminal.signal(signal.SIGTSTP)
                    end = time.monotonic() + milliseconds / 1000
                    while time.monotonic() < end:
                        terminal.read(0.001)
                    terminal.signal(number)
                    terminal.signal(signal.SIGCONT)
                    self.assertEqual(terminal.end(), 128 + number)
                    self.assertTrue(terminal.is_restored())
                    terminal.close()
        self.terminal = None

    def test_the_job_can_be_suspended_repeatedly(self):
        terminal = self.play()
        for _ in range(5):
            terminal.wait_for_line("█")
            terminal.press("\x1a")
            self.wait_until_stopped(terminal)
            self.assertTrue(terminal.is_restored())
            terminal.signal(signal.SIGCONT)
        terminal.wait_for_line("█")

    def test_a_fatal_signal_restores_the_terminal(self):
        fatal = [
            signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS,
            signal.SIGILL, signal.SIGFPE, signal.SIGTRAP, signal.SIGSYS, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM,
            signal.SIGPIPE, signal.SIGXCPU, signal.SIGRTMIN]
        orderly = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
        for backtrace in ("enable=no", "enable=yes,interactive=no,output-to=/dev/null"):
            for number in fatal:
                with self.subTest(number=number, backtrace=backtrace):
                    terminal = self.terminal = Terminal(
                        THRUM, "play", "-D", "null", self.file, environment=dict(os.environ, SWIFT_BACKTRACE=backtrace))
                    terminal.wait_for_line("█")
                    self.assertFalse(terminal.is_restored())
                    terminal.signal(number)
                    self.assertEqual(terminal.end(), 128 + number if number in orderly else -number)
                    self.assertTrue(terminal.is_restored())
                    terminal.close()
            self.terminal = None
            fatal = [signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV]

    def test_keys_are_read_from_a_pipe_with_an_option(self):
        result = subprocess.run(
            [THRUM, "play", "-D", "null", "--keys", self.file], input=b"mq", capture_output=True, timeout=20)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        result = subprocess.run(
            [THRUM, "play", "-D", "null", "--length", "0.2", self.file], input=b"q", capture_output=True, timeout=20)
        self.assertEqual(result.returncode, 0)

    def test_every_way_of_saving_is_noticed(self):
        def in_place():
            self.write(buzz(100))

        def like_vim():
            os.rename(self.file, self.file + "~")
            self.write(buzz(200))
            os.unlink(self.file + "~")

        def like_sed():
            self.write(buzz(300), self.path("sedAbC"))
            os.rename(self.path("sedAbC"), self.file)

        terminal = self.play("--watch")
        terminal.wait_for_line("/ 600.00 s")
        for save, length in ((in_place, 100), (like_vim, 200), (like_sed, 300)):
            save()
            terminal.wait_for(r"reloaded; press a for the previous version")
            terminal.wait_for_line(rf"/ {length}\.00 s.*B$")

    def test_an_unreadable_save_keeps_the_previous_version(self):
        terminal = self.play("--watch")
        terminal.wait_for_line("/ 600.00 s")
        self.write('{"Pattern": [')
        terminal.wait_for(r"buzz\.ahap:1:\d+: error")
        terminal.wait_for(r"the previous version keeps playing")
        terminal.wait_for_line(r"█.*")
        self.write(buzz(50))
        terminal.wait_for_line(r"/ 50\.00 s")

    def test_a_pipe_in_place_of_a_watched_file_keeps_the_previous_version(self):
        terminal = self.play("--watch")
        terminal.wait_for_line("/ 600.00 s")
        os.unlink(self.file)
        os.mkfifo(self.file)
        terminal.wait_for(r"is not a regular file; the previous version keeps playing")
        terminal.press(" ")
        terminal.wait_for_line("paused")
        terminal.press(" ")
        terminal.wait_for_line("█")
        os.unlink(self.file)
        self.write(buzz(50))
        terminal.wait_for_line(r"/ 50\.00 s")
        os.unlink(self.file)
        os.mkfifo(self.file)
        terminal.wait_for(r"is not a regular file")
        terminal.press("\x03")
        self.assertEqual(terminal.end(), 130)
        self.assertTrue(terminal.is_restored())

    def test_a_pipe_cannot_be_watched(self):
        os.unlink(self.file)
        os.mkfifo(self.file)
        result = subprocess.run(
            [THRUM, "play", "-D", "null", "--watch", self.file], capture_output=True, text=True, timeout=20)
        self.assertEqual(result.returncode, 66)
        self.assertRegex(result.stderr, "is not a regular file")

    def test_a_and_b_flip_between_versions(self):
        terminal = self.play("--watch")
        terminal.wait_for_line("█")
        terminal.press("a")
        terminal.press("b")
        terminal.wait_for("one version so far")
        self.write(buzz(600, intensity=0.3))
        terminal.wait_for_line(r"-[45]\d dB  B$")
        terminal.press("a")
        terminal.wait_for_line(r"-2\d dB  A$")
        terminal.press("\t")
        terminal.wait_for_line(r"-[45]\d dB  B$")

    def test_a_watched_file_plays_again_after_its_end(self):
        self.write(buzz(0.2))
        terminal = self.play("--watch")
        terminal.wait_for_line("paused")
        self.write(buzz(0.3))
        terminal.wait_for_line(r"█.*B$")
        terminal.wait_for_line("paused")
        terminal.press(" ")
        terminal.wait_for_line(r"█.*B$")

    def wait_until_idle(self, terminal):
        """Waits until ten wake-ups of all threads together take a second or more, so fewer than ten per second."""
        def wakes():
            total = 0
            for task in os.listdir(f"/proc/{terminal.pid}/task"):
                with contextlib.suppress(OSError), open(f"/proc/{terminal.pid}/task/{task}/status") as status:
                    total += int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status.read(), re.M).group(1))
            return total

        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            before, begin = wakes(), time.monotonic()
            while wakes() - before < 10:
                terminal.read()
                if time.monotonic() - begin >= 1:
                    return
        self.fail("an idle playback wakes ten times per second or more")

    def test_an_idle_watch_wakes_rarely_and_reacts_to_keys_and_saves(self):
        self.write(buzz(0.2))
        terminal = self.play("--watch")
        terminal.wait_for_line("paused")
        self.wait_until_idle(terminal)
        terminal.press("l")
        terminal.wait_for_line("loop")
        self.wait_until_idle(terminal)
        self.write(buzz(0.3))
        terminal.wait_for(r"reloaded")

    def test_the_status_line_fits_a_narrow_terminal(self):
        self.terminal = Terminal(THRUM, "play", "-D", "null", self.file, columns=30)
        for _ in range(3):
            self.assertLess(len(self.terminal.line()), 30)


if __name__ == "__main__":
    unittest.main()
