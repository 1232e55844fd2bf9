"""Leftovers, permissions, unusual names, unreadable inputs and full outputs."""

import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from test_play import buzz

THRUM = os.environ["THRUM"]
USER = 64_123


def run(*arguments, **options):
    return subprocess.run([THRUM, *arguments], capture_output=True, timeout=60, **options)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.pattern = self.path("buzz.ahap")
        with open(self.pattern, "w") as file:
            file.write(buzz(20))

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def parts(self):
        return [name for name in os.listdir(self.folder.name) if name.endswith(".part")]

    def start_long(self, out):
        process = subprocess.Popen([THRUM, "render", self.pattern, "-o", out, "--length", "4000"])
        end = time.monotonic() + 30
        while not self.parts() and time.monotonic() < end:
            os.sched_yield()
        return process

    def test_a_file_size_limit_is_an_error_and_leaves_no_partial_file(self):
        def restrict():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        for arguments in (["render", self.pattern, "-o", self.path("a.wav")], ["play", self.pattern, "-D", "wav:" + self.path("b.wav")]):
            with self.subTest(command=arguments[0]):
                ended = run(*arguments, preexec_fn=restrict)
                self.assertEqual(ended.returncode, 74, ended.stderr)
                self.assertIn(b"File too large", ended.stderr)
                self.assertEqual(self.parts(), [])

    def test_leftovers_of_a_killed_run_are_removed_by_the_next(self):
        for name, command in (("out.wav", "render"), ("out.png", "plot")):
            with self.subTest(command=command):
                out = self.path(name)
                process = self.start_long(out)
                process.kill()
                process.wait()
                left = self.parts()
                self.assertEqual(len(left), 1)
                # A file with another name belongs to someone else.
                other = self.path("other.wav." + left[0].split(".")[-2] + ".part")
                os.link(self.path(left[0]), other)
                result = run(command, "preset:pop", "-o", out)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(self.parts(), [os.path.basename(other)])
                os.unlink(other)

    def test_partial_files_of_a_running_command_are_kept(self):
        out = self.path("out.wav")
        process = self.start_long(out)
        result = run("render", "preset:pop", "-o", out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.parts()), 1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(20), 143)
        self.assertEqual(self.parts(), [])

    def test_a_replaced_file_keeps_its_permissions(self):
        for name, command in (("out.wav", "render"), ("out.png", "plot")):
            for mode in (0o600, 0o640, 0o664):
                with self.subTest(command=command, mode=mode):
                    out = self.path(name)
                    with open(out, "w"):
                        os.chmod(out, mode)
                    self.assertEqual(run(command, "preset:pop", "-o", out).returncode, 0)
                    self.assertEqual(os.stat(out).st_mode & 0o777, mode)

    def test_a_name_that_is_not_utf8_is_reported(self):
        name = os.path.join(os.fsencode(self.folder.name), b"caf\xe9.ahap")
        with open(name, "w") as file:
            file.write(buzz(1))
        result = run("lint", name)
        self.assertEqual(result.returncode, 66)
        self.assertIn(rb"caf\xE9.ahap: the file name is not UTF-8: rename the file", result.stderr)

    def test_only_the_line_that_is_not_utf8_fails_in_a_list(self):
        names = self.path("list.txt")
        with open(names, "wb") as file:
            file.write(b"preset:pop\r\n# x\ncaf\xe9.ahap\npreset:peek\n")
        result = run("render", "--list", names, "-o", self.path("out"))
        self.assertEqual(result.returncode, 66)
        self.assertIn(rb"caf\xE9.ahap: the file name is not UTF-8", result.stderr)
        self.assertIn(b"2 rendered, 0 up to date, 1 failed", result.stderr)
        result = run("lint", "--list", names)
        self.assertEqual(result.returncode, 66)
        self.assertIn(b"2 files: 0 errors", result.stderr)

    def test_control_characters_of_a_name_do_not_reach_the_terminal(self):
        name = self.path("a\x1b[31m\nb\x07\x9b.ahap")
        shown = rb"a\x1B[31m\nb\x07\x9B.ahap"
        for text in (None, "{", '{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"Tap"}}]}'):
            if text:
                with open(name, "w") as file:
                    file.write(text)
            for command in (("lint",), ("info",), ("render", "-o", self.path("o.wav")), ("play", "-D", "null")):
                with self.subTest(text=text, command=command[0]):
                    result = run(*command, name)
                    output = result.stdout + result.stderr
                    self.assertIn(shown, output)
                    self.assertNotIn(b"\x1b", output)
                    self.assertNotIn(b"\x07", output)
                    self.assertNotIn(b"\xc2\x9b", output)
        found = json.loads(run("lint", "--json", name).stdout)
        self.assertEqual(found["findings"][0]["file"], name)

    def test_too_few_descriptors_are_reported(self):
        for limit in range(6, 32):
            with self.subTest(limit=limit):
                result = run(
                    "play", "-D", "null", "preset:pop",
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
                self.assertIn(result.returncode, (0, 71), result.stderr)
                if limit <= 12:
                    self.assertEqual(result.returncode, 71)
                if result.returncode == 71:
                    self.assertRegex(result.stderr, rb"^error: .*ulimit -n.*\n$")

    def test_help_that_cannot_be_written_is_an_error(self):
        for arguments in (["--help"], ["--version"], ["play", "--help"], ["help", "render"]):
            with self.subTest(arguments=arguments):
                with open("/dev/full", "w") as full:
                    result = subprocess.run([THRUM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(result.returncode, 74)
                self.assertRegex(result.stderr, "^error: cannot write: .*\n$")
                self.assertEqual(run(*arguments).returncode, 0)

    def test_an_unreadable_input_is_reported(self):
        os.chmod(self.folder.name, 0o777)
        os.chmod(self.pattern, 0)

        def restrict():
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(USER)
                os.setuid(USER)

        for command in (("render", "-o", self.path("o.wav")), ("lint",), ("info",), ("play", "-D", "null")):
            with self.subTest(command=command[0]):
                result = run(*command, self.pattern, preexec_fn=restrict)
                self.assertEqual(result.returncode, 66, result.stderr)
                self.assertIn(b"Permission denied", result.stderr)
        hidden = self.path("hidden")
        os.mkdir(hidden, 0)
        result = run("lint", hidden, preexec_fn=restrict)
        self.assertEqual(result.returncode, 66, result.stderr)
        self.assertIn(b"Permission denied", result.stderr)

    def test_a_pattern_that_is_too_long_is_named(self):
        far = self.path("far.ahap")
        with open(far, "w") as file:
            file.write('{"Version":1,"Pattern":[{"Event":{"Time":900000,"EventType":"HapticTransient"}}]}')
        for command in (("convert", far, self.path("far.haptic")), ("render", far, "-o", self.path("far.wav"))):
            with self.subTest(command=command[0]):
                result = run(*command)
                self.assertEqual(result.returncode, 65)
                self.assertIn(b"far.ahap: the pattern lasts 900000 s", result.stderr)


if __name__ == "__main__":
    unittest.main()
