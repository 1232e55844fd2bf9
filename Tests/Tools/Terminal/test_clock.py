"""Commands are unaffected by a wall clock that jumps a day ahead and a day behind, many times a second."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

from test_play import buzz, samples

THRUM = os.environ["THRUM"]
HERE = os.path.dirname(os.path.abspath(__file__))
SCENARIO = os.path.join(HERE, "../../../Docs/Scenarios/server-reset.scenario")

SEES_JUMPS = """
import time
end = time.monotonic() + 10
first = time.time()
while abs(time.time() - first) < 80_000 and time.monotonic() < end:
    pass
print(time.monotonic() < end)
"""


class JumpingClock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc")
        if not compiler:
            raise unittest.SkipTest("no C compiler: the clock cannot be made to jump")
        cls.folder = tempfile.TemporaryDirectory()
        cls.library = os.path.join(cls.folder.name, "jumping_clock.so")
        source = os.path.join(HERE, "jumping_clock.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library, source, "-ldl"], check=True)
        cls.pattern = os.path.join(cls.folder.name, "buzz.ahap")
        with open(cls.pattern, "w") as file:
            file.write(buzz(1))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_jumping(self, *arguments, jumps=True):
        """Returns the command's standard output and its duration in seconds."""
        environment = dict(os.environ, **({"LD_PRELOAD": self.library} if jumps else {}))
        begin = time.monotonic()
        result = subprocess.run(arguments, capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout, time.monotonic() - begin

    def test_the_preloaded_clock_jumps(self):
        self.assertEqual(self.run_jumping("python3", "-c", SEES_JUMPS)[0], "True\n")

    def test_a_pattern_takes_its_real_duration(self):
        lines = {}
        for jumps in (False, True):
            text, seconds = self.run_jumping(THRUM, "play", "-D", "null", "--json", self.pattern, jumps=jumps)
            lines[jumps] = [json.loads(line) for line in text.splitlines()]
            times = [line["time"] for line in lines[jumps][1:]]
            self.assertEqual(times, sorted(times))
            self.assertGreater(times[-1], 0.9)
            self.assertGreater(seconds, 0.9)
            # Its own times match the elapsed time: it neither runs ahead nor waits for the wall clock.
            self.assertLess(abs(seconds - times[-1]), 5)
        self.assertEqual(lines[True][0], lines[False][0])

    def test_a_recording_is_unaffected(self):
        heard = []
        for jumps in (False, True):
            path = os.path.join(self.folder.name, f"{jumps}.wav")
            self.run_jumping(THRUM, "play", "-D", "wav:" + path, self.pattern, jumps=jumps)
            heard.append(samples(path))
        begins = [next(index for index, sample in enumerate(one) if sample) for one in heard]
        length = 48_000
        first, second = (one[begin:begin + length] for one, begin in zip(heard, begins))
        self.assertEqual(len(first), length)
        self.assertEqual(first, second)
        # The length of the silence at the end depends on the machine.
        self.assertLess(max(len(one) for one in heard), 10 * 48_000)

    def test_a_scenario_is_unaffected(self):
        plain, _ = self.run_jumping(THRUM, "simulate", "--json", SCENARIO, jumps=False)
        self.assertIn("entries", plain)
        # A run is shorter than the time between two jumps, so only some of these runs meet one.
        for _ in range(60):
            self.assertEqual(self.run_jumping(THRUM, "simulate", "--json", SCENARIO)[0], plain)

    def test_a_rendering_is_unaffected(self):
        outputs = []
        for jumps in (False, True):
            path = os.path.join(self.folder.name, f"rendered-{jumps}.wav")
            self.run_jumping(THRUM, "render", self.pattern, "-o", path, jumps=jumps)
            with open(path, "rb") as file:
                outputs.append(file.read())
        self.assertEqual(outputs[0], outputs[1])


if __name__ == "__main__":
    unittest.main()
