"""`thrum compare` on a terminal."""

import os
import re
import signal
import statistics
import tempfile
import time
import unittest

from terminal import Terminal
from test_play import buzz

THRUM = os.environ["THRUM"]


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.files = []
        for name, intensity in (("loud", 1), ("soft", 0.5)):
            path = os.path.join(self.folder.name, name + ".ahap")
            with open(path, "w") as file:
                file.write(buzz(20, intensity))
            self.files.append(path)

    def tearDown(self):
        self.folder.cleanup()

    def level(self, line):
        return int(re.search(r"(-\d+) dB", line).group(1))

    def levels(self, *options):
        terminal = Terminal(THRUM, "compare", "-D", "null", "--gain", "0", *self.files, *options)
        try:
            found = []
            for key, name in (("", "A"), ("\t", "B"), ("a", "A"), ("b", "B")):
                terminal.press(key)
                # The meter falls slowly, so the median of the later lines counts.
                lines = [terminal.wait_for_line(f"{name}$") for _ in range(40)]
                found.append(statistics.median_low(self.level(line) for line in lines[20:]))
                line = lines[-1]
            place = float(line.split(" /")[0])
            terminal.press("q")
            self.assertEqual(terminal.end(), 0)
            self.assertTrue(terminal.is_restored())
            return found, place
        finally:
            terminal.close()

    def test_one_key_flips_between_equal_levels_at_the_same_position(self):
        found, place = self.levels()
        self.assertLessEqual(max(found) - min(found), 2, found)
        self.assertGreater(place, 0.1)

    def test_levels_are_not_matched_when_switched_off(self):
        found, _ = self.levels("--no-match")
        self.assertGreaterEqual(found[0] - found[1], 10, found)
        self.assertLessEqual(abs(found[0] - found[2]), 2, found)

    def test_a_signal_while_the_device_hangs_opening_restores_the_terminal(self):
        # A file plug-in writing to a pipe without a reader: its opening hangs like that of a frozen sound server.
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        configuration = os.path.join(self.folder.name, "asoundrc")
        with open(configuration, "w") as file:
            file.write('pcm.frozen { type file file "%s" format raw slave.pcm { type null } }' % pipe)
        environment = dict(os.environ, ALSA_CONFIG_PATH=configuration, SWIFT_BACKTRACE="enable=no")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP):
            with self.subTest(number=number):
                terminal = Terminal(THRUM, "compare", "-D", "frozen", *self.files, environment=environment)
                try:
                    end = time.monotonic() + 20
                    while terminal.is_restored() and time.monotonic() < end:
                        terminal.read(0.001)
                    self.assertFalse(terminal.is_restored(), terminal.shown)
                    terminal.signal(number)
                    self.assertIn(terminal.end(), (-number, 128 + number))
                    self.assertTrue(terminal.is_restored())
                finally:
                    terminal.close()


if __name__ == "__main__":
    unittest.main()
