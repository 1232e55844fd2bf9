"""A client of `thrum mcp`, for tests."""

import json
import os
import subprocess

THRUM = os.environ["THRUM"]
PATIENCE = 60


class Agent:
    """A client: asks and checks that each answer has the protocol's form."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen([THRUM, "mcp", str(folder), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        answer = json.loads(self.process.stdout.readline())
        assert answer["jsonrpc"] == "2.0" and ("result" in answer) != ("error" in answer) and "id" in answer, answer
        return answer

    def ask(self, method, **params):
        self.count += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        answer = self.receive()
        assert answer["id"] == self.count, answer
        return answer["result"] if "result" in answer else answer["error"]

    def call(self, name, **arguments):
        result = self.ask("tools/call", name=name, arguments=arguments)
        for content in result.get("content", []):
            assert content["type"] in ("text", "image", "audio")
            assert ("text" in content) == (content["type"] == "text")
            assert ("data" in content and "mimeType" in content) == (content["type"] != "text")
        return result

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def end(self):
        """Ends the server, whatever it does."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()
