"""A headless Firefox for these tests, over Marionette, its own protocol: Debian has no geckodriver."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading

from webdriver import Browser, BrowserError, PATIENCE

PREFERENCES = {
    "marionette.port": 0, "media.autoplay.default": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "", "privacy.reduceTimerPrecision": False,
}
COMMANDS = {
    ("POST", "url"): "WebDriver:Navigate", ("POST", "execute/sync"): "WebDriver:ExecuteScript",
    ("POST", "execute/async"): "WebDriver:ExecuteAsyncScript", ("POST", "element"): "WebDriver:FindElement",
    ("POST", "actions"): "WebDriver:PerformActions", ("DELETE", "actions"): "WebDriver:ReleaseActions",
    ("GET", "screenshot"): "WebDriver:TakeScreenshot",
}


class Firefox(Browser):
    """Takes the commands that `Browser` takes, but for those of Chromium's own tools."""

    def __init__(self, width=1280, height=800):
        self.profile = tempfile.mkdtemp(prefix="thrum-firefox-")
        with open(f"{self.profile}/user.js", "w", encoding="utf-8") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.log = open(f"{self.profile}/log", "wb")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "-remote-allow-system-access", "--profile", self.profile, "--width=1600", "--height=1300"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "HOME": self.profile, "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"})
        self.socket = socket.create_connection(("127.0.0.1", self.port()))
        self.count = 0
        self.read()
        self.send("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": "accept"}}})

    def port(self):
        """The port on which it reports to listen. Copies further output to the log."""
        for line in self.process.stdout:
            self.log.write(line)
            found = re.search(rb"Listening on port (\d+)", line)
            if found:
                self.copier = threading.Thread(
                    target=shutil.copyfileobj, args=(self.process.stdout, self.log), daemon=True)
                self.copier.start()
                return int(found[1])
        raise BrowserError("Firefox did not start")

    def read(self):
        """A message: its length in digits, a colon, JSON."""
        digits = b""
        while (byte := self.socket.recv(1)) != b":":
            if not byte:
                raise BrowserError("Firefox closed its connection")
            digits += byte
        data = b""
        while len(data) < int(digits):
            data += self.socket.recv(int(digits) - len(data))
        return json.loads(data)

    def send(self, command, parameters):
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self.read()
        if error:
            raise BrowserError(f"{error['error']}: {error['message'].splitlines()[0]}")
        return value.get("value", value) if isinstance(value, dict) else value

    def ask(self, method, path, body=None):
        parts = path.split("/")
        if parts[0] == "element" and len(parts) == 3:
            command = {"click": "WebDriver:ElementClick", "value": "WebDriver:ElementSendKeys"}[parts[2]]
            return self.send(command, {**(body or {}), "id": parts[1]})
        parameters = dict(body or {})
        if path.startswith("execute/"):
            # In the page's own world, as with Chromium's driver.
            parameters["sandbox"] = None
        if path == "screenshot":
            parameters["full"] = False
        return self.send(COMMANDS[method, path], parameters)

    def resize(self, width, height):
        # The page's part of the window: a window of Firefox is not made narrower than 500 points.
        self.of_browser("""const { style } = gBrowser.selectedBrowser;
            [style.flex, style.width, style.height] = ["none", `${arguments[0]}px`, `${arguments[1]}px`]""", width, height)

    def scheme(self, name):
        value = ["dark", "light"].index(name)
        self.of_browser("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])", value)

    def of_browser(self, script, *arguments):
        """Runs a script in the browser's own window."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.send("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})
        finally:
            self.send("Marionette:SetContext", {"value": "content"})

    def complaints(self):
        return []

    def close(self):
        try:
            self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, BrowserError, ValueError):
            pass
        self.socket.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.copier.join()
        self.process.stdout.close()
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)
