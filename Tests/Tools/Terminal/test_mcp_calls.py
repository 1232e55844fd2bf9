"""`thrum mcp`: wrong arguments, bounds, cancelled calls, and processes that must not be left."""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import tempfile
import unittest

from agent import PATIENCE, Agent

ROOT = pathlib.Path(__file__).resolve().parents[3]


def taps(count, gap=0.08):
    """Returns the text of a pattern of taps."""
    return json.dumps({"Version": 1.0, "Pattern": [{"Event": {
        "Time": round(index * gap, 3), "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": 0.8}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}
        for index in range(count)]}, indent=1)


class Calls(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder)
        (self.folder / "tap.ahap").write_text(taps(1))
        self.agent = self.start()

    def start(self):
        agent = Agent(self.folder)
        self.addCleanup(agent.end)
        return agent

    def call(self, identifier, name, arguments):
        self.agent.send(json.dumps({"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": {"name": name, "arguments": arguments}}))

    def slow(self):
        """Sends a call whose command reads a pipe that nobody fills, and waits until it does. Returns the pipe's other end."""
        pipe = self.folder / "slow.ahap"
        if not pipe.exists():
            os.mkfifo(pipe)
        self.call("slow", "feel", {"path": pipe.name})
        end = os.open(pipe, os.O_WRONLY)
        self.addCleanup(os.close, end)
        return end

    def wait_for_end(self, pipe):
        """Waits until the command has ended: then nobody reads the pipe."""
        ends = select.poll()
        ends.register(pipe, 0)
        self.assertTrue(ends.poll(1000 * PATIENCE), "the command still runs")


class Arguments(Calls):
    def test_an_argument_of_another_type_is_an_error_with_the_id(self):
        for value in (5, 0.5, {"a": 1}, [1], ["x"], True):
            for name in ("motor", "path", "verbose"):
                with self.subTest(value=value, name=name):
                    self.call("a-2", "feel", {"path": "tap.ahap", **{name: value}})
                    answer = self.agent.receive()
                    self.assertEqual((answer["id"], answer["error"]["code"]), ("a-2", -32602))
                    self.assertIn(f"“{name}”", answer["error"]["message"])

    def test_null_counts_as_left_out(self):
        self.call(1, "feel", {"path": "tap.ahap", "motor": None, "offset": None, "verbose": None})
        self.assertFalse(self.agent.receive()["result"]["isError"])
        self.call(2, "feel", {"path": None})
        self.assertIn("“path” is missing", self.agent.receive()["error"]["message"])

    def test_whatever_is_wrong_inside_a_request_is_answered_with_its_id(self):
        call = {"jsonrpc": "2.0", "id": 3, "method": "tools/call"}
        for change, code in (({"params": []}, -32602), ({"params": 5}, -32602), ({"params": {"name": 5}}, -32602),
                             ({"params": {"name": "read", "arguments": []}}, -32602), ({"params": None}, -32602),
                             ({"method": 5}, -32600), ({"jsonrpc": 2.0}, -32600), ({"id": 7.5, "params": {}}, -32602),
                             ({"id": 1e3, "method": "nothing"}, -32601),
                             ({"method": "initialize", "params": {"protocolVersion": 5}}, -32602),
                             ({"method": "initialize"}, -32602)):
            with self.subTest(change=change):
                message = {**call, **change}
                self.agent.send(json.dumps(message))
                answer = self.agent.receive()
                self.assertEqual((answer["id"], answer["error"]["code"]), (message["id"], code))
        for identifier in (None, True, [1], {}):
            with self.subTest(id=identifier):
                self.agent.send(json.dumps({**call, "id": identifier}))
                answer = self.agent.receive()
                self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32600))

    def test_an_unknown_format_or_motor_is_answered_with_the_list(self):
        tools = {tool["name"]: tool["inputSchema"]["properties"] for tool in self.agent.ask("tools/list")["tools"]}
        for tool, name, arguments in (("convert", "format", {"format": "kotlin"}), ("feel", "motor", {"motor": "mine"})):
            result = self.agent.call(tool, path="tap.ahap", **arguments)
            self.assertTrue(result["isError"])
            for choice in tools[tool][name]["enum"]:
                self.assertIn(choice, result["content"][0]["text"])

    def test_a_batch_has_one_answer_for_its_requests(self):
        ping = {"jsonrpc": "2.0", "method": "ping"}
        self.agent.send(json.dumps([
            {**ping, "id": 1}, {"jsonrpc": "2.0", "method": "notifications/x"}, 5,
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list"}}]))
        answers = json.loads(self.agent.process.stdout.readline())
        self.assertEqual(sorted((str(answer["id"]), "error" in answer) for answer in answers), [("1", False), ("2", False), ("None", True)])


class Bounds(Calls):
    def test_the_sound_ends_with_the_pattern(self):
        short = self.agent.call("render", path="tap.ahap")["content"]
        self.assertLess(len(base64.b64decode(short[0]["data"])), 30_000)
        (self.folder / "long.ahap").write_text(taps(300))
        sound, note = self.agent.call("render", path="long.ahap")["content"]
        self.assertEqual(len(base64.b64decode(sound["data"])), 44 + 10 * 16_000 * 4)
        self.assertIn("the first 10.000 s of 2", note["text"])

    def test_a_long_answer_says_how_much_is_left_and_where_to_continue(self):
        text = taps(900)
        (self.folder / "long.ahap").write_text(text)
        for name, arguments in (("read", {}), ("info", {}), ("convert", {"format": "react-native.ts"}), ("feel", {}), ("lint", {})):
            with self.subTest(name=name):
                result = self.agent.call(name, path="long.ahap", **arguments)
                self.assertFalse(result["isError"])
                self.assertLess(len(json.dumps(result["content"]).encode()), 60_000)
                self.assertLess(len(json.dumps(result["structuredContent"]).encode()), 60_000)
        parts, offset = [], 0
        while offset is not None:
            result = self.agent.call("read", path="long.ahap", offset=offset)
            parts.append(result["content"][0]["text"])
            offset = result["structuredContent"].get("next")
            if offset is not None:
                self.assertIn(f"offset {offset}", result["content"][1]["text"])
                self.assertIn("more line", result["content"][1]["text"])
        self.assertGreater(len(parts), 3)
        self.assertEqual("".join(parts), text)

    def test_lists_that_are_cut_say_how_many_are_missing(self):
        (self.folder / "long.ahap").write_text(taps(900))
        motor = self.agent.call("feel", path="long.ahap", motor="erm-coin")["structuredContent"]["files"][0]["motors"][0]
        self.assertEqual(len(motor["events"]) + motor["eventsMore"], 900)

    def test_results_have_the_structure_that_the_tool_promises(self):
        promised = {tool["name"]: tool["outputSchema"]["required"] for tool in self.agent.ask("tools/list")["tools"] if "outputSchema" in tool}
        self.assertEqual(sorted(promised), ["convert", "diff", "feel", "info", "lint", "list", "read"])
        arguments = {"list": {}, "diff": {"old": "tap.ahap", "new": "snip.ahap"}, "convert": {"path": "snip.ahap", "format": "haptic"}}
        for name, members in promised.items():
            structure = self.agent.call(name, **arguments.get(name, {"path": "snip.ahap"}))["structuredContent"]
            self.assertLessEqual(set(members), set(structure), name)
        self.assertEqual(len(self.agent.call("feel", path=".")["structuredContent"]["files"]), 2)


class Meanwhile(Calls):
    def test_a_ping_is_answered_during_a_call_and_a_cancelled_call_is_not(self):
        pipe = self.slow()
        self.agent.send('{"jsonrpc": "2.0", "id": "ping", "method": "ping"}')
        self.assertEqual(self.agent.receive(), {"jsonrpc": "2.0", "id": "ping", "result": {}})
        self.call("next", "list", {})
        self.call("dropped", "list", {})
        for identifier in ("dropped", "slow", "unknown"):
            self.agent.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": identifier}}))
        self.assertEqual(self.agent.receive()["id"], "next")
        self.wait_for_end(pipe)
        self.agent.send('{"jsonrpc": "2.0", "id": "last", "method": "ping"}')
        self.assertEqual(self.agent.receive()["id"], "last")

    def test_too_many_waiting_calls_are_refused_at_once(self):
        self.slow()
        for number in range(1001):
            self.call(number, "list", {})
        answer = self.agent.receive()
        self.assertEqual((answer["id"], answer["error"]["code"]), (1000, -32000))

    def test_no_command_outlives_the_server(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(signal=number.name):
                self.agent = self.start()
                pipe = self.slow()
                self.agent.process.send_signal(number)
                self.assertEqual(self.agent.process.wait(PATIENCE), -number)
                self.wait_for_end(pipe)

    def test_calls_that_were_sent_before_the_input_ended_are_answered(self):
        self.call(1, "list", {})
        self.call(2, "info", {"path": "tap.ahap"})
        self.agent.process.stdin.close()
        self.assertEqual([json.loads(line)["id"] for line in self.agent.process.stdout], [1, 2])
        self.assertEqual(self.agent.process.wait(PATIENCE), 0)


if __name__ == "__main__":
    unittest.main()
