"""Draws the states of the page for a designer's eye, at eight sizes each: out/studio/pictures/STATE-SIZE.png, and all
sizes of a state in one sheet, out/studio/pictures/STATE.png. `Tests/Tools/Studio/run.sh THRUM pictures` draws all,
`pictures.Pictures.test_banners` one. STUDIO_SHEETS=0 leaves the sheets out.
"""

import json
import os
import pathlib
import subprocess

import rig
from rig import OTHER, EmptyFolder, PageTest, TAP
from test_compose import wav
from test_findings import WRONG

ROOT = pathlib.Path(__file__).parents[3]
LIBRARY = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "Patterns").glob("*.ahap"))}
# Width, height, scale, scheme. The last one is a window of 1440 points at 200 %.
SIZES = [(360, 740, 1, "light"), (360, 740, 1, "dark"), (768, 1024, 1, "light"), (1024, 768, 1, "light"),
         (720, 450, 2, "light"), (1440, 900, 1, "light"), (1440, 900, 1, "dark"), (1920, 1080, 1, "light")]
LONG_NAME = "a-rather-long-name-for-a-pattern-of-the-seventh-level-boss-second-phase-final-final.ahap"


def events(count, loudest=1):
    """A pattern of taps and holds with a curve."""
    listed = [{"Event": {
        "Time": round(0.15 * index, 3), "EventType": "HapticContinuous" if index % 3 == 2 else "HapticTransient",
        **({"EventDuration": 0.1} if index % 3 == 2 else {}), "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": round(0.2 + (loudest - 0.2) * (index % 7) / 7, 3)},
            {"ParameterID": "HapticSharpness", "ParameterValue": (index % 5) / 4}]}} for index in range(count)]
    points = [{"Time": round(0.3 * index, 3), "ParameterValue": round(0.4 + 0.3 * (index % 3), 3)}
              for index in range(12)]
    curve = {"ParameterCurve": {
        "ParameterID": "HapticIntensityControl", "Time": 0.5, "ParameterCurveControlPoints": points}}
    return json.dumps({"Version": 1.0, "Pattern": [*listed, curve]}, indent=2)


class Drawing(PageTest):
    size = (1440, 900)
    opens = True
    mayComplain = True

    def draw(self, state, below=None):
        """Draws the page as it is at each size. With `below`, in one column also scrolled to that part."""
        folder = rig.OUT / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        drawn = []
        for width, height, scale, scheme in SIZES:
            self.b.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                           mobile=False)
            self.b.emulate(prefers_color_scheme=scheme)
            self.settle()
            name = f"{state}-{width * scale}{'' if scheme == 'light' else '-dark'}{'-200' if scale > 1 else ''}"
            self.b.picture(folder / f"{name}.png")
            drawn.append((name, width, height))
            if below and width < 760 and scheme == "light":
                self.b.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'start' })", below)
                self.settle()
                self.b.picture(folder / f"{name}-below.png")
                drawn.append((f"{name}-below", width, height))
                self.b.run("document.querySelectorAll('html, .columns, .work').forEach((one) => { one.scrollTop = 0 })")
        self.b.resize(*self.size)
        self.b.emulate(prefers_color_scheme="light")
        if os.environ.get("STUDIO_SHEETS") != "0":
            self.sheet(folder, state, drawn)

    def settle(self):
        self.drawn()
        # Transitions of colours, and lists that are drawn after the picture.
        self.b.run("return new Promise((done) => setTimeout(done, 250))")
        self.drawn()

    def sheet(self, folder, state, drawn):
        """All pictures of a state on one page."""
        images = "".join(f"<figure>{name}<br><img src={name}.png width={width} height={height}></figure>"
                         for name, width, height in drawn)
        page = folder / "sheet.html"
        page.write_text("<style>body { zoom: 0.6; display: flex; flex-wrap: wrap; gap: 16px; background: #789;"
                        f" font: 26px sans-serif }} figure {{ margin: 0 }}</style>{images}", encoding="utf-8")
        window = self.b.ask("POST", "window/new", {"type": "tab"})["handle"]
        before = self.b.ask("GET", "window")
        self.b.ask("POST", "window", {"handle": window})
        self.b.resize(2200, 800)
        self.b.open(page.as_uri())
        self.b.wait("[...document.images].every((one) => one.complete)")
        self.b.resize(2200, self.b.run("return document.documentElement.scrollHeight"))
        self.b.picture(folder / f"{state}.png")
        self.b.ask("DELETE", "window")
        self.b.ask("POST", "window", {"handle": before})
        page.unlink()

    def focus(self, *keys):
        self.b.run("document.getElementById('timeline').focus()")
        if keys:
            self.b.press(*keys)
            self.drawn()


class Empty(EmptyFolder, Drawing):
    def test_empty_folder(self):
        self.draw("empty", below="#lower")

    def test_new_pattern(self):
        self.b.click("#empty-new")
        self.b.wait("document.getElementById('document-name').textContent.startsWith('untitled')")
        self.draw("new-pattern")


class Pictures(Drawing):
    files = {**LIBRARY, "wrong.ahap": WRONG, "tap.ahap": TAP, "many.ahap": events(120), "loud.ahap": events(200, 1.5),
             LONG_NAME: TAP}

    def test_open(self):
        self.open_file("rain.ahap")
        self.draw("open", below="#lower")

    def test_playing(self):
        self.open_file("rumble.ahap")
        self.b.run("document.getElementById('loop').click()")
        self.focus("Space")
        self.b.wait("document.getElementById('meter').getAttribute('aria-valuetext') !== 'silent'")
        self.draw("playing")

    def test_long_name(self):
        self.open_file(LONG_NAME)
        self.b.click("#add-transient")
        self.show_files()
        self.draw("long-name")

    def test_text_error(self):
        self.open_file("tap.ahap")
        self.set_text(TAP.replace('"Time": 0.2,', '"Time": 0.2'))
        self.b.run("document.getElementById('text').scrollTop = 0")
        self.draw("text-error", below="#lower")

    def test_findings(self):
        self.show_files()
        self.b.click('#file-list [data-path="wrong.ahap"]')
        self.tab("findings")
        self.b.wait("document.querySelectorAll('#findings .finding').length > 4")
        self.draw("findings", below="#lower")

    def test_many_findings(self):
        self.show_files()
        self.b.click('#file-list [data-path="loud.ahap"]')
        self.tab("findings")
        self.b.wait("document.querySelectorAll('#findings .finding').length > 50")
        self.draw("many-findings", below="#lower")

    def test_text(self):
        self.open_file("many.ahap")
        self.focus("n", "n", "n", "n", "n", "n")
        self.draw("text", below="#lower")

    def test_one_event(self):
        self.open_file("many.ahap")
        self.tab("table")
        self.focus("n", "n", "n")
        self.draw("one-event", below="#lower")
        self.draw("one-event-tools", below="#tools")

    def test_all_events(self):
        self.open_file("many.ahap")
        self.tab("table")
        self.focus("Control+a")
        self.draw("all-events", below="#tools")

    def test_curve(self):
        self.open_file("tap.ahap")
        self.tab("table")
        self.b.click("#events tbody tr:nth-child(3) input[type=checkbox]")
        self.draw("curve", below="#tools")
        self.b.click("#events tbody tr:nth-child(4) input[type=checkbox]")
        self.b.run("document.querySelector('#events tbody tr:nth-child(3) input[type=checkbox]').click()")
        self.draw("curve-point", below="#tools")

    def test_recording(self):
        self.open_file("many.ahap")
        self.focus("r")
        self.b.wait("document.getElementById('record').ariaPressed === 'true'")
        for _ in range(4):
            self.b.press("t")
            self.b.run("return new Promise((done) => setTimeout(done, 200))")
        self.draw("recording")
        self.focus("r")
        self.b.wait("document.getElementById('record').ariaPressed === 'false'")
        self.draw("recorded-taps")

    def test_comparing(self):
        self.open_file("tap.ahap")
        self.b.click("#keep-a")
        self.focus("n", "ArrowDown", "ArrowDown", "n", "ArrowRight")
        self.draw("version-b")
        self.focus("a")
        self.b.run("document.getElementById('match').click()")
        self.draw("version-a")

    def test_motors(self):
        self.open_file("rain.ahap")
        self.tab("findings")
        self.b.run("document.querySelector('.felt-on').open = true")
        self.b.run("[...document.querySelectorAll('#felt-on input')].slice(0, 4).forEach((one) => one.click())")
        self.b.wait("document.querySelectorAll('#findings .finding').length > 3")
        self.draw("motors", below="#lower")

    def test_backing_track(self):
        self.open_file("rain.ahap")
        song = self.studio.folder.parent / "a song with a long name, recorded in the studio.wav"
        song.write_bytes(wav(3))
        self.b.run("""document.getElementById("soundtrack").open = true;
            document.getElementById("track-file").hidden = false""")
        self.b.type("#track-file", str(song))
        self.b.wait("document.getElementById('track-name').textContent.includes('3 s')")
        self.b.run("document.getElementById('track-file').hidden = true")
        self.draw("track", below=".below")

    def test_dropped_sound(self):
        self.open_file("rain.ahap")
        self.drop("bell.wav", wav(1))
        self.banner("bell.wav")
        self.draw("dropped-sound")

    def test_below_the_picture(self):
        self.open_file("rain.ahap")
        self.focus("ArrowRight", "k", "ArrowRight", "ArrowRight", "k")
        self.focus("Control+a", "g")
        self.b.run("document.querySelector('.legend').open = true")
        self.draw("marks-and-legend", below=".below")

    def test_history(self):
        self.open_file("tap.ahap")
        self.tab("history")
        self.focus("n", *["ArrowUp", "n"] * 6, "Control+z")
        self.draw("history", below="#tools")

    def test_palette(self):
        self.open_file("tap.ahap")
        self.tab("palette")
        self.draw("palette", below="#tools")

    def test_engine(self):
        self.open_file("tap.ahap")
        self.tab("engine")
        self.b.click("[data-call=start]")
        self.b.click("[data-fault=suspend]")
        self.b.click("[data-fault=resume]")
        self.b.wait("document.getElementById('trace').childElementCount > 3")
        self.draw("engine", below="#tools")

    def test_help(self):
        self.open_file("tap.ahap")
        self.focus("?")
        self.b.wait("document.getElementById('help-dialog').open")
        self.draw("help")

    def test_download(self):
        self.open_file("tap.ahap")
        self.b.click("#download")
        self.draw("download")

    def test_save_as(self):
        self.drop("made.ahap", TAP.encode())
        self.b.wait("document.getElementById('document-name').textContent === 'made.ahap'")
        self.b.press("Control+s")
        self.b.wait("document.getElementById('name-dialog').open")
        self.draw("save-as")

    def test_popovers(self):
        self.open_file("tap.ahap")
        self.b.choose("#grid", "tempo")
        self.b.run("if (document.getElementById('snap').hidden) document.getElementById('toggle-snap').click()")
        self.draw("snap")
        self.b.press("Escape")
        self.b.resize(360, 740)
        self.drawn()
        self.b.click("#toggle-settings")
        self.draw("settings")

    def test_banners(self):
        self.open_file("tap.ahap")
        self.b.click("#add-transient")
        self.studio.replace("tap.ahap", OTHER)
        self.banner("you have unsaved changes here")
        self.draw("changed-outside")
        (self.studio.folder / "tap.ahap").unlink()
        self.banner("deleted or moved outside")
        self.draw("deleted-outside")

    def test_recorded_timeline(self):
        scenario = ROOT / "Docs/Scenarios/foreground-return.scenario"
        text = subprocess.run([rig.THRUM, "simulate", str(scenario), "--json"], capture_output=True, check=True).stdout
        self.drop("run.json", text)
        self.b.wait("document.getElementById('recorded').open")
        self.draw("recorded-timeline")


class ReadOnly(Drawing):
    files = {"rain.ahap": LIBRARY["rain.ahap"]}
    write = False

    def test_read_only(self):
        self.open_file("rain.ahap")
        self.b.click("#add-transient")
        self.draw("read-only")


class ManyFiles(Drawing):
    files = {"tap.ahap": TAP}

    def visit(self):
        for folder in range(8):
            place = self.studio.folder / f"chapter-{folder}" / "a-folder-in-the-folder" / "deeper-still"
            place.mkdir(parents=True, exist_ok=True)
            for file in range(25):
                name = f"pattern-{file:02}.ahap" if file % 3 else f"{file:02}-{LONG_NAME}"
                (place.parents[file % 2] / name).write_text(TAP, encoding="utf-8")
        super().visit()

    def test_many_files(self):
        self.open_file("tap.ahap")
        self.show_files()
        for _ in range(3):
            self.b.run("document.querySelectorAll('#file-list [aria-expanded=false]').forEach((one) => one.click())")
            self.drawn()
        self.draw("many-files")


class OnPhone(Drawing):
    files = {"tap.ahap": TAP}
    arguments = ["--phone", "127.0.0.1"]

    def test_phone_dialog(self):
        self.open_file("tap.ahap")
        self.b.click("#phone")
        self.b.wait("document.querySelector('#phone-code svg')", what="the code")
        self.draw("phone")
