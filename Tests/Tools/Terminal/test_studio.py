"""How `thrum studio` starts: the folder, the port."""

import os
import pathlib
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]
USER = 64_123
PATIENCE = 20


def as_user():
    """Gives up root's right to write everywhere."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(USER)
        os.setuid(USER)


class Start(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        os.chmod(self.place.name, 0o755)

    def folder(self, name, mode=0o755):
        path = pathlib.Path(self.place.name, name)
        path.mkdir()
        path.chmod(mode)
        return path

    def test_a_folder_that_cannot_be_written_is_reported_at_the_start(self):
        folder = self.folder("fixed", 0o555)
        result = subprocess.run(
            [THRUM, "studio", folder, "--write"], capture_output=True, text=True, timeout=PATIENCE, preexec_fn=as_user)
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn("fixed: files cannot be saved here: Permission denied", result.stderr)
        self.assertIn("leave out --write", result.stderr)

    def start(self, *arguments):
        """Starts a studio, and returns its process and its port."""
        process = subprocess.Popen(
            [THRUM, "studio", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end, process)
        return process, int(process.stdout.readline().split("/")[2].split(":")[1])

    def end(self, process):
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()

    def test_a_folder_keeps_its_port(self):
        (folder, other) = (self.folder("one"), self.folder("two"))
        (process, port) = self.start(folder)
        self.end(process)
        link = pathlib.Path(self.place.name, "link")
        link.symlink_to(folder)
        self.assertEqual(self.start(link)[1], port)
        self.assertNotEqual(self.start(other)[1], port)

    def test_a_second_studio_of_a_folder_has_another_port(self):
        folder = self.folder("one")
        ports = {self.start(folder)[1] for _ in range(3)}
        self.assertEqual(len(ports), 3)


if __name__ == "__main__":
    unittest.main()
