"""A folder with the sample files that the commands of the documents name, and substitutes for other programs."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
THRUM = os.environ["THRUM"]

APLAY = "#!/bin/sh\n# A substitute for aplay, which needs a sound card: checks that a WAV file arrives.\n" \
    "head -c 4 | grep -q RIFF && cat >/dev/null\n"
BROWSER = "#!/bin/sh\n# A substitute for xdg-open.\n"


# Two notes of half a beat, in Standard MIDI format 0.
MIDI = bytes.fromhex("4d546864 00000006 0000 0001 0060  4d54726b 00000014"
                     "00 90 24 64  30 80 24 00  00 90 2a 50  30 80 2a 00  00 ff 2f 00")

PREPARE = """
set -e
thrum render Patterns/beat-of-five.ahap -o drums.wav
thrum render Patterns/beat-of-five.ahap -o engine.flac
cp drums.wav song.mp3 # formats are found by content
cp drums.wav bell.wav
python3 -c 'import wave; w = wave.open("pad.wav", "wb"); w.setparams((4, 2, 48000, 0, "NONE", "")); \\
  w.writeframes(b"".join(bytes([0, 0, 0, 0]) + 2 * (9000 * (n // 200 % 2)).to_bytes(2, "little") for n in range(9600)))'
cp drums.wav ui/click.wav
cp drums.wav ui/swipe.wav
thrum convert Patterns/splash.ahap clip.haptic
thrum convert Patterns/rumble.ahap effect.xml
thrum actuators --show iphone-taptic > mine.json
ls *.ahap > all.txt
git init -q .
git add tap.ahap
git -c user.name=A -c user.email=a@example.org commit -q -m a
"""


class Samples:
    """A folder with the files that the commands name."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name) / "work"
        self.folder.mkdir()
        programs = Path(self.place.name) / "bin"
        programs.mkdir()
        (programs / "thrum").symlink_to(THRUM)
        for name, text in [("aplay", APLAY), ("xdg-open", BROWSER)]:
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.environment = {
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "HOME": self.place.name, "LANG": "C.UTF-8",
            "THRUM_DEVICE": "silent", "TERM": "xterm", "XDG_STATE_HOME": self.place.name,
        }
        (self.folder.parent / ".local/share/bash-completion/completions").mkdir(parents=True)
        patterns = ROOT / "Patterns"
        shutil.copytree(patterns, self.folder / "Patterns")
        shutil.copytree(ROOT / "Docs/Scenarios", self.folder / "Docs/Scenarios")
        for name, source in {
            "tap": "impact-light", "splash": "splash", "rumble": "rumble", "old": "heartbeat",
            "new": "notification-success",
            "before": "heartbeat", "after": "notification-success", "test": "impact-light",
            "a_continuous": "rumble", "a_transients": "impact-light",
            "beat": "beat-of-five", "long": "rumble", "messy": "splash",
        }.items():
            shutil.copyfile(patterns / f"{source}.ahap", self.folder / f"{name}.ahap")
        for name in ["Haptics", "Before", "After"]:
            (self.folder / name).mkdir()
            for source in ["heartbeat", "splash", "selection", "impact-light"]:
                shutil.copyfile(patterns / f"{source}.ahap", self.folder / name / f"{source}.ahap")
        shutil.copyfile(patterns / "splash.ahap", self.folder / "After/heartbeat.ahap")
        shutil.copyfile(patterns / "impact-light.ahap", self.folder / "Haptics/tap.ahap")
        (self.folder / "bad.ahap").write_text(
            '{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransent"}}]}')
        (self.folder / "drums.mid").write_bytes(MIDI)
        (self.folder / "ui").mkdir()
        for name in ["test", "reset"]:
            shutil.copyfile(ROOT / "Docs/Scenarios/server-reset.scenario", self.folder / f"{name}.scenario")
        code, output = self.run(PREPARE)
        if code:
            raise AssertionError(output)

    def run(self, command):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        return done.returncode, done.stdout
