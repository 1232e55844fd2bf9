"""`thrum lint` on a terminal: colour there, and nowhere else."""

import os
import pty
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]
PATIENCE = 20
WRONG = '{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticBuzz"}}]}'


class Colour(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "wrong.ahap")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(WRONG)

    def on_a_terminal(self, **environment):
        """Standard output of `thrum lint` whose standard output is a terminal."""
        master, slave = pty.openpty()
        given = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | environment
        process = subprocess.Popen([THRUM, "lint", self.file], stdout=slave, stderr=subprocess.DEVNULL, env=given)
        os.close(slave)
        shown = b""
        try:
            while piece := os.read(master, 65536):
                shown += piece
        except OSError:
            pass  # the terminal's other end is closed
        os.close(master)
        self.assertEqual(process.wait(PATIENCE), 1)
        return shown.decode().replace("\r\n", "\n")

    def test_findings_have_colours_on_a_terminal(self):
        shown = self.on_a_terminal()
        self.assertIn(f"\x1b[1m{self.file}:1:", shown)
        self.assertIn(": \x1b[31merror:\x1b[0m ", shown)

    def test_findings_are_plain_in_a_pipe_with_no_color_and_on_a_dumb_terminal(self):
        result = subprocess.run([THRUM, "lint", self.file], capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("wrong.ahap:1:", result.stdout)
        self.assertNotIn("\x1b", result.stdout)
        self.assertEqual(self.on_a_terminal(NO_COLOR="1"), result.stdout)
        self.assertEqual(self.on_a_terminal(TERM="dumb"), result.stdout)


if __name__ == "__main__":
    unittest.main()
