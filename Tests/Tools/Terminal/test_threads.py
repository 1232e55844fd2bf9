"""Limits on threads and descriptors (`ulimit -u`, `-n`): a command works or reports the limit, and never hangs or spins."""

import os
import re
import resource
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

THRUM = os.environ["THRUM"]
# A user without any other process; only root can become one.
USER = 64_123


def restrict(limit):
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(USER)
        os.setuid(USER)
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))


def start(*arguments, limit):
    return subprocess.Popen(
        [THRUM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace",
        preexec_fn=lambda: restrict(limit))


class Threads(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o777)

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def commands(self):
        return [
            ("render", "preset:pop", "-o", self.path("out.wav")),
            ("render", "preset:pop", "--length", "30", "-o", self.path("long.wav")),
            ("render", "--each", "preset:pop", "preset:peek", "-o", self.path("out")),
            ("plot", "preset:pop", "-o", self.path("out.png")), ("convert", "preset:pop", self.path("out.ahap")),
            ("play", "-D", "null", "preset:pop"), ("play", "-D", "wav:" + self.path("played.wav"), "preset:pop"),
            ("compare", "-D", "null", "--keys", "--length", "0.1", "preset:pop", "preset:peek")]

    def expect_refusal(self, process):
        output, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 71, errors)
        self.assertRegex(errors, r"^error: cannot start more threads: .*ulimit -u.*\n$")

    def test_a_command_without_any_thread_is_refused(self):
        for command in [*self.commands(), ("studio",)]:
            with self.subTest(command=command[:2]):
                self.expect_refusal(start(*command, limit=1))

    def test_commands_that_need_no_thread_succeed(self):
        long = ("render", "preset:pop", "--length", "30", "-o", "-")
        for command in (("--version",), ("info", "preset:pop"), ("presets",), long):
            with self.subTest(command=command):
                process = start(*command, limit=1)
                process.communicate(timeout=20)
                self.assertEqual(process.returncode, 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become a user without other processes")
    def test_a_command_with_few_threads_succeeds_or_is_refused(self):
        for limit in range(2, 20):
            for command in self.commands():
                with self.subTest(limit=limit, command=command[:2]):
                    process = start(*command, limit=limit)
                    _, errors = process.communicate(timeout=20)
                    self.assertIn(process.returncode, (0, 71), errors)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become a user without other processes")
    def test_the_studio_with_few_threads_serves_or_is_refused(self):
        for limit in range(2, 22):
            with self.subTest(limit=limit):
                process = start("studio", limit=limit)
                address = process.stdout.readline()
                if not address:
                    self.expect_refusal(process)
                    continue
                self.assertTrue(re.match("http://127", address))
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=20)
                self.assertEqual(process.returncode, 143)

    def test_idle_connections_beyond_the_descriptors_neither_cost_time_nor_lock_others_out(self):
        studio = subprocess.Popen(
            [THRUM, "studio"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (26, 26)))
        self.addCleanup(studio.wait, 20)
        self.addCleanup(studio.terminate)
        self.addCleanup(studio.stdout.close)
        address = studio.stdout.readline().strip()
        port = int(re.search(r":(\d+)/", address)[1])

        def seconds():
            with open(f"/proc/{studio.pid}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        for _ in range(40):
            connection = socket.create_connection(("127.0.0.1", port))
            self.addCleanup(connection.close)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
            self.assertEqual(answer.status, 200)
        before, own = seconds(), time.process_time()
        # This test's own work is the clock: on a busy machine, both wait for a processor.
        while time.process_time() < own + 2:
            hash(bytes(100_000))
        self.assertLess(seconds() - before, 0.2, "processor time without a request, while the test used 2 s")


if __name__ == "__main__":
    unittest.main()
