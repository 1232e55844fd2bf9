"""Limits on the address space (`ulimit -v`): large files are refused in one line, and long ones need no more memory."""

import json
import os
import re
import resource
import struct
import subprocess
import tempfile
import unittest

from test_play import buzz

THRUM = os.environ["THRUM"]
MEGABYTE = 1 << 20
EVENT = '{"Event":{"Time":%d,"EventType":"HapticTransient"}}'
POINT = '{"time":%d,"amplitude":0.5}'


def run(*arguments, limit=None, **options):
    def restrict():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    return subprocess.run(
        [THRUM, *arguments], capture_output=True, text=True, timeout=120, preexec_fn=restrict, env=environment, **options)


class Limited(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.small = cls.write("small.ahap", buzz(20))
        cls.big = cls.write_big("big.ahap", '{"Version":1.0,"Pattern":[', EVENT, "]}")
        cls.clip = cls.write_big(
            "big.haptic", '{"version":{"major":1,"minor":0,"patch":0},"metadata":{},"signals":{"continuous":'
            '{"envelopes":{"amplitude":[', POINT, '],"frequency":[]}}}}')
        cls.least = cls.least_limit()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def write(cls, name, text):
        with open(cls.path(name), "w") as file:
            file.write(text)
        return cls.path(name)

    @classmethod
    def write_big(cls, name, head, item, tail):
        """Writes 30 MB of the smallest items."""
        count = 30_000_000 // (len(item) + 3)
        return cls.write(name, head + ",".join(item % (index // 1000) for index in range(count)) + tail)

    @classmethod
    def least_limit(cls):
        """The lowest limit at which a command starts, from its own error message."""
        refused = run("lint", cls.small, limit=100 * MEGABYTE)
        wanted, left = re.search(r"(\d+) MB is needed, but the limit leaves (\d+) MB", refused.stderr).groups()
        return 100 * MEGABYTE + (int(wanted) - int(left) + 2) * 1_000_000

    def test_too_little_memory_to_start_is_reported(self):
        for limit in (self.least - 30 * MEGABYTE, self.least - 10 * MEGABYTE):
            for arguments in (("--version",), ("lint", self.small), ("play", "-D", "null", self.small)):
                with self.subTest(arguments=arguments, limit=limit):
                    result = run(*arguments, limit=limit)
                    self.assertEqual((result.returncode, result.stdout), (71, ""))
                    self.assertRegex(result.stderr, r"^error: not enough memory: .*ulimit -v\)\n$")

    def test_the_reported_minimum_is_enough(self):
        commands = [
            ("lint",), ("info",), ("render", "-o", self.path("least.wav")), ("plot", "-o", self.path("least.png")),
            ("play", "-D", "null", "--length", "0.2"), ("play", "-D", "wav:" + self.path("played.wav"), "--length", "0.2")]
        for command, *options in commands:
            for attempt in range(5):
                with self.subTest(command=command, attempt=attempt):
                    result = run(command, self.small, *options, limit=self.least)
                    self.assertEqual(result.returncode, 0, result.stderr[-400:])

    def test_an_hour_needs_no_more_memory_than_a_second(self):
        out = self.path("long.wav")
        result = run(
            "render", self.small, "-o", out, "--length", "4000", "--sample-rate", "8000", "--format", "s16",
            limit=self.least)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertGreater(os.path.getsize(out), 4000 * 8000 * 4)

    def expect_refusal(self, result, name):
        self.assertEqual(result.returncode, 71, result.stderr[-400:])
        self.assertIn(name, result.stderr)
        self.assertIn("memory", result.stderr)
        self.assertIn("ulimit -v", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1 + result.stderr.count("1 file") + result.stderr.count("0 files"))

    def test_a_big_file_is_refused_by_every_command_that_reads(self):
        out = self.path("old.wav")
        self.write("old.wav", "what was there")
        commands = [
            ("lint",), ("info",), ("render", "-o", out), ("plot", "-o", out + ".png"), ("play", "-D", "null")]
        for limit in (self.least, self.least + 100 * MEGABYTE, self.least + 300 * MEGABYTE):
            for file in (self.big, self.clip):
                for command, *options in commands:
                    with self.subTest(command=command, file=file, limit=limit // MEGABYTE):
                        self.expect_refusal(run(command, file, *options, limit=limit), os.path.basename(file))
        with open(out) as file:
            self.assertEqual(file.read(), "what was there")
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.endswith(".part")], [])

    def test_a_big_file_within_the_limit_is_read(self):
        # The reported amount is enough even for the most expensive kind of file.
        limit = self.least + 20 * os.path.getsize(self.clip)
        for command in ("lint", "info"):
            for file in (self.big, self.clip):
                with self.subTest(command=command, file=file):
                    result = run(command, file, limit=limit)
                    self.assertEqual(result.returncode, 0, result.stderr[-400:])

    def test_input_from_a_pipe_counts_toward_the_limit(self):
        with open(self.big) as file:
            pipe = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            result = run("lint", "-", limit=self.least + 100 * MEGABYTE, stdin=pipe.stdout)
            pipe.stdout.close()
            pipe.wait()
        self.expect_refusal(result, "<stdin>")

    def test_the_other_files_of_a_list_are_rendered(self):
        out = self.path("out")
        result = run(
            "render", "--each", self.big, self.small, "-o", out, "--length", "1", limit=self.least + 100 * MEGABYTE)
        self.assertEqual(result.returncode, 71, result.stderr)
        self.assertIn("1 rendered", result.stderr)
        self.assertEqual([name for _, _, names in os.walk(out) for name in names], ["small.wav"])


class Sounds(unittest.TestCase):
    """Long silent sounds in sparse files."""

    SECONDS = 300
    DECODED = SECONDS * 48_000 * 2 * 4

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def sound(self, name):
        """Writes a stereo 8-bit WAV file whose samples are a hole."""
        size = self.SECONDS * 48_000 * 2
        with open(self.path(name), "wb") as file:
            file.write(struct.pack(
                "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 2, 48_000, 96_000, 2, 8, b"data", size))
            file.truncate(44 + size)

    def pattern(self, name, *sounds):
        events = [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": sound}} for sound in sounds]
        with open(self.path(name), "w") as file:
            json.dump({"Version": 1.0, "Pattern": events}, file)
        return self.path(name)

    def commands(self, *patterns):
        out = self.path("out.wav")
        return [
            ("render", *patterns, "-o", out, "--length", "0.1"), ("plot", *patterns, "-o", out + ".png", "--to", "0.1"),
            ("play", "-D", "null", "--length", "0.1", *patterns)]

    def expect_refusal(self, result, *names):
        self.assertEqual(result.returncode, 71, result.stderr[-400:])
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for name in names:
            self.assertIn(name, result.stderr)

    def test_a_sound_beyond_the_limit_is_refused_in_one_line(self):
        self.sound("long.wav")
        pattern = self.pattern("long.ahap", "long.wav")
        # The memory that a command needs to start depends on its build.
        start = next(limit for limit in range(100, 1000, 10) if run("actuators", limit=limit * MEGABYTE).returncode == 0)
        for limit in (start + 10, start + 30):
            for command in self.commands(pattern):
                with self.subTest(command=command[0], limit=limit):
                    self.expect_refusal(run(*command, limit=limit * MEGABYTE), "long.wav", "110 MB", "ulimit -v")

    def test_a_command_either_succeeds_or_is_refused(self):
        self.sound("long.wav")
        pattern = self.pattern("long.ahap", "long.wav")
        for limit in range(320, 440, 20):
            for command in self.commands(pattern):
                with self.subTest(command=command[0], limit=limit):
                    result = run(*command, limit=limit * MEGABYTE)
                    if result.returncode != 0:
                        self.expect_refusal(result, "long.wav", "ulimit -v")

    def test_all_sounds_of_a_run_share_one_limit(self):
        names = [f"{index}.wav" for index in range(10)]
        for name in names:
            self.sound(name)
        for patterns in ([self.pattern("all.ahap", *names)], [self.pattern(name + ".ahap", name) for name in names]):
            with self.subTest(patterns=len(patterns)):
                self.expect_refusal(run(*self.commands(*patterns)[0]), "9.wav", "110 MB", "1024 MB")

    def test_each_pattern_of_a_list_may_use_the_whole_limit(self):
        names = [f"{index}.wav" for index in range(10)]
        for name in names:
            self.sound(name)
        patterns = [self.pattern(f"{index}.ahap", *names[index:index + 5]) for index in range(4)]
        result = run("render", "--each", *patterns, "-o", self.path("out"), "--length", "0.1", "--jobs", "4")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("4 rendered", result.stderr)

    def test_a_sound_is_decoded_once(self):
        self.sound("long.wav")
        patterns = [self.pattern(f"{index}.ahap", "long.wav") for index in range(3)]
        for command in self.commands(*patterns):
            with self.subTest(command=command[0]):
                process = subprocess.Popen([THRUM, *command], stderr=subprocess.DEVNULL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                self.assertLess(usage.ru_maxrss * 1024, self.DECODED + 100 * MEGABYTE)


if __name__ == "__main__":
    unittest.main()
