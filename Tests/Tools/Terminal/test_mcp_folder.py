"""`thrum mcp`: nothing outside the folder is read, however it is named."""

import base64
import json
import os
import pathlib
import shutil
import struct
import tempfile
import unittest
import wave

from agent import Agent

ROOT = pathlib.Path(__file__).resolve().parents[3]


def pattern(sound):
    return json.dumps({"Version": 1.0, "Pattern": [{"Event": {
        "Time": 0.0, "EventType": "AudioCustom", "EventWaveformPath": sound, "EventParameters": []}}]})


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.outside = pathlib.Path(place.name)
        self.folder = self.outside / "haptics"
        (self.folder / "sub").mkdir(parents=True)
        self.sound(self.outside / "secret.wav")
        self.sound(self.folder / "own.wav")
        shutil.copy(ROOT / "Patterns/snip.ahap", self.outside / "secret.ahap")
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder / "snip.ahap")
        self.agent = Agent(self.folder)
        self.addCleanup(lambda: self.assertEqual(self.agent.close(), 0))

    def sound(self, path):
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(b"".join(struct.pack("<h", 12000 if index % 40 < 20 else -12000) for index in range(8000)))

    def loudest(self, path):
        contents = self.agent.call("render", path=path)["content"]
        bytes_ = base64.b64decode(contents[0]["data"])[44:]
        return max(map(abs, struct.unpack(f"<{len(bytes_) // 2}h", bytes_)), default=0)

    def words(self, name, **arguments):
        return json.dumps(self.agent.call(name, **arguments), ensure_ascii=False)

    def test_sounds_outside_are_missing_and_sounds_inside_play(self):
        (self.folder / "link.wav").symlink_to("../secret.wav")
        (self.folder / "inner.wav").symlink_to("own.wav")
        (self.folder / ".hidden.wav").write_bytes((self.folder / "own.wav").read_bytes())
        places = ("../secret.wav", str(self.outside / "secret.wav"), "link.wav", "secret.wav", ".hidden.wav", "sub/../../secret.wav")
        for number, place in enumerate(places):
            with self.subTest(place=place):
                (self.folder / f"p{number}.ahap").write_text(pattern(place))
                self.assertEqual(self.loudest(f"p{number}.ahap"), 0)
                self.assertIn("missing", self.words("render", path=f"p{number}.ahap"))
                self.assertNotIn("1.0 s", self.words("info", path=f"p{number}.ahap"))
        for place in ("own.wav", "inner.wav", "sub/../own.wav", str(self.folder / "own.wav")):
            with self.subTest(place=place):
                (self.folder / "sub/own.ahap").write_text(pattern(place))
                self.assertGreater(self.loudest("sub/own.ahap"), 1000)

    def test_a_sound_that_is_not_there_is_refused_like_one_outside(self):
        for name, place in (("a", "../secret.wav"), ("b", "../nothing.wav")):
            (self.folder / f"{name}.ahap").write_text(pattern(place))
        answers = [self.words("render", path=f"{name}.ahap").replace("a.ahap", "b.ahap").replace("nothing", "secret") for name in "ab"]
        self.assertEqual(*answers)

    def test_a_partner_outside_is_not_read(self):
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder / "x_continuous.ahap")
        (self.folder / "x_transients.ahap").symlink_to("../secret.ahap")
        self.assertTrue(self.agent.call("render", path="x_continuous.ahap")["isError"])

    def test_folders_do_not_lead_out(self):
        (self.outside / "SECRET.ahap").write_text("TOP secret")
        (self.folder / "link.ahap").symlink_to("../SECRET.ahap")
        (self.folder / "lost.ahap").symlink_to("nowhere.ahap")
        (self.folder / "away").symlink_to("..")
        for name in ("lint", "feel"):
            for path in (".", "away", "link.ahap", "away/secret.ahap"):
                with self.subTest(name=name, path=path):
                    self.assertNotIn("TOP", self.words(name, path=path))
                    self.assertNotIn("SECRET.ahap", self.words(name, path=path))
        self.assertEqual(self.agent.call("list")["structuredContent"], {"paths": ["snip.ahap"]})
        self.assertTrue(self.agent.call("diff", old="away", new=".")["isError"])

    def test_only_patterns_are_read_and_nothing_hidden(self):
        (self.folder / ".git").mkdir()
        (self.folder / ".git/config").write_text("token")
        (self.folder / ".env").write_text("token")
        (self.folder / "key.json").write_text('{"token": 5}')
        (self.folder / "notes.txt").write_text("token")
        (self.folder / "env.ahap").symlink_to(".env")
        (self.folder / "buzz.json").write_text('{"pattern": [0, 200, 100, 200]}')
        for path in (".env", ".git/config", "key.json", "notes.txt", "env.ahap", "own.wav", ".git"):
            for name in ("read", "lint", "feel", "info"):
                with self.subTest(path=path, name=name):
                    result = self.agent.call(name, path=path)
                    self.assertTrue(result["isError"])
                    self.assertNotIn("token", json.dumps(result))
        self.assertIn("200", self.words("read", path="buzz.json"))

    def test_a_name_with_a_line_break_is_one_line(self):
        (self.folder / "two\nlines.ahap").write_text("{}")
        result = self.agent.call("list")
        self.assertEqual(result["content"][0]["text"].split("\n"), ["snip.ahap", "two\\nlines.ahap"])
        self.assertIn("two\nlines.ahap", result["structuredContent"]["paths"])

    def test_a_folder_without_patterns_has_none(self):
        os.remove(self.folder / "snip.ahap")
        result = self.agent.call("list")
        self.assertEqual((result["isError"], result["structuredContent"]), (False, {"paths": []}))


if __name__ == "__main__":
    unittest.main()
