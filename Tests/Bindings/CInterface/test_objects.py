"""Tests what a pattern, an engine and an error of `thrum` are to Python: copies, pickles, kinds of exceptions, types."""

import copy
import errno
import json
import math
import multiprocessing
import os
import pickle
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import wave

import thrum

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))


def buzz(seconds):
    return thrum.Pattern([thrum.Event(thrum.EventType.HAPTIC_CONTINUOUS, 0, seconds)])


def seen_by_a_worker(pattern):
    own = [buzz(seconds) for seconds in (7, 8, 9)]
    return pattern.duration, pattern.ahap, [one.duration for one in own]


class Copies(unittest.TestCase):
    def test_a_copy_is_the_same_pattern_with_a_handle_of_its_own(self):
        for make in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)), lambda one: copy.deepcopy({"a": one})["a"]):
            pattern = buzz(3)
            other = make(pattern)
            self.assertEqual((other.ahap, other.duration), (pattern.ahap, 3))
            other.close()
            self.assertEqual(pattern.duration, 3)
            self.assertGreater(len(pattern.render()), 0)

    def test_a_pattern_given_to_a_pool_stays_that_pattern(self):
        pattern = thrum.Pattern.preset("notification-success")
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            answers = pool.map(seen_by_a_worker, [pattern, buzz(2)])
        self.assertEqual(answers, [(pattern.duration, pattern.ahap, [7, 8, 9]), (2, buzz(2).ahap, [7, 8, 9])])
        self.assertGreater(pattern.duration, 0)

    def test_a_copy_finds_the_sounds_of_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with wave.open(os.path.join(folder, "s.wav"), "wb") as file:
                file.setparams((1, 2, 8000, 0, "NONE", ""))
                file.writeframes(b"".join(struct.pack("<h", round(20000 * math.sin(index))) for index in range(4000)))
            event = {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "s.wav", "EventParameters": []}
            path = os.path.join(folder, "p.ahap")
            with open(path, "w") as file:
                json.dump({"Version": 1.0, "Pattern": [{"Event": event}]}, file)
            pattern = thrum.Pattern.from_file(path)
            samples = pattern.render(signal="audio")
            self.assertGreater(max(samples), 0.01)
            self.assertEqual(pickle.loads(pickle.dumps(pattern)).render(signal="audio"), samples)
            self.assertEqual(copy.copy(copy.copy(pattern)).render(signal="audio"), samples)

    def test_a_pattern_with_an_engines_sounds_cannot_be_copied(self):
        pattern = thrum.Pattern([thrum.Event(thrum.EventType.AUDIO_CUSTOM, 0, sound=5)])
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            self.assertRaisesRegex(TypeError, "registered sounds", call, pattern)

    def test_other_objects_refuse_and_stay_alive(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            engine.start()
            player = engine.player(buzz(1))
            for owner in (phone, engine, player):
                self.assertRaisesRegex(TypeError, "cannot be copied", copy.copy, owner)
                self.assertRaisesRegex(TypeError, "cannot be copied", copy.deepcopy, [owner])
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                    self.assertRaisesRegex(TypeError, "cannot be pickled", pickle.dumps, owner, protocol)
            self.assertTrue(engine.is_running)
            player.close()


class Handles(unittest.TestCase):
    VALUES = {
        thrum.Pattern: ("duration", "ahap"), thrum.Player: ("duration", "is_active"), thrum.Environment: ("elapsed", "timeline", "entries"),
        thrum.Engine: ("is_running", "time", "meter", "is_muted_for_haptics", "is_auto_shutdown_enabled")}

    def test_values_of_closed_and_foreign_objects_raise(self):
        for number in (None, 1, 12345, 2**60 + 1):
            for kind, names in self.VALUES.items():
                stranger = kind.__new__(kind)
                stranger._number = number
                for name in names:
                    with self.subTest(kind=kind.__name__, name=name, number=number):
                        self.assertRaises(thrum.Error, getattr, stranger, name)
                self.assertIn("closed" if number is None else "invalid", repr(stranger))
                stranger._number = None

    def test_a_handle_of_another_kind_raises(self):
        pattern, environment = buzz(1), thrum.Environment()
        stranger = thrum.Pattern.__new__(thrum.Pattern)
        stranger._number = environment._number
        self.assertRaisesRegex(thrum.Error, "not a valid pattern", lambda: stranger.duration)
        stranger._number = None
        self.assertEqual((environment.elapsed, thrum.Pattern().duration, pattern.duration), (0, 0, 1))
        environment.close()


class Errors(unittest.TestCase):
    def test_a_missing_file_is_a_file_not_found_error(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            for call in (thrum.Pattern.from_file, engine.register_sound):
                with self.assertRaises(FileNotFoundError) as caught:
                    call("/nowhere/tap.ahap")
                error = caught.exception
                self.assertIsInstance(error, (thrum.Error, thrum.MissingFileError))
                self.assertEqual((error.errno, error.filename, error.status), (errno.ENOENT, "/nowhere/tap.ahap", -4851))
                self.assertIn("/nowhere/tap.ahap", str(error))
                again = pickle.loads(pickle.dumps(error))
                self.assertEqual((type(again), again.errno, again.filename, str(again)), (type(error), error.errno, error.filename, str(error)))

    def test_a_file_that_cannot_be_read_is_an_os_error(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(OSError) as caught:
                thrum.Pattern.from_file(folder)
        self.assertEqual((caught.exception.errno, caught.exception.filename), (errno.EISDIR, folder))
        self.assertIsInstance(caught.exception, thrum.FileError)

    def test_a_bad_value_is_a_value_error(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            pattern = buzz(1)
            for call in (
                    lambda: thrum.Pattern.preset("nothing"), lambda: pattern.render(signal="smell"), lambda: pattern.render(motor="steam"),
                    lambda: pattern.render(sample_rate=1), lambda: pattern.render(sample_rate=math.inf), lambda: pattern.render(math.nan),
                    lambda: engine.set_gain(41), lambda: engine.set_motor("steam"), lambda: thrum.Pattern.from_ahap("sorry"),
                    lambda: thrum.Pattern.from_ahap({}), lambda: buzz(-1), lambda: buzz(math.nan), lambda: engine.samples(0, -1),
                    lambda: thrum.Pattern.preset("impact-light\0"), lambda: thrum.Engine(device="gramophone"),
                    lambda: thrum.Pattern.from_file("a\0b")):
                with self.assertRaises(ValueError) as caught:
                    call()
                self.assertIsInstance(caught.exception, (thrum.Error, thrum.InvalidValueError))
        self.assertNotIsInstance(self.refused(lambda: pattern.close() or pattern.duration), (ValueError, OSError))

    def refused(self, call):
        with self.assertRaises(thrum.Error) as caught:
            call()
        return caught.exception

    def test_another_type_is_a_type_error_that_names_the_argument(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            pattern = buzz(1)
            player = engine.player(pattern)
            event = thrum.Event(thrum.EventType.HAPTIC_TRANSIENT, "soon")
            for name, call in (
                    ("sample_rate", lambda: pattern.render(sample_rate="48k")), ("signal", lambda: pattern.render(signal=5)),
                    ("motor", lambda: pattern.render(motor=b"x")), ("motor", lambda: engine.set_motor(None)),
                    ("decibels", lambda: engine.set_gain("loud")), ("seconds", lambda: phone.advance(None)), ("words", lambda: phone.fault(5)),
                    ("path", lambda: thrum.Pattern.from_file(5)), ("path", lambda: engine.register_sound(None)),
                    ("ahap", lambda: thrum.Pattern.from_ahap(5)), ("name", lambda: thrum.Pattern.preset(1.5)),
                    ("intensity", lambda: thrum.Pattern.preset("impact-light", "1")), ("time", lambda: thrum.Pattern([event])),
                    ("a device", lambda: thrum.Engine(device=5)), ("sample_rate", lambda: thrum.Engine.pulled("fast")),
                    ("at", lambda: player.start("now")), ("at", lambda: player.stop([])), ("at", lambda: player.pause({})),
                    ("at", lambda: player.resume("")), ("offset", lambda: player.seek(None)), ("rate", lambda: player.rate("2")),
                    ("end", lambda: player.loop(end="1")), ("start", lambda: engine.samples("0", 1)), ("number", lambda: engine.unregister_sound("1"))):
                with self.subTest(name=name):
                    self.assertRaisesRegex(TypeError, rf"^{name} is ", call)
            player.close()

    def test_another_format_is_named_with_the_remedy(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "clip.haptic")
            with open(path, "w") as file:
                json.dump({"version": {"major": 1, "minor": 0, "patch": 0}, "signals": {}}, file)
            error = self.refused(lambda: thrum.Pattern.from_file(path))
        self.assertIn("thrum convert", str(error))
        self.assertNotIn("Pattern`", str(error))

    def test_the_65th_player_is_refused_by_name(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            engine.start()
            pattern = buzz(10)
            for _ in range(64):
                engine.play(pattern)
            error = self.refused(lambda: engine.play(pattern))
        self.assertEqual((error.status, error.name), (-10851, "noPlayerChannel"))

    def test_a_play_starts_a_stopped_engine_and_leaves_it_running(self):
        with thrum.Environment() as phone, thrum.Engine(phone) as engine:
            for _ in range(2):
                engine.play(buzz(0.1))
                phone.advance(1)
                self.assertTrue(engine.is_running)
                engine.stop()

    def test_the_header_the_engine_and_the_library_have_the_same_statuses(self):
        with open(os.path.join(ROOT, "Sources/Bindings/CThrumHeader/include/thrum.h")) as file:
            block = re.search(r"^enum \{\s+THRUM_OK = 0,(.*?)^\};", file.read(), re.S | re.M)[1]
        header = {name: int(number) for name, number in re.findall(r"\bTHRUM_([A-Z_]+) = (-?\d+)", block)}
        with open(os.path.join(ROOT, "Sources/Core/ThrumEngine/Engine/EngineError.swift")) as file:
            codes = re.findall(r"static let (\w+) = Self\(rawValue: (-?[\d_]+)\)", file.read())
        engine = {re.sub(r"(?=[A-Z])", "_", name).upper(): int(number.replace("_", "")) for name, number in codes}
        self.assertGreater(len(engine), 25)
        self.assertEqual(header, {**engine, "INVALID_HANDLE": 1, "INVALID_ARGUMENT": 2})
        for name, number in header.items():
            found = thrum._library.thrum_status_name(number).decode()
            self.assertEqual(re.sub(r"(?=[A-Z])", "_", found).upper(), name)


class Importing(unittest.TestCase):
    def test_an_import_does_not_load_what_only_the_command_needs(self):
        script = "import sys, thrum; print('argparse' in sys.modules)"
        answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(answer.stdout, "False\n")


if __name__ == "__main__":
    unittest.main()
