"""`thrum mcp`: the Model Context Protocol on standard input and output."""

import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from agent import THRUM, Agent

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEAK = {"Version": 1.0, "Pattern": [{"Event": {"Time": 0.1, "EventType": "HapticTransient", "EventParameters": [
    {"ParameterID": "HapticIntensity", "ParameterValue": 0.05}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}]}


class Protocol(unittest.TestCase):
    write = False

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name) / "haptics"
        (self.folder / "alerts").mkdir(parents=True)
        (pathlib.Path(place.name) / "secret.ahap").write_text(json.dumps(WEAK))
        shutil.copy(ROOT / "Patterns/snip.ahap", self.folder)
        (self.folder / "alerts/weak.ahap").write_text(json.dumps(WEAK))
        (self.folder / "link.ahap").symlink_to("../secret.ahap")
        self.agent = Agent(self.folder, *(["--write"] if self.write else []))
        self.addCleanup(lambda: self.assertEqual(self.agent.close(), 0))
        started = self.agent.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})
        self.assertEqual(started["protocolVersion"], "2025-06-18")
        self.assertEqual(started["capabilities"], {"tools": {}})
        self.agent.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))

    def text(self, result):
        self.assertFalse(result["isError"], result)
        return "\n".join(content["text"] for content in result["content"] if content["type"] == "text")

    def refused(self, result):
        self.assertTrue(result["isError"], result)
        return result["content"][0]["text"]


class Reading(Protocol):
    def test_the_tools_have_schemas(self):
        tools = self.agent.ask("tools/list")["tools"]
        self.assertEqual([tool["name"] for tool in tools],
                         ["list", "read", "info", "lint", "feel", "diff", "plot", "render", "convert"])
        for tool in tools:
            schema = tool["inputSchema"]
            for name in ("motor", "format"):
                self.assertIn("enum", schema["properties"].get(name, {"enum": []}))
            self.assertEqual(schema["type"], "object")
            self.assertLessEqual(set(schema["required"]), set(schema["properties"]))
            self.assertTrue(tool["description"] and tool["annotations"]["readOnlyHint"])

    def test_each_tool_answers(self):
        self.assertEqual(self.text(self.agent.call("list")).split(), ["alerts/weak.ahap", "snip.ahap"])
        self.assertEqual(self.text(self.agent.call("read", path="snip.ahap")), (ROOT / "Patterns/snip.ahap").read_text())
        self.assertIn("transient", self.text(self.agent.call("info", path="snip.ahap")))
        self.assertIn("0 errors", self.text(self.agent.call("lint", path="snip.ahap")))
        self.assertIn("not felt", self.text(self.agent.call("feel", path="alerts/weak.ahap", motor="coin-lra-175")))
        self.assertIn("4 of 5 can be felt", self.text(self.agent.call("diff", old="alerts/weak.ahap", new="snip.ahap")))
        picture = self.agent.call("plot", path="snip.ahap")["content"][0]
        self.assertEqual((picture["mimeType"], base64.b64decode(picture["data"])[:4]), ("image/png", b"\x89PNG"))
        sound = self.agent.call("render", path="snip.ahap")["content"][0]
        self.assertEqual((sound["mimeType"], base64.b64decode(sound["data"])[:4]), ("audio/wav", b"RIFF"))
        converted = self.agent.call("convert", path="snip.ahap", format="haptic")
        self.assertIn("signals", json.loads(converted["content"][0]["text"]))

    def test_nothing_outside_the_folder_is_reached(self):
        for path in ("../secret.ahap", "/etc/passwd", "link.ahap", "alerts/../../secret.ahap", "", "alerts//weak.ahap"):
            with self.subTest(path=path):
                self.assertIn("not a path below the folder", self.refused(self.agent.call("read", path=path)))
        self.assertIn("no motor", self.refused(self.agent.call("feel", path="snip.ahap", motor="../secret.ahap")))
        self.assertIn("--help", self.refused(self.agent.call("lint", path="--help")))

    def test_it_does_not_write(self):
        self.assertEqual(self.agent.ask("tools/call", name="write", arguments={"path": "x.ahap", "text": ""})["code"], -32602)
        self.assertFalse((self.folder / "x.ahap").exists())

    def test_wrong_messages_have_errors_and_end_nothing(self):
        for text, code in (("{", -32700), ("[]", -32600), ("{}", -32600), ('{"jsonrpc": "2.0", "id": 1, "method": "x"}', -32601),
                           ('{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": "read"}}', -32602),
                           ('{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "read", "arguments": {"path": 3}}}', -32602)):
            with self.subTest(text=text):
                self.agent.send(text)
                self.assertEqual(self.agent.receive()["error"]["code"], code)
        self.agent.send("")
        self.agent.send("x" * (9 << 20))
        self.assertEqual(self.agent.receive()["error"]["code"], -32700)
        self.agent.send('{"jsonrpc": "2.0", "id": 9, "method": "ping"}')
        self.assertEqual(self.agent.receive()["result"], {})

    def test_a_folder_that_is_missing_is_reported(self):
        answer = subprocess.run([THRUM, "mcp", "/no/such/folder"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(answer.returncode, 66)
        self.assertIn("/no/such/folder", answer.stderr)


class Writing(Protocol):
    write = True

    def test_an_agent_finds_a_weak_pattern_cures_it_and_compares(self):
        self.assertIn("not felt", self.text(self.agent.call("feel", path="alerts/weak.ahap", motor="iphone-taptic")))
        strong = json.dumps(WEAK).replace("0.05", "0.6")
        self.assertIn("0 errors", self.text(self.agent.call("write", path="alerts/strong.ahap", text=strong)))
        self.assertEqual((self.folder / "alerts/strong.ahap").read_text(), strong)
        self.assertNotIn("not felt", self.text(self.agent.call("feel", path="alerts/strong.ahap", motor="iphone-taptic")))
        self.assertIn("can be felt", self.text(self.agent.call("diff", old="alerts/weak.ahap", new="alerts/strong.ahap")))

    def test_only_patterns_below_the_folder_are_written(self):
        for path, words in (("../x.ahap", "not a path below"), ("x.sh", "only pattern files"), (".x.ahap", "hidden"),
                            ("missing/x.ahap", "the folder “missing” does not exist"), ("link.ahap", "links are not followed")):
            with self.subTest(path=path):
                self.assertIn(words, self.refused(self.agent.call("write", path=path, text=json.dumps(WEAK))))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["alerts", "link.ahap", "snip.ahap"])
        self.assertEqual(json.loads((self.folder.parent / "secret.ahap").read_text()), WEAK)

    def test_a_text_that_does_not_read_replaces_nothing(self):
        before = (self.folder / "snip.ahap").read_bytes()
        whole = json.dumps(WEAK)
        for text, words in (("", "the file is empty"), (whole[:90], "snip.ahap:1:"), ("{}", "`Pattern`"), ("sorry", "error")):
            with self.subTest(text=text):
                self.assertIn(words, self.refused(self.agent.call("write", path="snip.ahap", text=text)))
                self.assertEqual((self.folder / "snip.ahap").read_bytes(), before)
        self.assertIn(".ahap", self.refused(self.agent.call("write", path="snip.haptic", text=whole)))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["alerts", "link.ahap", "snip.ahap"])

    def test_a_version_of_someone_else_is_kept_and_the_own_one_replaced(self):
        before = (self.folder / "snip.ahap").read_bytes()
        first = self.agent.call("write", path="snip.ahap", text=json.dumps(WEAK))
        self.assertIn("kept as snip (kept).ahap", self.text(first))
        self.assertEqual(first["structuredContent"]["kept"], "snip (kept).ahap")
        self.assertEqual((self.folder / "snip (kept).ahap").read_bytes(), before)
        strong = json.dumps(WEAK).replace("0.05", "0.6")
        self.assertNotIn("kept", self.agent.call("write", path="snip.ahap", text=strong)["structuredContent"])
        self.assertEqual((self.folder / "snip.ahap").read_text(), strong)
        (self.folder / "snip.ahap").write_bytes(before + b" ")
        again = self.agent.call("write", path="snip.ahap", text=strong.replace("0.6", "0.7"))
        self.assertEqual(again["structuredContent"]["kept"], "snip (kept 2).ahap")
        self.assertEqual((self.folder / "snip (kept 2).ahap").read_bytes(), before + b" ")

    def test_writing_says_that_it_replaces(self):
        tool = self.agent.ask("tools/list")["tools"][-1]
        self.assertEqual((tool["name"], tool["annotations"]["destructiveHint"], tool["annotations"]["readOnlyHint"]), ("write", True, False))
        self.assertIn("replac", tool["description"])


if __name__ == "__main__":
    unittest.main()
