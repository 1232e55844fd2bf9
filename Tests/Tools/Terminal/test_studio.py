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

    def refusal(self, *arguments):
        result = subprocess.run([THRUM, "studio", *arguments], capture_output=True, text=True, timeout=PATIENCE)
        return result.returncode, result.stderr

    def test_a_phone_s_address_is_one_of_this_machine(self):
        folder = self.folder("one")
        for wrong in ("0.0.0.0", "255.255.255.255", "1.2.3"):
            for order in ([folder, "--phone", wrong], ["--phone", wrong]):
                code, errors = self.refusal(*order)
                self.assertEqual(code, 64, order)
                self.assertIn("--phone needs an address of this machine, such as 192.168.1.5", errors)
        for port in ("99999", "", "80x", "-1", "80:80"):
            for order in ([folder, "--phone", f"127.0.0.1:{port}"], ["--phone", f"127.0.0.1:{port}"]):
                code, errors = self.refusal(*order)
                self.assertEqual(code, 64, order)
                self.assertIn(f"--phone: “{port}” is not a port: use a number from 0 to 65535", errors)
        code, errors = self.refusal("--phone", "203.0.113.77")
        self.assertEqual(code, 69)
        self.assertIn("203.0.113.77", errors)

    def test_the_folder_may_follow_phone(self):
        code, errors = self.refusal("--phone", "127.0.0.1:0", "no-such-folder")
        self.assertEqual((code, "no-such-folder: No such file" in errors), (66, True), errors)
        # Without an address, the machine's own decides: one, or an error that says what to do.
        process = subprocess.Popen(
            [THRUM, "studio", "--phone", self.folder("two")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(self.end, process)
        first = process.stdout.readline()
        if first:
            self.assertIn("For a phone on the same network: http://", process.stdout.readline())
        else:
            self.assertIn("--phone: this machine has ", process.stderr.read())

    def test_a_phone_s_code_is_black_on_white_on_a_terminal_with_colours(self):
        with tempfile.TemporaryFile() as errors:
            near, far = os.openpty()
            self.addCleanup(os.close, near)
            process = subprocess.Popen(
                [THRUM, "studio", "--phone", "127.0.0.1"], stdout=far, stderr=errors,
                env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""})
            os.close(far)
            text = b""
            try:
                while text.count(b"\x1b[0m") < 20:
                    text += os.read(near, 4096)
            finally:
                process.terminate()
                process.wait(PATIENCE)
        self.assertIn("\x1b[38;5;16;48;5;231m█".encode(), text.replace(b" ", b""))
        self.assertIn("\x1b[38;5;16;48;5;231m    █▀▀▀▀▀█".encode(), text)

    def test_without_its_library_there_is_a_link_and_no_code(self):
        # The loader finds this folder first, and in it a library without functions.
        folder = self.folder("libraries")
        (folder / "libqrencode.so.4").write_bytes(b"not a library")
        process = subprocess.Popen(
            [THRUM, "studio", "--phone", "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "LD_LIBRARY_PATH": str(folder)})
        self.addCleanup(process.stderr.close)
        self.addCleanup(self.end, process)
        process.stdout.readline()
        self.assertRegex(process.stdout.readline(), "For a phone on the same network: http://127.0.0.1:[0-9]+/#[0-9a-f]{32}\n")
        self.assertIn("warning: no QR code: libqrencode.so.4 cannot be loaded: install libqrencode4", process.stderr.readline())

    def test_a_second_studio_of_a_folder_has_another_port(self):
        folder = self.folder("one")
        ports = {self.start(folder)[1] for _ in range(3)}
        self.assertEqual(len(ports), 3)


if __name__ == "__main__":
    unittest.main()
