"""Tests the C interface from Python: python3 -m unittest, with THRUM_LIBRARY and PYTHONPATH set by c-interface.sh."""

import array
import base64
import gc
import io
import json
import math
import os
import pickle
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import wave
import weakref
import xml.etree.ElementTree

import thrum

TAP = {"Version": 1.0, "Pattern": [{"Event": {"Time": 0.1, "EventType": "HapticTransient", "EventParameters": []}}]}


def buzz(seconds=1.0, **parameters):
    return thrum.Pattern([thrum.Event(thrum.EventType.HAPTIC_CONTINUOUS, 0, seconds, **parameters)])


def loudness(samples):
    return math.sqrt(sum(sample * sample for sample in samples) / max(len(samples), 1))


def run(script, *arguments):
    """Runs a script in another process, whose crash is then a failed test and not the end of the others."""
    prelude = """
        import atexit, os, signal, sys, threading, thrum

        tap = thrum.Pattern([thrum.Event(thrum.EventType.HAPTIC_TRANSIENT, intensity=1)])
        """
    text = textwrap.dedent(prelude) + textwrap.dedent(script)
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", text, *arguments], capture_output=True, text=True, timeout=120)


class VirtualTime(unittest.TestCase):
    def setUp(self):
        self.environment = thrum.Environment()
        self.engine = thrum.Engine(self.environment)

    def tearDown(self):
        self.engine.close()
        self.environment.close()

    def test_a_tap_is_felt_at_its_time(self):
        self.engine.start()
        self.engine.play(thrum.Pattern.from_ahap(TAP))
        self.environment.advance(1)
        self.assertEqual(loudness(self.engine.samples(0, 0.099)), 0)
        self.assertGreater(loudness(self.engine.samples(0.1, 0.02)), 0.01)
        self.assertEqual(loudness(self.engine.samples(0.5, 0.4)), 0)
        self.assertEqual(self.engine.samples(0.1, 0.02), self.engine.samples(0.1, 0.02))

    def test_samples_of_the_future_are_silent(self):
        self.engine.start()
        self.engine.play(buzz())
        self.environment.advance(0.5)
        self.assertGreater(loudness(self.engine.samples(0.2, 0.1)), 0.01)
        self.assertEqual(loudness(self.engine.samples(0.55, 0.2)), 0)

    def test_samples_share_their_memory(self):
        self.engine.start()
        samples = self.engine.samples(0, 0.01)
        view = memoryview(samples)
        self.assertEqual((view.format, view.nbytes), ("f", 2 * 480 * 4))
        view[0] = 0.5
        self.assertEqual(samples[0], 0.5)
        self.assertEqual(len(self.engine.samples(0, 0)), 0)

    def test_a_pattern_renders_without_an_engine(self):
        pattern = thrum.Pattern.from_ahap(TAP)
        self.engine.start()
        self.engine.play(pattern)
        self.environment.advance(1)
        samples = pattern.samples()
        self.assertEqual(len(samples), 2 * round((pattern.duration + 0.5) * 48_000))
        self.assertEqual(samples, self.engine.samples(0, pattern.duration + 0.5))

    @unittest.skipUnless("THRUM" in os.environ, "the command is not given in THRUM")
    def test_a_pattern_renders_as_with_the_command(self):
        pattern = thrum.Pattern([
            thrum.Event(thrum.EventType.HAPTIC_CONTINUOUS, 0, 0.3, intensity=0.7, sharpness=0.2),
            thrum.Event(thrum.EventType.AUDIO_CONTINUOUS, 0.1, 0.1),
            thrum.Event(thrum.EventType.HAPTIC_TRANSIENT, 0.45)])
        cases = [
            (48_000, "monitor", None, []), (44_100, "audio", None, ["--signal", "audio"]),
            (48_000, "acceleration", "coin-lra-175", ["--signal", "acceleration", "--actuator", "coin-lra-175"]),
            (8_000, "drive", "erm-coin", ["--signal", "drive", "--actuator", "erm-coin"]),
            (96_000, "displacement", None, ["--signal", "displacement"]),
            (48_000, "small-speaker", None, ["--monitor", "small-speaker"]),
            (48_000, "shaker", "watch-taptic", ["--monitor", "shaker", "--actuator", "watch-taptic"])]
        with tempfile.TemporaryDirectory() as folder:
            source, sound = os.path.join(folder, "a.ahap"), os.path.join(folder, "a.wav")
            with open(source, "w") as file:
                file.write(pattern.ahap)
            for rate, signal, motor, options in cases:
                with self.subTest(signal=signal, rate=rate):
                    subprocess.run(
                        [os.environ["THRUM"], "render", source, "-o", sound, "--sample-rate", str(rate), *options],
                        check=True)
                    with open(sound, "rb") as file:
                        samples = array.array("f", file.read().split(b"data", 1)[1][4:])
                    self.assertEqual(pattern.render(rate, signal, motor), samples)
        self.assertEqual(pattern.render(), pattern.render(signal="full", motor=thrum.motors()[0]["name"]))
        for wrong in ({"signal": "smell"}, {"motor": "steam"}, {"sample_rate": 1}):
            self.assertRaises(thrum.Error, pattern.render, **wrong)

    def test_lists_name_what_can_be_used(self):
        for preset in thrum.presets():
            self.assertAlmostEqual(thrum.Pattern.preset(preset["name"]).duration, preset["seconds"])
        loudest = [max(buzz(0.1).render(motor=motor["name"], signal="acceleration")) for motor in thrum.motors()]
        self.assertGreater(len(set(loudest)), 5)
        for device in thrum.devices():
            self.assertEqual(sorted(device), ["kind", "name", "summary"])
            thrum.Engine(device=device["name"]).close()
        self.assertIn("silent", [device["name"] for device in thrum.devices()])

    def test_gain_and_motor_change_the_samples(self):
        def played(*settings, pattern=buzz(0.2)):
            with thrum.Environment() as phone, thrum.Engine(phone) as engine:
                for call, value in settings:
                    getattr(engine, call)(value)
                engine.start()
                engine.play(pattern)
                phone.advance(0.5)
                return loudness(engine.samples(0, 0.5))

        self.assertAlmostEqual(played(("set_gain", -20)) / played(), 0.1, delta=0.005)
        tap = thrum.Pattern.from_ahap(TAP)
        self.assertGreater(abs(played(("set_motor", "coin-lra-175"), pattern=tap) / played(pattern=tap) - 1), 0.05)
        self.assertRaises(thrum.Error, self.engine.set_gain, 41)
        self.assertRaises(thrum.Error, self.engine.set_motor, "steam")

    def test_a_notebook_shows_and_plays_a_pattern(self):
        page = thrum.Pattern.preset("notification-success")._repr_html_()
        drawing = xml.etree.ElementTree.fromstring(page[: page.index("<audio")] + "</figure>")
        points = [tuple(map(float, point.split(","))) for point in drawing[0][0].get("d")[1:-1].split(" ")]
        self.assertAlmostEqual(max(abs(height) for _, height in points), 1, delta=0.02)
        sound = base64.b64decode(page.split("base64,")[1].split('"')[0])
        with wave.open(io.BytesIO(sound)) as file:
            self.assertEqual((file.getframerate(), file.getnchannels(), file.getsampwidth()), (48_000, 2, 2))
            self.assertGreater(max(array.array("h", file.readframes(file.getnframes()))), 300)

    def test_every_error_has_number_name_and_sentence(self):
        with self.assertRaises(thrum.Error) as caught:
            self.engine.player(buzz()).start()
        self.assertEqual((caught.exception.status, caught.exception.name), (-4805, "engineNotRunning"))
        self.assertIn("start", str(caught.exception))
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((copy.status, str(copy)), (-4805, str(caught.exception)))
        with self.assertRaisesRegex(thrum.Error, "impact-light"):
            thrum.Pattern.preset("impact-lite")
        with self.assertRaisesRegex(thrum.Error, "EventType"):
            thrum.Pattern.from_ahap({"Pattern": [{"Event": {"Time": 0}}]})
        with self.assertRaises(thrum.Error) as caught:
            thrum.Pattern.from_file("/nowhere/tap.ahap")
        self.assertEqual(caught.exception.name, "fileNotFound")
        with self.assertRaisesRegex(thrum.Error, "freed|null"):
            pattern = buzz()
            pattern.close()
            self.engine.play(pattern)

    def test_a_reset_loses_players_and_is_told(self):
        told = []
        self.engine.on_reset(lambda: told.append("reset"))
        self.engine.on_stopped(lambda reason: told.append(reason))
        self.engine.start()
        player = self.engine.player(buzz())
        player.start()
        self.environment.advance(0.2)
        self.environment.fault("reset server")
        self.environment.advance(0.1)
        self.assertEqual(told, ["reset"])
        self.assertFalse(self.engine.is_running)
        self.engine.start()
        with self.assertRaises(thrum.Error) as caught:
            player.start()
        self.assertEqual(caught.exception.name, "invalidPatternPlayer")
        self.environment.fault("suspend app")
        self.environment.advance(0.1)
        self.assertEqual(told, ["reset", thrum.StoppedReason.APPLICATION_SUSPENDED])
        with self.assertRaisesRegex(thrum.Error, "fault"):
            self.environment.fault("spill coffee")

    def test_players_finish_and_the_engine_stops(self):
        ends = []
        self.engine.start()
        player = self.engine.player(buzz(0.5))
        player.on_completed(ends.append)
        player.start()
        self.engine.notify_when_players_finished(lambda: thrum.FinishedAction.STOP_ENGINE)
        self.environment.advance(0.1)
        self.assertTrue(player.is_active)
        self.assertTrue(self.engine.is_running)
        self.environment.run_until_idle()
        self.assertEqual(ends, [None])
        self.assertFalse(player.is_active)
        self.assertFalse(self.engine.is_running)

    def test_an_advanced_player_pauses_seeks_loops_and_a_basic_one_does_not(self):
        self.engine.start()
        player = self.engine.player(buzz(0.5))
        self.assertEqual(player.duration, 0.5)
        player.loop(end=0.2)
        player.seek(0.1)
        player.rate(2)
        player.start()
        self.environment.advance(2)
        self.assertTrue(player.is_active)
        player.pause()
        self.environment.advance(0.5)
        quiet = loudness(self.engine.samples(2.2, 0.2))
        player.resume()
        self.environment.advance(0.5)
        self.assertLess(quiet, 1e-3)
        self.assertGreater(loudness(self.engine.samples(2.7, 0.2)), 0.01)
        basic = self.engine.player(buzz(), advanced=False)
        for call in (basic.pause, basic.resume, lambda: basic.seek(0), basic.loop, lambda: basic.rate(2)):
            with self.assertRaisesRegex(thrum.Error, "advanced"):
                call()

    def test_parameters_and_curves_move_a_playing_player(self):
        self.engine.start()
        player = self.engine.player(buzz(2))
        player.start()
        self.environment.advance(0.5)
        player.send(thrum.Parameter(thrum.Control.HAPTIC_INTENSITY, 0.2))
        self.environment.advance(0.5)
        player.schedule(thrum.Curve(thrum.Control.HAPTIC_INTENSITY, [(0, 0.2), (0.4, 1)]))
        self.environment.advance(1)
        loud, soft, back = (loudness(self.engine.samples(at, 0.2)) for at in (0.2, 0.7, 1.6))
        self.assertLess(soft, loud / 5)
        self.assertAlmostEqual(back, loud, delta=loud / 10)

    def test_mutes_and_switches(self):
        for name in ("is_muted_for_haptics", "is_muted_for_audio", "plays_haptics_only", "plays_audio_only",
                     "is_auto_shutdown_enabled"):
            self.assertFalse(getattr(self.engine, name), name)
            setattr(self.engine, name, True)
            self.assertTrue(getattr(self.engine, name), name)
            setattr(self.engine, name, False)
        self.engine.start()
        player = self.engine.player(buzz())
        player.mute()
        player.start()
        self.environment.advance(0.5)
        self.assertEqual(loudness(self.engine.samples(0.1, 0.3)), 0)

    def test_a_sound_is_registered_and_forgotten(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "blip.wav")
            with open(path, "wb") as file:
                data = bytes(4800)
                file.write(b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt " + bytes(
                    [16, 0, 0, 0, 1, 0, 1, 0]) + (48000).to_bytes(4, "little") + (96000).to_bytes(4, "little") + bytes(
                    [2, 0, 16, 0]) + b"data" + len(data).to_bytes(4, "little") + data)
            number = self.engine.register_sound(path)
            self.assertGreater(number, 0)
            pattern = thrum.Pattern([thrum.Event(thrum.EventType.AUDIO_CUSTOM, sound=number)])
            self.engine.start()
            self.engine.play(pattern)
            self.engine.unregister_sound(number)
            with self.assertRaises(thrum.Error):
                self.engine.unregister_sound(number)

    def test_the_timeline_is_text_and_json(self):
        self.engine.start()
        self.engine.play(thrum.Pattern.preset(1520, intensity=0.5))
        self.environment.advance(0.5)
        self.assertIn("HapticTransient", self.environment.timeline)
        self.assertEqual(self.environment.entries["schema"], "thrum.timeline/1")

    def test_time_does_not_move_from_a_handler(self):
        problems = []

        def reset():
            try:
                self.environment.advance(1)
            except thrum.Error as error:
                problems.append(error.name)

        self.engine.on_reset(reset)
        self.environment.fault("reset server")
        self.environment.advance(1)
        self.assertEqual(problems, ["operationNotPermitted"])

    def test_a_handler_may_free_its_engine(self):
        other = thrum.Engine(self.environment)
        calls = []

        def stopped(reason):
            calls.append(reason)
            other.close()

        other.on_stopped(stopped)
        other.start()
        self.environment.fault("suspend app")
        self.environment.advance(1)
        self.environment.fault("resume app")
        self.environment.fault("suspend app")
        self.environment.advance(1)
        self.assertEqual(len(calls), 1)


    def test_a_handler_can_be_removed(self):
        told = []
        player = self.engine.player(buzz(0.1))
        player.on_completed(told.append)
        self.engine.on_reset(lambda: told.append("reset"))
        self.engine.on_stopped(lambda reason: told.append(reason))
        for setter in (player.on_completed, self.engine.on_reset, self.engine.on_stopped):
            setter(None)
            self.assertRaises(TypeError, setter, "no function")
        self.engine.start()
        player.start()
        self.environment.advance(1)
        self.environment.fault("suspend app")
        self.environment.advance(1)
        self.environment.fault("resume app")
        self.environment.fault("reset server")
        self.environment.advance(1)
        self.assertEqual(told, [])

    def test_no_handler_stops_the_engine_after_the_last_player(self):
        self.engine.start()
        self.engine.notify_when_players_finished(None)
        self.environment.advance(1)
        self.assertFalse(self.engine.is_running)

    def test_closed_players_and_their_handlers_do_not_wait_for_the_engine(self):
        self.engine.start()

        class Handler:
            def __call__(self, error):
                ends.append(error)

        ends, players, handlers = [], [], []
        for _ in range(50):
            player, handler = self.engine.player(buzz(0.05)), Handler()
            players.append(weakref.ref(player))
            handlers.append(weakref.ref(handler))
            player.on_completed(handler)
            player.start()
            player.close()
        del player, handler
        self.assertEqual([player for player in players if player()], [])
        self.environment.advance(1)
        self.assertEqual(ends, [None] * 50)
        self.engine.play(buzz(0.05))  # a call for the engine releases what is no longer used
        self.assertEqual([handler for handler in handlers if handler()], [])
        self.assertEqual(len(self.engine._handlers), 0)

    def test_an_engine_in_a_cycle_with_its_handlers_is_collected(self):
        engine = thrum.Engine(self.environment)
        engine.on_reset(lambda: engine.start())
        engine.start(lambda error: engine)
        player = engine.player(buzz())
        player.on_completed(lambda error: player.start())
        gone = weakref.ref(engine)
        del engine, player
        gc.collect()
        self.assertIsNone(gone())

    def test_every_call_on_a_closed_object_raises(self):
        player, pattern = self.engine.player(buzz()), buzz()
        for item in (player, pattern, self.engine, self.environment):
            item.close()
            item.close()
            self.assertIn("closed", repr(item))
        calls = [
            lambda: pattern.duration, lambda: pattern.ahap, lambda: player.duration, lambda: player.is_active,
            player.start, player.cancel, lambda: player.rate(1), lambda: player.on_completed(None),
            lambda: self.engine.is_running, lambda: self.engine.time, lambda: self.engine.meter, self.engine.start,
            lambda: self.engine.is_muted_for_audio, lambda: self.engine.play(buzz()), lambda: self.engine.player(buzz()),
            lambda: self.engine.on_reset(None), lambda: self.environment.elapsed, lambda: self.environment.timeline,
            lambda: self.environment.entries, lambda: self.environment.advance(1),
            lambda: thrum.Engine(self.environment), lambda: thrum.Player(self.engine, buzz()),
        ]
        for number, call in enumerate(calls):
            with self.subTest(call=number), self.assertRaisesRegex(thrum.Error, "freed") as caught:
                call()
            self.assertEqual((caught.exception.status, caught.exception.name), (1, "invalidHandle"))

    def test_numbers_out_of_range_are_refused(self):
        player = self.engine.player(buzz())
        for call in (
            lambda: player.rate(0), lambda: player.rate(-1), lambda: player.rate(math.nan),
            lambda: player.loop(end=-5), lambda: player.loop(end=math.nan),
            lambda: thrum.Pattern.preset("impact-light", math.nan), lambda: thrum.Pattern.preset("impact-light", 7),
        ):
            with self.assertRaises(thrum.Error) as caught:
                call()
            self.assertEqual(caught.exception.name, "invalidArgument")

    def test_arguments_of_another_type_are_named(self):
        for call, words in (
            (lambda: thrum.Engine("silent"), 'device="silent"'), (lambda: thrum.Engine(device=7), "a device is a name"),
            (lambda: self.engine.play("tap.ahap"), "thrum.Pattern"), (lambda: thrum.Player("x", buzz()), "thrum.Engine"),
            (lambda: thrum.Pattern([0.5]), "thrum.Event"),
            (lambda: self.engine.player(buzz()).send(0.5), "thrum.Parameter"),
            (lambda: self.engine.player(buzz()).schedule([(0, 1)]), "thrum.Curve"),
        ):
            self.assertRaisesRegex(TypeError, words, call)

    def test_everything_public_has_words(self):
        self.assertEqual(thrum.__version__, thrum.version())
        for kind in (thrum.Engine, thrum.Environment, thrum.Pattern, thrum.Player):
            for name in dir(kind):
                if not name.startswith("_"):
                    self.assertTrue(getattr(kind, name).__doc__, f"{kind.__name__}.{name}")
        event = thrum.Event(1, 0.5, 2, intensity=0.25)
        for item, words in (
            (self.engine, "stopped"), (self.environment, "0.0 s"), (buzz(1.5), "1.5 s"), (event, "HAPTIC_CONTINUOUS"),
            (thrum.Parameter(0, 0.5), "HAPTIC_INTENSITY"), (thrum.Curve(1, [(0, 1)]), "HAPTIC_SHARPNESS"),
        ):
            self.assertIn(words, repr(item))


class Patterns(unittest.TestCase):
    def test_a_pattern_is_written_as_ahap(self):
        pattern = thrum.Pattern(
            [thrum.Event(thrum.EventType.HAPTIC_TRANSIENT, 0.25, intensity=0.5, sharpness=1)],
            [thrum.Parameter(thrum.Control.HAPTIC_SHARPNESS, -0.5, 0.1)],
            [thrum.Curve(thrum.Control.HAPTIC_INTENSITY, [(0, 1), (1, 0)], 0.5)])
        entries = json.loads(pattern.ahap)["Pattern"]
        self.assertEqual(entries[0]["Event"]["Time"], 0.25)
        self.assertEqual(entries[1]["Parameter"]["ParameterID"], "HapticSharpnessControl")
        self.assertEqual(entries[2]["ParameterCurve"]["ParameterCurveControlPoints"][1]["Time"], 1)
        self.assertEqual(pattern.duration, 1.5)

    def test_every_number_is_the_name_it_stands_for(self):
        for parameter in thrum.EventParameter:
            text = thrum.Pattern([thrum.Event(1, 0, 1, parameters={parameter: 0.5})]).ahap
            name = json.loads(text)["Pattern"][0]["Event"]["EventParameters"][0]["ParameterID"]
            self.assertEqual(name.upper(), parameter.name.replace("_", ""))
        for control in thrum.Control:
            text = thrum.Pattern(parameters=[thrum.Parameter(control, 0)]).ahap
            name = json.loads(text)["Pattern"][0]["Parameter"]["ParameterID"]
            self.assertEqual(name.upper(), control.name.replace("_", "") + "CONTROL")
        for kind in thrum.EventType:
            event = thrum.Event(kind, 0, 1, sound=1 if kind == thrum.EventType.AUDIO_CUSTOM else 0)
            text = json.loads(thrum.Pattern([event]).ahap)["Pattern"][0]["Event"]["EventType"]
            self.assertEqual(text.upper(), kind.name.replace("_", ""))

    def test_what_cannot_be_is_refused(self):
        for make in (
            lambda: thrum.Pattern([thrum.Event(1, -1, 1)]),
            lambda: thrum.Pattern([thrum.Event(1, math.nan, 1)]),
            lambda: thrum.Pattern([thrum.Event(1, 0, 1, parameters={0: math.nan})]),
            lambda: thrum.Pattern(curves=[thrum.Curve(0, [])]),
            lambda: thrum.Pattern([thrum.Event(3, 0, 1)]),
            lambda: thrum.Pattern.from_ahap(b"\xff\xfe\x00"),
            lambda: thrum.Pattern.preset(""),
        ):
            self.assertRaises(thrum.Error, make)


class Command(unittest.TestCase):
    """`python -m thrum`."""

    def run_with(self, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "thrum", *arguments], capture_output=True, text=True, timeout=60)

    def test_renders_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            pattern, sound = os.path.join(folder, "a.ahap"), os.path.join(folder, "a.wav")
            with open(pattern, "w") as file:
                json.dump(TAP, file)
            done = self.run_with("render", pattern, "-o", sound)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with wave.open(sound) as file:
                self.assertEqual(2 * file.getnframes(), len(thrum.Pattern.from_file(pattern).samples()))

    def test_plays_a_preset(self):
        done = self.run_with("play", "preset:impact-light", "--device", "silent")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_errors_name_the_pattern(self):
        done = self.run_with("play", "missing.ahap", "--device", "silent")
        self.assertEqual(done.returncode, 1)
        self.assertIn("thrum: missing.ahap: ", done.stderr)
        self.assertEqual(self.run_with("--version").stdout.strip(), thrum.__version__)


class RealTime(unittest.TestCase):
    def test_samples_are_pulled(self):
        expected = buzz(0.1).samples()
        block, pulled = array.array("f", [7] * 2 * 300), array.array("f")
        with thrum.Engine.pulled(48_000) as engine:
            self.assertEqual((engine.pull(block), max(block), min(block)), (0, 0, 0))
            engine.start()
            engine.play(buzz(0.1))
            while len(pulled) < len(expected):
                self.assertEqual(engine.pull(block), 300)
                pulled += block
        first, second = (next(i for i, sample in enumerate(samples) if sample) for samples in (expected, pulled))
        self.assertEqual(pulled[second : second + 9_000], expected[first : first + 9_000])
        self.assertEqual((engine.pull(block), max(block)), (0, 0))
        self.assertRaises(thrum.Error, thrum.Engine.pulled, 7_999)

    def test_a_silent_engine_plays_and_tells(self):
        done = threading.Event()
        with thrum.Engine(device="silent") as engine:
            engine.start()
            self.assertTrue(engine.is_running)
            before = engine.time
            player = engine.player(buzz(0.05))
            player.on_completed(lambda error: done.set())
            player.start()
            self.assertTrue(done.wait(10))
            self.assertGreater(engine.time, before)
            engine.stop()
            self.assertFalse(engine.is_running)

    def test_a_file_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.wav")
            done = threading.Event()
            with thrum.Engine(device="wav:" + path) as engine:
                engine.start()
                engine.play(buzz(0.1))
                engine.notify_when_players_finished(lambda: done.set() or thrum.FinishedAction.LEAVE_ENGINE_RUNNING)
                self.assertTrue(done.wait(10))
                engine.stop()
            self.assertGreater(os.path.getsize(path), 4800 * 8)

    def test_an_unknown_device_is_refused(self):
        with self.assertRaisesRegex(thrum.Error, "alsa:NAME"):
            thrum.Engine(device="gramophone")

    def test_many_threads_use_one_engine(self):
        problems = []
        with thrum.Engine(device="silent") as engine:
            engine.start()
            pattern = buzz(0.2)

            def work():
                try:
                    player = engine.player(pattern)
                    for _ in range(200):
                        player.start()
                        player.send(thrum.Parameter(thrum.Control.HAPTIC_INTENSITY, 0.5))
                        player.stop()
                        engine.player(pattern).close()
                except thrum.Error as error:
                    problems.append(error)

            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(problems, [])

    def test_a_handler_is_replaced_at_every_playback(self):
        # Before the last playback has been reported, within its handler, and from another thread.
        result = run("""
            engine = thrum.Engine(device="silent")
            engine.start()
            player, done, rounds = engine.player(tap), threading.Event(), 0

            def handler(error):
                global rounds
                rounds += 1
                player.on_completed(lambda error: handler(error))
                engine.on_stopped(lambda reason: None)
                engine.on_reset(lambda: None)
                player.start() if rounds < 100 else done.set()

            player.on_completed(handler)
            player.start()
            while not done.wait(0.001):
                player.on_completed(lambda error: handler(error))
            print("held", rounds)
            """)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "held 100\n", ""))

    def test_the_interpreter_ends_while_a_handler_runs(self):
        for first in ("pass", "engine.close()", "threading.Thread(target=engine.close, daemon=True).start()"):
            with self.subTest(first=first):
                self.end_while_a_handler_runs(first)

    def end_while_a_handler_runs(self, first):
        result = run("""
            engine = thrum.Engine(device="silent")
            engine.start()
            player, entered, leaving = engine.player(tap), threading.Event(), threading.Event()

            def handler(error):
                exec(sys.argv[1])
                entered.set()
                leaving.wait()
                for _ in range(2_000_000):  # long enough for the interpreter to end meanwhile, if nothing holds it
                    pass
                print("finished", flush=True)

            player.on_completed(handler)
            player.start()
            entered.wait()
            atexit.register(leaving.set)
            """, first)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "finished\n", ""))

    def test_a_forked_process_is_told_at_once(self):
        script = """
            def child(work):
                process = os.fork()
                if process == 0:
                    signal.alarm(60)  # a hang is a failure
                    work()
                    sys.exit()  # an ordinary end, with exit handlers
                status = os.waitpid(process, 0)[1]
                assert status == 0, hex(status)

            def real_time():
                with thrum.Engine(device="silent") as engine:
                    engine.start()
                    assert engine.is_running

            def virtual_time():
                ends = []
                with thrum.Environment() as phone, thrum.Engine(phone) as engine:
                    engine.start()
                    player = engine.player(tap)
                    player.on_completed(ends.append)
                    player.start()
                    phone.advance(1)
                assert ends == [None], ends

            def refused():
                for call in (real_time, engine.start, engine.stop, player.start, lambda: player.on_completed(print)):
                    try:
                        call()
                    except thrum.Error as error:
                        assert error.name == "operationNotPermitted" and "spawn" in str(error), error
                    else:
                        raise AssertionError(call)
                assert not engine.is_running
                virtual_time()

            child(real_time)
            engine = thrum.Engine(device="silent")
            player = engine.player(tap)
            player.on_completed(lambda error: player.start())
            child(real_time)
            engine.start()
            player.start()
            child(refused)
            assert engine.is_running
            print("held")
            """
        result = run(script)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "held\n", ""))

    def test_engines_come_and_go(self):
        for _ in range(50):
            engine = thrum.Engine(device="silent")
            engine.on_stopped(lambda reason: None)
            engine.start(lambda error: None)
            engine.close()
        gc.collect()


if __name__ == "__main__":
    unittest.main()
