"""Shared parts of the studio tests: one browser, a studio on its own folder, access to the page."""

import atexit
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from webdriver import Browser, PATIENCE

THRUM = os.environ.get("THRUM", ".build/release/thrum")
OUT = pathlib.Path(os.environ.get("STUDIO_OUT", "out/studio"))
# Window size of all tests, such as 360x640. Without it each test uses its own.
SIZE = tuple(int(part) for part in os.environ.get("STUDIO_SIZE", "").split("x") if part)
browser = None


def the_browser():
    """The browser of all tests, started on first use."""
    global browser
    if browser is None:
        browser = Browser()
    return browser


def close_browser():
    if browser is not None:
        browser.close()


atexit.register(close_browser)

TAP = """{
    "Version": 1.0, // a remark
    "Metadata": { "Mine": [1, 2.50, "x"], "Description": "A tap and a hold." },
    "Pattern": [
        { "Event": { "Time": 0.2, "EventType": "HapticTransient", "Secret": {"a": 1}, "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 0.800 },
            { "ParameterID": "HapticSharpness", "ParameterValue": 0.5 }
        ] } },
        { "Event": { "Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 0.4, "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 0.6 },
            { "ParameterID": "HapticSharpness", "ParameterValue": 0.1 }
        ] } }, /* the hold */
        { "ParameterCurve": { "Time": 0.5, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": [
            { "Time": 0.0, "ParameterValue": 1.0 },
            { "Time": 0.4, "ParameterValue": 0.4 }
        ] } }
    ]
}
"""
OTHER = TAP.replace("0.800", "0.300").replace('"Time": 0.2', '"Time": 0.1')


class Studio:
    """`thrum studio` on a new folder with the given files."""

    def __init__(self, files, write=True, environment=None, port=0, arguments=()):
        self.arguments = arguments
        self.environment = {**os.environ, **(environment or {})}
        self.write = write
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="thrum-studio-")) / "patterns"
        self.folder.mkdir()
        for name, text in files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        self.errors = open(self.folder.parent / "errors", "w", encoding="utf-8")
        self.begin(port)

    def begin(self, port=0):
        """Starts the command on a port, 0 for any, or None for the folder's own. After `end` it can restart."""
        command = [THRUM, "studio", str(self.folder)] + (["--write"] if self.write else []) + [*self.arguments]
        if port is not None:
            command += ["--port", str(port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.environment)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http://"):
            raise AssertionError(f"thrum studio printed no address: {self.address!r}")

    @property
    def port(self):
        return int(self.address.split("/")[2].split(":")[1])

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def replace(self, name, text):
        """Saves as most editors do, by replacing the file with a new one."""
        new = self.folder.parent / "new"
        new.write_text(text, encoding="utf-8")
        os.replace(new, self.folder / name)

    def overwrite(self, name, text):
        """Saves by writing into the existing file."""
        with open(self.folder / name, "r+", encoding="utf-8") as file:
            file.truncate()
            file.write(text)

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def close(self):
        self.end()
        self.errors.close()
        shutil.rmtree(self.folder.parent, ignore_errors=True)


def folder_for(test):
    """A folder that ends with the test."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


class EmptyFolder:
    """For a test that begins without any pattern; goes before `PageTest`."""

    files = {}

    def visit(self):
        self.b.open(self.studio.address)
        self.b.wait("document.getElementById('connection').textContent === 'connected'")


class PageTest(unittest.TestCase):
    """A test with its own studio and a freshly loaded page."""

    files = {"tap.ahap": TAP}
    write = True
    size = (1360, 860)
    media = {}
    mayComplain = False
    opens = False  # whether the pattern that the folder opens with stays open
    environment = {}
    port = 0
    arguments = ()  # of the command
    showsText = True  # whether the text below the timeline is open, as few windows show it at first

    def setUp(self):
        self.b = the_browser()
        self.b.resize(*(SIZE or self.size))
        self.b.emulate(**self.media)
        self.studio = Studio(self.files, self.write, self.environment, self.port, self.arguments)
        self.addCleanup(self.leave)
        self.visit()

    def visit(self):
        self.b.complaints()
        self.b.open(self.studio.address)
        self.b.wait("""!document.getElementById("app").hidden
            && document.getElementById("connection").textContent === "connected"
            && document.querySelector("#file-list [data-path]")""", what="the page with its list of files")
        if self.showsText:
            self.b.run("document.getElementById('tab-text').click()")
        if not self.opens:
            self.close_first()

    def close_first(self):
        """Closes the pattern that the folder opened with."""
        self.b.wait("""document.getElementById("document-name").textContent !== "No pattern"
            || ![...document.querySelectorAll("#file-list [data-path]")].some(({ dataset }) => !dataset.path.includes(":"))
            || document.querySelector("#banners .error")""", what="the folder's first pattern")
        self.b.run("document.querySelector('#file-list .close')?.click()")

    def leave(self):
        self.b.let_go()
        complaints = self.b.complaints()
        self.b.forget()
        self.b.open("about:blank")
        self.studio.close()
        if not self.mayComplain:
            self.assertEqual(complaints, [], "the browser's console has errors")

    # Parts of the page

    def show_files(self):
        """Unfolds the file list in a narrow window."""
        self.drawn()
        if self.b.run("return document.getElementById('files').hidden"):
            self.b.click("#toggle-files")

    def open_file(self, path="tap.ahap"):
        self.show_files()
        self.b.click(f'#file-list [data-path="{path}"]')
        self.b.wait("document.getElementById('text').value.length > 0", what=f"{path} in the text view")
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the analysis")
        self.drawn()

    @property
    def text(self):
        return self.b.value("#text")

    def pattern(self):
        """The pattern's entries as JSON values, without comments."""
        lines = [line.split("//")[0].split("/*")[0] for line in self.text.splitlines()]
        return json.loads("\n".join(lines))["Pattern"]

    def parameter(self, index, name):
        listed = self.pattern()[index]["Event"]["EventParameters"]
        return next(one["ParameterValue"] for one in listed if one["ParameterID"] == name)

    def until(self, probe, what, patience=PATIENCE):
        """Polls a function of the test until it returns a true value, and returns that value."""
        end = time.monotonic() + patience
        while True:
            value = probe()
            if value:
                return value
            if time.monotonic() > end:
                self.fail(f"{what} did not happen within {patience:.0f} s")
            self.b.pause()

    def set_text(self, text):
        """Replaces the whole text in the text view, as one paste."""
        self.b.run("""const area = document.getElementById("text"); area.focus(); area.select();
            document.execCommand("insertText", false, arguments[0])""", text)

    def tab(self, name):
        """Shows a tab; in a narrow window, first the sheet in which it is."""
        self.b.run("""const tab = document.getElementById(arguments[0]);
            const sheet = tab.closest("#tools");
            if (sheet && getComputedStyle(sheet).display === "none") document.getElementById("toggle-tools").click();
            else if (!sheet && document.getElementById("tools").classList.contains("open"))
              document.getElementById("close-tools").click()""", f"tab-{name}")
        self.b.click(f"#tab-{name}")

    def say(self):
        return self.b.text("#announcer")

    def box(self, selector):
        return self.b.run("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return { left: box.left, top: box.top, width: box.width, height: box.height }""", selector)

    def spot(self, time_, level):
        """The point in the window for a time and a level of the intensity panel."""
        return self.b.run("""const given = arguments; return (async () => {
            const { placePanels } = await import("/picture/panels.js");
            const { shownLanes } = await import("/picture/lanes.js");
            const { readPattern } = await import("/pattern/pattern.js");
            const { makeScene } = await import("/picture/scene.js");
            const timeline = document.getElementById("timeline");
            const seen = timeline.getBoundingClientRect();
            if (seen.top < 0 || seen.bottom > innerHeight) timeline.scrollIntoView({ block: "center" });
            const frame = timeline.getBoundingClientRect();
            const [from, to, left, width] = timeline.dataset.view.split(" ").map(Number);
            const scene = makeScene(readPattern(document.getElementById("text").value));
            const panel = placePanels(shownLanes(scene), Math.floor(frame.height)).get("intensity");
            return [frame.left + left + (given[0] - from) / (to - from) * width, frame.top + panel.y(given[1])];
            })()""", time_, level)

    def panel_y(self, name, value):
        """The height in the window of a value in a panel."""
        return self.b.run("""const given = arguments; return (async () => {
            const { placePanels } = await import("/picture/panels.js");
            const { shownLanes } = await import("/picture/lanes.js");
            const { readPattern } = await import("/pattern/pattern.js");
            const { makeScene } = await import("/picture/scene.js");
            const frame = document.getElementById("timeline").getBoundingClientRect();
            const scene = makeScene(readPattern(document.getElementById("text").value));
            const lanes = shownLanes(scene, given[0] === "track" ? {} : undefined);
            return frame.top + placePanels(lanes, Math.floor(frame.height)).get(given[0]).y(given[1]) })()""", name, value)

    def pixels(self, selector="#picture"):
        """A hash of a canvas's pixels."""
        return self.b.run("""const canvas = document.querySelector(arguments[0]);
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let sum = 0; for (let at = 0; at < data.length; at += 7) sum = (sum * 31 + data[at]) >>> 0; return sum""", selector)

    def twice(self, x, y):
        """Double-clicks a point in the window."""
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.b.actions({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, *press, *press]})

    def drawn(self):
        """Waits until changes are drawn."""
        self.b.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def drop(self, name, data):
        self.b.run("""const bytes = Uint8Array.from(atob(arguments[1]), (sign) => sign.charCodeAt(0));
            const given = new DataTransfer(); given.items.add(new File([bytes], arguments[0]));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }))""",
                   name, base64.b64encode(data).decode())

    def banner(self, words):
        return self.b.wait("[...document.querySelectorAll('.banner')].find((one) => one.textContent.includes(arguments[0]))?.textContent",
                           words, what=f"a banner with {words!r}")

    def press_in_banner(self, name):
        self.b.run("[...document.querySelectorAll('.banner button')].find((one) => one.textContent === arguments[0]).click()", name)

    def shot(self, name):
        OUT.mkdir(parents=True, exist_ok=True)
        self.b.picture(OUT / f"{name}.png")
