"""Measures how far the cursor is from what is heard, through a private PulseAudio server: part of `make bench-studio`.

The recorder of the server's monitor notes when each frame arrives, the page when the cursor takes each value. Both read
the same clock. The recorder's own delay is a few milliseconds.
"""

import array
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import rig
import webdriver

RATE = 48_000
# Limit of the median distance, ms.
LIMIT = 10
TAPS = [0.5 + 0.5 * index for index in range(12)]
TEXT = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": at, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 1.0},
        {"ParameterID": "HapticSharpness", "ParameterValue": 1.0}]}} for at in TAPS]})


class Server:
    """PulseAudio with a sink that plays to nowhere, in its own folder."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="thrum-loopback-"))
        socket = self.folder / "native"
        self.environment = {"XDG_RUNTIME_DIR": str(self.folder), "HOME": str(self.folder), "PULSE_SERVER": f"unix:{socket}"}
        self.chunks = []
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
             "--high-priority=no", "-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}",
             "-L", f"module-null-sink sink_name=out rate={RATE}"],
            env={**os.environ, **self.environment}, stdout=self.log, stderr=self.log)
        end = time.monotonic() + webdriver.PATIENCE
        while not socket.exists() and time.monotonic() < end:
            time.sleep(0.05)
        self.recorder = subprocess.Popen(
            ["parec", "-d", "out.monitor", "--format=float32le", f"--rate={RATE}", "--channels=1", "--latency-msec=1",
             "--raw"], env={**os.environ, **self.environment}, stdout=subprocess.PIPE, stderr=self.log)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while data := os.read(self.recorder.stdout.fileno(), 65_536):
            self.chunks.append((time.time(), data))

    def onsets(self):
        """Seconds at which sounds began after silence."""
        samples, arrivals = array.array("f"), []
        for at, data in list(self.chunks):
            samples.frombytes(data[:len(data) // 4 * 4])
            arrivals.append(at - len(samples) / RATE)
        # A chunk can only be late.
        start = sorted(arrivals)[len(arrivals) // 20]
        loud = 0.2 * max(map(abs, samples))
        found, last = [], -RATE
        for index, sample in enumerate(samples):
            if abs(sample) > loud:
                if index - last > RATE // 4:
                    found.append(start + index / RATE)
                last = index
        return found

    def close(self):
        for process in (self.recorder, self.process):
            process.terminate()
            process.wait()
        self.reader.join(5)
        self.recorder.stdout.close()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@unittest.skipUnless(shutil.which("pulseaudio") and shutil.which("parec"), "PulseAudio is not installed")
class Loopback(rig.PageTest):
    files = {"taps.ahap": TEXT}

    def setUp(self):
        rig.close_browser()
        server = Server()
        self.addCleanup(server.close)
        # A headless browser plays to nowhere.
        flags = [flag for flag in webdriver.FLAGS if not flag.startswith("--headless")]
        rig.browser = webdriver.Browser(flags=[*flags, "--ozone-platform=headless"], environment=server.environment)
        self.server = server
        self.addCleanup(self.close)
        super().setUp()

    def close(self):
        rig.close_browser()
        rig.browser = None

    def test_the_cursor_is_where_the_sound_is(self):
        self.open_file("taps.ahap")
        self.b.run("""window.seen = []; const place = document.getElementById("position");
            new MutationObserver(() => seen.push([performance.timeOrigin + performance.now(), Number(place.textContent)]))
              .observe(place, { childList: true, characterData: true, subtree: true })""")
        self.b.run("document.getElementById('timeline').focus()")
        self.server.chunks.clear()
        self.b.press("Space")
        self.b.wait("document.querySelector('#play .label').textContent === 'Play'", what="the end")
        self.until(lambda: len(self.server.onsets()) >= len(TAPS), "all taps being recorded")
        seen, onsets = self.b.run("return seen"), self.server.onsets()
        distances = []
        for tap in TAPS:
            for (at, position), (later, following) in zip(seen, seen[1:]):
                if position < tap <= following < position + 0.3:
                    crossed = (at + (later - at) * (tap - position) / (following - position)) / 1000
                    distances.append(1000 * (min(onsets, key=lambda onset: abs(onset - crossed)) - crossed))
        median = statistics.median(distances)
        print(f"\nsound behind the cursor: {median:.1f} ms (at most {LIMIT} ms either way), "
              f"from {min(distances):.1f} to {max(distances):.1f}", flush=True)
        self.assertGreater(len(distances), 8)
        self.assertLess(abs(median), LIMIT)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
