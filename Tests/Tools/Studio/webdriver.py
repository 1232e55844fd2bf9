"""A minimal WebDriver client for these tests, over http.client."""

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

import network as networks

PATIENCE = 12.0
FLAGS = ["--headless=new", "--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--disable-gpu",
         "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run", "--force-color-profile=srgb",
         "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
KEYS = {name: chr(code) for name, code in {
    "Backspace": 0xE003, "Tab": 0xE004, "Enter": 0xE007, "Shift": 0xE008, "Control": 0xE009, "Alt": 0xE00A,
    "Escape": 0xE00C, "Space": 0x20, "End": 0xE010, "Home": 0xE011, "ArrowLeft": 0xE012, "ArrowUp": 0xE013,
    "ArrowRight": 0xE014, "ArrowDown": 0xE015, "Delete": 0xE017}.items()}
HELPERS = ("Shift", "Control", "Alt")


class BrowserError(Exception):
    """An error returned by the driver."""


class Browser:
    """One headless Chromium with its own profile, on the other side of a network if there is one."""

    def __init__(self, width=1360, height=860, flags=FLAGS, environment=None, network=None):
        self.profile = tempfile.mkdtemp(prefix="thrum-browser-")
        self.log = open(f"{self.profile}/driver.log", "wb")
        port = None
        # The driver takes a free port of IPv6, and ends if the same port of IPv4 is taken: it then needs another one.
        while port is None:
            self.driver = subprocess.Popen(
                [*(network.command if network else []), "chromedriver", "--port=0"], env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
            port = self.driver_port()
        self.connection = networks.Connection("127.0.0.1", port, network)
        options = {"args": [*flags, f"--user-data-dir={self.profile}/data", f"--window-size={width},{height}"]}
        always = {"browserName": "chrome", "goog:chromeOptions": options, "unhandledPromptBehavior": "accept",
                  "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = ""
        self.session = self.ask("POST", "session", {"capabilities": {"alwaysMatch": always}})["sessionId"]
        # The page's question before its first sound is closed at once, unless a test asks for it.
        self.command("Page.addScriptToEvaluateOnNewDocument", source="""
            const { showModal } = HTMLDialogElement.prototype;
            HTMLDialogElement.prototype.showModal = function () {
                if (this.id === "listen-dialog" && !window.isAskedToListen) this.dispatchEvent(new Event("close"));
                else showModal.call(this);
            }""")

    def driver_port(self):
        """The port on which the driver reports to listen, `None` if it was taken. Copies further output to the log."""
        isTaken = False
        for line in self.driver.stdout:
            self.log.write(line)
            isTaken = isTaken or b"Address already in use" in line
            found = re.search(rb"successfully on port (\d+)", line)
            if found:
                self.copier = threading.Thread(
                    target=shutil.copyfileobj, args=(self.driver.stdout, self.log), daemon=True)
                self.copier.start()
                return int(found.group(1))
        self.driver.stdout.close()
        self.driver.wait()
        if isTaken:
            return None
        raise BrowserError("chromedriver did not start")

    def pause(self):
        """Waits for a short timer in the page, or until the page is left."""
        try:
            self.ask("POST", "execute/async", {"script": "setTimeout(arguments[0], 25)", "args": []})
        except BrowserError:
            pass

    def close(self):
        try:
            self.ask("DELETE", "")
        except (OSError, BrowserError, http.client.HTTPException):
            pass
        self.driver.terminate()
        self.driver.wait()
        self.copier.join(5)
        self.driver.stdout.close()
        self.connection.close()
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method, path, body=None):
        place = f"/session/{self.session}" if self.session else ""
        address = f"{place}/{path}".rstrip("/") if place else f"/{path}"
        data = json.dumps(body if body is not None else {}) if method == "POST" else None
        self.connection.request(method, address, data, {"Content-Type": "application/json"})
        value = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise BrowserError(f"{value['error']}: {value['message'].splitlines()[0]}")
        return value

    # Pages

    def open(self, address):
        self.ask("POST", "url", {"url": address})

    def run(self, script, *arguments):
        """Runs a function body with the arguments in `arguments`. Waits for a promise and returns its value."""
        return self.ask("POST", "execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, what=None, patience=PATIENCE):
        """Waits until an expression is true, and returns its value; of an element, that there is one.

        An element could be replaced before a reference to it is made.
        """
        end = time.monotonic() + patience
        while True:
            value = self.run(f"const it = {script}; return it instanceof Node ? true : it", *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"{what or script} did not happen within {patience:.0f} s")
            self.pause()

    def find(self, selector):
        found = self.ask("POST", "element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def value(self, selector):
        return self.run("return document.querySelector(arguments[0]).value", selector)

    def click(self, selector):
        """Finds an element and clicks it, again if the page replaced it in between."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask("POST", f"element/{self.find(selector)}/click")
            except BrowserError as error:
                if "stale element" not in str(error) or time.monotonic() > end:
                    raise

    def button(self, place, start):
        """Waits for a button inside `place` whose text begins with `start`, and clicks it."""
        script = """((buttons) => {
            const found = buttons.find((one) => one.textContent.startsWith(arguments[1]));
            found?.click();
            return found !== undefined;
        })([...document.querySelectorAll(arguments[0] + " button")])"""
        self.wait(script, place, start, what=f"a button “{start}” in {place}")

    def type(self, selector, text):
        self.ask("POST", f"element/{self.find(selector)}/value", {"text": text})

    def choose(self, selector, value):
        """Selects an option and sends the change event of a user's choice."""
        self.run("""const box = document.querySelector(arguments[0]); box.value = arguments[1];
            box.dispatchEvent(new Event("change", { bubbles: true }))""", selector, value)

    # What the browser keeps

    def kept(self):
        """The values that the page keeps, as text."""
        return self.run("""return new Promise((done, fail) => {
            const opening = indexedDB.open("thrum");
            opening.onerror = () => fail(opening.error);
            opening.onsuccess = () => {
                const asked = opening.result.transaction("values").objectStore("values").getAll();
                asked.onsuccess = () => { opening.result.close(); done(JSON.stringify(asked.result)) };
            } })""")

    def forget(self):
        """Deletes all that the page keeps."""
        self.run("""sessionStorage.clear();
            return new Promise((done) => {
                const deleting = indexedDB.deleteDatabase("thrum");
                deleting.onsuccess = deleting.onerror = () => done();
            })""")

    # Keys and pointers

    def actions(self, *sources):
        self.ask("POST", "actions", {"actions": list(sources)})

    def press(self, *chords):
        """Presses keys one after another. A chord is written `Control+Shift+z`."""
        steps = []
        for chord in chords:
            parts = chord.split("+") if len(chord) > 1 else [chord]
            codes = [KEYS.get(part, part) for part in parts]
            steps += [{"type": "keyDown", "value": code} for code in codes]
            steps += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.actions({"type": "key", "id": "keys", "actions": steps})

    def drag(self, points, helper=None, kind="mouse", release=True):
        """Presses at the first point, moves over the others and releases."""
        move = lambda point, milliseconds: {
            "type": "pointerMove", "duration": milliseconds, "x": round(point[0]), "y": round(point[1])}
        steps = [move(points[0], 0), {"type": "pointerDown", "button": 0}]
        for point in points[1:]:
            steps.append(move(point, 15))
        if release:
            steps.append({"type": "pointerUp", "button": 0})
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        if not helper:
            return self.actions(pointer)
        keys = [{"type": "keyDown", "value": KEYS[helper]}] + [{"type": "pause"}] * (len(steps) - 2)
        return self.actions(pointer, {"type": "key", "id": "keys", "actions": [*keys, {"type": "keyUp", "value": KEYS[helper]}]})

    def let_go(self):
        self.ask("DELETE", "actions")

    # Appearance

    def command(self, name, **parameters):
        """Sends a Chrome DevTools command."""
        return self.ask("POST", "goog/cdp/execute", {"cmd": name, "params": parameters})

    def emulate(self, **features):
        """Sets media features, such as `prefers_color_scheme="dark"`."""
        listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", features=listed)

    def scheme(self, name):
        """Sets the colours that the page is asked for: light or dark."""
        self.emulate(prefers_color_scheme=name)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "screenshot")))

    def renderer_megabytes(self):
        """Resident memory of the browser's largest page process."""
        parents, sizes = {}, {}
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                status = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines() if ":" in line)
                if "--type=renderer" in (place / "cmdline").read_bytes().decode(errors="replace"):
                    sizes[place.name] = int(status["VmRSS"].split()[0]) / 1024
                parents[place.name] = status["PPid"].strip()
            except (OSError, KeyError):
                continue

        def is_own(process):
            while process in parents:
                if process == str(self.driver.pid):
                    return True
                process = parents[process]
            return False

        return max(size for process, size in sizes.items() if is_own(process))

    def complaints(self):
        """Errors in the console since the last call."""
        entries = self.ask("POST", "se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
