"""Signals end commands that read and compute at once, whatever they are doing."""

import array
import fcntl
import os
import signal
import subprocess
import tempfile
import termios
import unittest

THRUM = os.environ["THRUM"]
PATTERN = b'{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[]}}'


def unread(pipe):
    """Bytes that the command has not read yet."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


class Interrupts(unittest.TestCase):
    def test_an_interrupt_ends_a_command_that_works_on_a_pattern(self):
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "other.ahap")
            with open(other, "wb") as file:
                file.write(PATTERN + b"]}")
            for words in (("convert", "-", os.path.join(folder, "x.xml")), ("diff", "-", other), ("feel", "-"),
                          ("lint", "-"), ("info", "-"), ("share", "-", "-o", os.path.join(folder, "x.html"))):
                for number in (signal.SIGINT, signal.SIGTERM):
                    with self.subTest(command=words[0], signal=number):
                        process = subprocess.Popen(
                            [THRUM, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            preexec_fn=lambda number=number: signal.signal(number, signal.SIG_DFL))
                        process.stdin.write(PATTERN)
                        process.stdin.flush()
                        while unread(process.stdin) and process.poll() is None:
                            os.sched_yield()
                        process.send_signal(number)
                        self.assertIn(process.wait(60), (-number, 128 + number))
                        process.stdin.close()
            self.assertEqual(os.listdir(folder), ["other.ahap"])


if __name__ == "__main__":
    unittest.main()
