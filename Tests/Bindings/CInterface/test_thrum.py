"""Tests the C interface from Python: python3 -m unittest, with THRUM_LIBRARY and PYTHONPATH set by c-interface.sh."""

import gc
import json
import math
import os
import tempfile
import threading
import unittest

import thrum

TAP = {"Version": 1.0, "Pattern": [{"Event": {"Time": 0.1, "EventType": "HapticTransient", "EventParameters": []}}]}


def buzz(seconds=1.0, **parameters):
    return thrum.Pattern([thrum.Event(thrum.EventType.HAPTIC_CONTINUOUS, 0, seconds, **parameters)])


def loudness(samples):
    return math.sqrt(sum(sample * sample for sample in samples) / max(len(samples), 1))


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

    def test_every_error_has_number_name_and_sentence(self):
        with self.assertRaises(thrum.Error) as caught:
            self.engine.player(buzz()).start()
        self.assertEqual((caught.exception.status, caught.exception.name), (-4805, "engineNotRunning"))
        self.assertIn("start", str(caught.exception))
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


class RealTime(unittest.TestCase):
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

    def test_engines_come_and_go(self):
        for _ in range(50):
            engine = thrum.Engine(device="silent")
            engine.on_stopped(lambda reason: None)
            engine.start(lambda error: None)
            engine.close()
        gc.collect()


if __name__ == "__main__":
    unittest.main()
