"""Full disks, read-only folders, and signals during writing: existing files are never lost."""

import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from test_play import buzz

THRUM = os.environ["THRUM"]


def run(*arguments):
    return subprocess.run([THRUM, *arguments], capture_output=True, text=True)


class Full(unittest.TestCase):
    """A separate disk of 256 KB, nearly full."""

    def setUp(self):
        self.disk = tempfile.mkdtemp()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", self.disk], capture_output=True)
        if mounted.returncode != 0:
            os.rmdir(self.disk)
            self.skipTest("a small disk can be mounted by root only")
        self.old = os.path.join(self.disk, "old.wav")
        with open(self.old, "w") as file:
            file.write("what was there")
        with tempfile.NamedTemporaryFile("w", suffix=".ahap", delete=False) as file:
            file.write(buzz(20, 1))
        self.pattern = file.name

    def tearDown(self):
        subprocess.run(["umount", self.disk], check=True)
        os.rmdir(self.disk)
        os.unlink(self.pattern)

    def content(self, path):
        with open(path) as file:
            return file.read()

    def test_a_rendering_that_does_not_fit_keeps_the_old_file(self):
        result = run("render", self.pattern, "-o", self.old)
        self.assertEqual(result.returncode, 74, result.stderr)
        self.assertIn(self.old, result.stderr)
        self.assertIn("space", result.stderr)
        self.assertEqual(self.content(self.old), "what was there")
        self.assertEqual(os.listdir(self.disk), ["old.wav"])

    def test_the_other_files_of_a_list_are_rendered(self):
        # One job at a time: while the first fills the disk, no other file would fit.
        result = run("render", "--each", self.pattern, "preset:pop", "-o", self.disk, "--format", "s16", "--jobs", "1")
        self.assertEqual(result.returncode, 74, result.stderr)
        self.assertIn("1 rendered", result.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.disk, "preset-pop.wav")))
        self.assertFalse([name for name in os.listdir(self.disk) if name.endswith(".part")])

    def test_a_picture_a_conversion_and_a_flac_file_keep_the_old_file(self):
        ballast = os.open(os.path.join(self.disk, "ballast"), os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(ballast, bytes(4096)):
                pass
        except OSError:
            os.close(ballast)
        for command in (("plot", self.pattern, "-o", self.old + ".png"), ("convert", self.pattern, self.old + ".ahap"),
                        ("render", self.pattern, "-o", self.old + ".flac")):
            with self.subTest(command=command[0]):
                result = run(*command)
                self.assertEqual(result.returncode, 74, result.stderr)
                self.assertEqual(sorted(os.listdir(self.disk)), ["ballast", "old.wav"])

    def test_a_save_of_the_studio_keeps_the_old_file(self):
        path = os.path.join(self.disk, "a.ahap")
        with open(path, "w") as file:
            file.write(buzz(1, 1))
        studio = subprocess.Popen([THRUM, "studio", self.disk, "--write"], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
        try:
            address, token = studio.stdout.readline().strip().split("/?token=")

            def ask(method, body=None):
                headers = {"X-Thrum-Token": token, "Origin": address, "Content-Type": "application/json"}
                data = json.dumps(body).encode() if body else None
                request = urllib.request.Request(address + "/api/file?path=a.ahap", data, headers, method=method)
                try:
                    with urllib.request.urlopen(request) as answer:
                        return answer.status, json.load(answer)
                except urllib.error.HTTPError as error:
                    return error.code, json.load(error)

            before = self.content(path)
            revision = ask("GET")[1]["revision"]
            status, answer = ask("PUT", {"text": "{}" + " " * 400_000, "revision": revision})
            self.assertEqual(status, 507, answer)
            self.assertIn("nothing was written", answer["error"]["message"])
            self.assertEqual(self.content(path), before)
            self.assertEqual(sorted(os.listdir(self.disk)), ["a.ahap", "old.wav"])
        finally:
            studio.send_signal(signal.SIGINT)
            self.assertEqual(studio.wait(10), 130)
            studio.stdout.close()


class Interrupted(unittest.TestCase):
    def wait_for_part(self, folder, process):
        end = time.monotonic() + 60
        while time.monotonic() < end and process.poll() is None:
            if any(name.endswith(".part") for _, _, names in os.walk(folder) for name in names):
                return True
            os.sched_yield()
        return False

    def interrupt(self, folder, *arguments):
        process = subprocess.Popen([THRUM, *arguments], stderr=subprocess.DEVNULL)
        self.assertTrue(self.wait_for_part(folder, process), "nothing was being written")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(10), 143)
        self.assertEqual([name for _, _, names in os.walk(folder) for name in names if not name.endswith(".ahap")], [])

    def test_a_signal_leaves_no_partial_file(self):
        with tempfile.TemporaryDirectory() as folder:
            pattern = os.path.join(folder, "long.ahap")
            with open(pattern, "w") as file:
                file.write(buzz(20, 1))
            self.interrupt(folder, "render", pattern, "-o", os.path.join(folder, "long.wav"), "--length", "4000")

    def test_a_signal_leaves_no_partial_file_for_a_device(self):
        def parts():
            return {name for name in os.listdir("/tmp") if name.startswith("thrum-") and name.endswith(".part")}

        before = parts()
        with tempfile.NamedTemporaryFile("w", suffix=".ahap") as file:
            file.write(buzz(20, 1))
            file.flush()
            process = subprocess.Popen([THRUM, "render", file.name, "-o", "/dev/null", "--length", "4000"], stderr=subprocess.DEVNULL)
            end = time.monotonic() + 60
            while not parts() - before and time.monotonic() < end and process.poll() is None:
                os.sched_yield()
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(10), 143)
        self.assertEqual(parts() - before, set())

    def test_a_signal_leaves_no_partial_file_of_a_list(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "abcd":
                with open(os.path.join(folder, name + ".ahap"), "w") as file:
                    file.write(buzz(20, 1))
            files = [os.path.join(folder, name + ".ahap") for name in "abcd"]
            self.interrupt(folder, "render", "--each", *files, "-o", os.path.join(folder, "out"), "--length", "4000")


    def test_a_signal_at_any_time_leaves_no_partial_file(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, f"{index}.ahap") for index in range(40)]
            for path in files:
                with open(path, "w") as file:
                    file.write(buzz(1, 1))
            begin = time.monotonic()
            arguments = [THRUM, "render", "--again", "--each", *files, "-o", os.path.join(folder, "out")]
            subprocess.run(arguments, stderr=subprocess.DEVNULL, check=True)
            seconds = time.monotonic() - begin
            for moment in range(50):
                process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
                try:
                    process.wait(seconds * moment / 50)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGTERM)
                self.assertIn(process.wait(10), (0, 143, -signal.SIGTERM))
                parts = [name for _, _, names in os.walk(folder) for name in names if name.endswith(".part")]
                self.assertEqual(parts, [], f"after {seconds * moment / 50} s")


class AnySignal(unittest.TestCase):
    """Every signal that ends a process and can be caught, also those that only another process sends."""

    NUMBERS = [number for number in signal.valid_signals() if number not in (
        # Not caught, no end, or ignored by the command: a file size limit is an error of writing.
        signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGCHLD, signal.SIGCONT,
        signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ)]

    def check(self, numbers, *arguments):
        for number in numbers:
            with self.subTest(signal=int(number)), tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    [THRUM, *arguments, os.path.join(folder, "long.wav")], stderr=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, restore_signals=True, preexec_fn=lambda: resource.setrlimit(
                        resource.RLIMIT_CORE, (0, 0)), env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
                end = time.monotonic() + 60
                while not os.listdir(folder) and time.monotonic() < end and process.poll() is None:
                    os.sched_yield()
                self.assertEqual([name[-5:] for name in os.listdir(folder)], [".part"], "nothing was being written")
                process.send_signal(number)
                self.assertIn(process.wait(20), (-number, 128 + number))
                self.assertEqual(os.listdir(folder), [])

    def test_a_rendering_leaves_nothing(self):
        self.assertGreater(len(self.NUMBERS), 40)
        self.check(self.NUMBERS, "render", "preset:pop", "--length", "4000", "-o")

    def test_a_list_leaves_nothing_at_any_time(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, f"{index}.ahap") for index in range(4)]
            for path in files:
                with open(path, "w") as file:
                    file.write(buzz(1, 1))
            arguments = [THRUM, "render", "--again", "--each", *files, "--length", "60", "-o", os.path.join(folder, "out")]
            for moment in range(40):
                number = (signal.SIGALRM, signal.SIGUSR1, signal.SIGPIPE, signal.SIGRTMAX)[moment % 4]
                process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
                try:
                    process.wait(0.01 * moment)
                except subprocess.TimeoutExpired:
                    process.send_signal(number)
                self.assertIn(process.wait(10), (0, -number))
                parts = [name for _, _, names in os.walk(folder) for name in names if name.endswith(".part")]
                self.assertEqual(parts, [], f"after {0.01 * moment} s")

    def test_an_ignored_signal_stays_ignored(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "a.wav")
            process = subprocess.Popen(
                [THRUM, "render", "preset:pop", "--length", "20", "-o", output], stderr=subprocess.DEVNULL,
                preexec_fn=lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN))
            while not os.listdir(folder) and process.poll() is None:
                os.sched_yield()
            process.send_signal(signal.SIGUSR1)
            self.assertEqual(process.wait(60), 0)
            self.assertEqual(os.listdir(folder), ["a.wav"])

    def test_a_recorded_device_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in (signal.SIGALRM, signal.SIGUSR1, signal.SIGQUIT, signal.SIGSEGV, signal.SIGRTMIN):
                process = subprocess.Popen(
                    [THRUM, "play", "preset:pop", "--length", "60", "-D", f"wav:{folder}/a.wav"],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                    env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
                while not os.listdir(folder) and process.poll() is None:
                    os.sched_yield()
                process.send_signal(number)
                self.assertEqual(process.wait(20), -number)
                self.assertEqual(os.listdir(folder), [])


class ReadOnly(unittest.TestCase):
    def test_a_folder_that_does_not_exist_is_named(self):
        result = run("render", "preset:pop", "-o", "/nowhere/at/all/out.wav")
        self.assertEqual(result.returncode, 74)
        self.assertIn("/nowhere/at/all/out.wav", result.stderr)
