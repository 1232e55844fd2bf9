"""Arguments where there is no /proc, options that a device ignores, and sounds from a pipe or in other formats."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from samples import ROOT, THRUM

WITHOUT_PROC = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
CAN_UNSHARE = subprocess.run([*WITHOUT_PROC, "true"], capture_output=True, check=False).returncode == 0 if shutil.which("unshare") else False


class Options(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder)

    def run_(self, *words, data=None, before=()):
        environment = {name: value for name, value in os.environ.items() if name != "THRUM_DEVICE"}
        done = subprocess.run([*before, THRUM, *map(str, words)], cwd=self.folder, input=data, capture_output=True, env=environment,
                              timeout=120, check=False)
        return done.returncode, done.stdout, done.stderr.decode()


class WithoutProc(Options):
    @unittest.skipUnless(CAN_UNSHARE, "unshare is not permitted here")
    def test_commands_work_and_fail_as_usual(self):
        for words, code in ((["lint", "snip.ahap"], 0), (["render", "missing.ahap", "-o", "x.wav"], 66),
                            (["render", "snip.ahap", "-o", "x.wav"], 0), (["play"], 64), (["info", "--no-plot", "snip.ahap"], 0)):
            with self.subTest(words=words):
                inside, outside = self.run_(*words, before=WITHOUT_PROC), self.run_(*words)
                self.assertEqual(inside[0], code, inside)
                self.assertEqual(inside, outside)

    @unittest.skipUnless(CAN_UNSHARE, "unshare is not permitted here")
    def test_an_agents_commands_start(self):
        call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"info","arguments":{"path":"snip.ahap"}}}\n'
        code, answer, _ = self.run_("mcp", data=call, before=WITHOUT_PROC)
        self.assertEqual(code, 0)
        self.assertIn(b"transient", answer)

    def test_no_arguments_at_all_are_an_error(self):
        program = f"import ctypes; ctypes.CDLL(None).execv({THRUM.encode()!r}, (ctypes.c_char_p * 1)(None))"
        done = subprocess.run(["python3", "-c", program], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("no arguments at all", done.stderr)


class Ignored(Options):
    GIVEN = {"--channels": ["FL,FR"], "--period": ["256"], "--buffer": ["1024"], "--monitor": ["full"], "--gain": ["-3"],
             "--actuator": ["erm-coin"], "--drive": ["plain"], "--raw": [], "--nonlinear": []}
    IGNORED = {"null": {"--channels", "--buffer"}, "wav:out.wav": {"--channels", "--period", "--buffer"},
               "pad": {"--channels", "--period", "--buffer"}, "feedbackd": {"--channels", "--period", "--buffer"},
               "evdev:/dev/null": {"--channels", "--period", "--buffer"}, "dualsense": {"--channels"}, "adb": set(GIVEN)}

    def test_an_option_that_the_device_ignores_is_named(self):
        for device, ignored in self.IGNORED.items():
            for option, values in self.GIVEN.items():
                with self.subTest(device=device, option=option):
                    _, _, messages = self.run_("play", "snip.ahap", "-D", device, option, *values)
                    words = f"{option} has no effect on “{device.split(':')[0]}”"
                    self.assertEqual(words in messages, option in ignored, messages)
        _, _, messages = self.run_("play", "snip.ahap", "-D", "wav:out.wav", "--channels", "FL", "--period", "256", "--gain", "-3")
        self.assertIn("--channels and --period have no effect", messages)

    def test_every_kind_of_device_is_covered(self):
        _, _, messages = self.run_("play", "snip.ahap", "-D", "wav:")
        self.assertIn("incomplete", messages)
        listed = subprocess.run([THRUM, "play", "--help"], capture_output=True, text=True, check=True).stdout.split("ALSA device,")[1]
        named = {name.strip(" \n").split("[")[0].split(":")[0].split(" ")[-1] for name in listed.split("(default")[0].replace(" or ", ",").split(",")}
        self.assertEqual(named, {device.split(":")[0] for device in self.IGNORED})


class Sounds(Options):
    def test_a_sound_from_a_pipe_makes_the_pattern_of_its_file(self):
        for ending in ("wav", "flac"):
            with self.subTest(ending=ending):
                self.run_("render", "snip.ahap", "-o", f"x.{ending}")
                sound = (self.folder / f"x.{ending}").read_bytes()
                code, pattern, messages = self.run_("generate", "-", "-o", "-", data=sound)
                self.assertEqual((code, pattern), (0, self.run_("generate", f"x.{ending}", "-o", "-")[1]), messages)
        self.assertEqual(self.run_("generate", "-", "-o", "-", data=b"hello")[0], 65)
        for more in (["x.wav"], ["--audio"]):
            self.assertEqual(self.run_("generate", "-", *more, "-o", "out")[0], 64)

    def test_formats_that_cannot_be_read_are_named_with_the_remedy(self):
        for name, first, words in (
                ("a.m4a", b"\0\0\0\x20ftypM4A \0\0\0\0", "MPEG-4 audio"), ("b.mp4", b"\0\0\0\x20ftypisom\0\0\2\0", "an MPEG-4 file"),
                ("c.aac", b"\xff\xf1\x50\x80", "AAC audio"), ("d.mov", b"\0\0\0\x14ftypqt  \0\0\0\0", "a QuickTime film"),
                ("e.mov", b"\0\0\0\x08wide\0\0\0\0mdat", "a QuickTime film"), ("f.webm", b"\x1a\x45\xdf\xa3", "Matroska"),
                ("g.wav", b"\0\0\0\x20ftypM4A \0\0\0\0", "MPEG-4 audio")):
            (self.folder / name).write_bytes(first + bytes(100))
            for command in (["generate", name, "-o", "-"], ["fit", name]):
                with self.subTest(command=command):
                    code, _, messages = self.run_(*command)
                    self.assertEqual(code, 65)
                    self.assertIn(words, messages)
                    self.assertIn(f"ffmpeg -i {name} {'g-2' if name == 'g.wav' else name[0]}.wav", messages)
        pattern = ('{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "a.m4a", '
                   '"EventParameters": []}}]}')
        (self.folder / "p.ahap").write_text(pattern)
        self.assertIn("ffmpeg -i", self.run_("render", "p.ahap", "-o", "p.wav")[2])


if __name__ == "__main__":
    unittest.main()
