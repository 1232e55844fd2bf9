"""Random use of the studio: clicks, keys, drags, saves and changes from outside, repeatable by a seed.

    SECONDS=7200 SEED=1 Tests/Tools/Studio/run.sh .build/release/thrum random_use

After each round the page must have no exception, a saved file must have the text that the page shows, a file changed
outside must show its new text, and the page's memory must stay flat once all documents are closed. Prints a line per round.
"""

import json
import os
import random
import time

from rig import PageTest, TAP

SECONDS = float(os.environ.get("SECONDS", "60"))
SEED = int(os.environ.get("SEED", "1"))
STEPS = 40
"""Steps of a round."""
GROWTH = 15
"""Megabytes of the page's heap, after collection, by which a round may exceed the highest of the first ten."""

KEYS = ["t", "u", "v", "r", "Delete", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Control+a", "Control+z",
        "Control+Shift+z", "Control+c", "Control+v", "Control+d", " ", "z", "Z", "1", "2", "3", "4", "5", "6", "m", "l",
        "i", "s", "o", "e", "Enter", "Tab", "Home", "End"]
UNWANTED = "#file-list *, .download *, [type=file], a, #download, #help, #save, #engine-panel *, #destination"
"""Controls that leave the page, need a device, or that the script uses by itself."""


def digest(text):
    """Length and FNV-1a hash of a text's UTF-16 code units."""
    units, value = text.encode("utf-16-le"), 0x811C9DC5
    for place in range(0, len(units), 2):
        value = (value ^ (units[place] | units[place + 1] << 8)) * 0x01000193 & 0xFFFFFFFF
    return len(units) // 2, value


class RandomUse(PageTest):
    files = {"tap.ahap": TAP, "other.ahap": TAP.replace("0.800", "0.300")}
    size = (1280, 760)
    mayComplain = True  # each round looks by itself

    def test_random_use(self):
        self.dice = random.Random(SEED)
        end = time.monotonic() + SECONDS
        heaps, number = [], 0
        self.open_file()
        while time.monotonic() < end:
            for _ in range(STEPS):
                self.dice.choice([self.key, self.key, self.drag, self.drag, self.click, self.twice_somewhere, self.type])()
            self.settle()
            size, _ = self.shown()
            self.check_saving()
            self.check_outside()
            self.close_all()
            heaps.append(self.heap())
            number += 1
            complaints = [line for line in self.b.complaints() if "Failed to load resource" not in line]
            self.assertEqual(complaints, [], f"seed {SEED}, round {number}")
            print(f"round {number}: {number * STEPS} steps, heap {heaps[-1]:.1f} MB, {size} characters", flush=True)
            self.assertLess(heaps[-1], max(heaps[:10]) + GROWTH, f"seed {SEED}, round {number}: memory grows")
            if size > 60_000:
                self.start_again()

    # Steps

    def place(self):
        """A point of the timeline's visible part, or of the window if it has none."""
        left, top, right, bottom = self.b.run("""const box = document.getElementById("timeline").getBoundingClientRect();
            const seen = [Math.max(box.left, 0), Math.max(box.top, 0),
                Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
            const isSmall = seen[2] - seen[0] < 8 || seen[3] - seen[1] < 8;
            return isSmall ? [0, 0, innerWidth, innerHeight] : seen;""")
        return (self.dice.uniform(left + 2, right - 3), self.dice.uniform(top + 2, bottom - 3))

    def key(self):
        if self.dice.random() < 0.7:
            self.b.run("document.querySelector('dialog[open]') || document.getElementById('timeline').focus()")
        self.b.press(self.dice.choice(KEYS))

    def drag(self):
        helper = self.dice.choice([None, None, None, "Shift", "Alt"])
        self.b.drag([self.place() for _ in range(self.dice.randint(2, 5))], helper)

    def twice_somewhere(self):
        self.twice(*self.place())

    def click(self):
        """A visible control other than the unwanted ones."""
        self.b.run("""const [dice, unwanted] = arguments;
            const root = document.querySelector("dialog[open]") ?? document.getElementById("app");
            const all = [...root.querySelectorAll("button, summary, [role=tab], input[type=checkbox], select")]
                .filter((one) => one.checkVisibility() && !one.disabled && !one.matches(unwanted));
            const one = all[Math.floor(dice * all.length)];
            if (!one) return;
            if (one.matches("select")) {
                one.selectedIndex = Math.floor(dice * 1e4) % one.options.length;
                one.dispatchEvent(new Event("change", { bubbles: true }));
            } else one.click();""", self.dice.random(), UNWANTED)

    def type(self):
        """A number into a field of the inspector."""
        text = self.dice.choice(["0.5", "1", "0", "-1", "abc", "0,25", "50%", "+0.1", "×2", "1e9", ""])
        self.b.run("""const [dice, text] = arguments;
            const fields = [...document.querySelectorAll("#inspector input:not([type=range])")]
                .filter((one) => one.checkVisibility());
            const one = fields[Math.floor(dice * fields.length)];
            if (!one) return;
            one.focus();
            one.value = text;
            one.dispatchEvent(new Event("change", { bubbles: true }));""", self.dice.random(), text)

    # Checks

    def settle(self):
        """Closes dialogs, ends playback and recording, and shows a document."""
        self.b.let_go()
        self.b.run("""for (const one of document.querySelectorAll("dialog[open]")) one.close();
            if (document.getElementById("record").ariaPressed === "true") document.getElementById("record").click();""")
        if self.b.run("return document.getElementById('document-name').textContent === 'No pattern'"):
            self.open_listed("tap.ahap")
        self.b.run("document.getElementById('tab-text').click()")
        self.drawn()

    def open_listed(self, path):
        self.show_files()
        row = f'#file-list [data-path="{path}"]'
        # Only rows in view exist.
        self.b.run("""const filter = document.getElementById("filter");
            filter.value = "";
            filter.dispatchEvent(new Event("input", { bubbles: true }));
            document.getElementById("files").scrollTop = 0;""")
        for _ in range(500):
            # The list may be drawn anew between two calls.
            if self.b.run("const row = document.querySelector(arguments[0]); row?.click(); return row !== null", row):
                break
            self.b.run("document.getElementById('files').scrollTop += 150")
            self.drawn()
        else:
            listed = self.b.run("return [...document.querySelectorAll('#file-list [data-path]')].map((one) => one.dataset.path)")
            self.fail(f"{path} is not listed; in view: {listed}")
        self.b.wait("document.getElementById('document-name').textContent !== 'No pattern'", what=f"{path} opening")

    def check_saving(self):
        """Saves what is shown; the file must have its text."""
        self.b.run("const back = [...document.querySelectorAll('#show-b, [data-slot=b]')][0]; back?.click()")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+s")
        self.b.pause()
        if self.b.run("return document.getElementById('name-dialog')?.open ?? false"):
            self.b.run("document.getElementById('file-name').value = arguments[0]", f"made-{self.dice.randint(1, 10**9)}")
            self.b.click("#accept-name")
        name = self.b.text("#document-name")
        self.b.pause()
        if self.b.run("""const keep = [...document.querySelectorAll("#banners button")]
                .find((one) => one.textContent.startsWith("Keep mine"));
                keep?.click();
                return keep !== undefined"""):
            self.until(lambda: "Keep mine" not in self.b.text("#banners"), "the conflict being resolved")
            self.b.press("Control+s")
        try:
            self.until(lambda: self.shown() in [digest(file.read_text(encoding="utf-8"))
                                                for file in self.studio.folder.rglob("*.ahap")], f"“{name}” being saved as shown")
        except AssertionError as error:
            self.shot("random-use")
            seen = self.b.run("""return [document.getElementById("banners").textContent, document.activeElement.id,
                document.getElementById("notice").textContent, document.querySelector("dialog[open]")?.id,
                document.getElementById("show-a").ariaPressed, document.getElementById("document-name").textContent,
                document.getElementById("summary").textContent, document.getElementById("connection").textContent]""")
            listed = sorted(path.name for path in self.studio.folder.rglob("*"))
            raise AssertionError(f"{error}; the page shows {seen}; the folder has {listed}") from error

    def shown(self):
        """Length and hash of the shown text: the browser's driver keeps every text that a script returns."""
        self.b.run("const offer = document.getElementById('text-offer'); if (!offer.hidden) offer.querySelector('button').click()")
        return tuple(self.b.run("""const text = document.getElementById("text").value;
            let hash = 0x811c9dc5;
            for (let place = 0; place < text.length; place += 1) {
                hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193) >>> 0;
            }
            return [text.length, hash];"""))

    def check_outside(self):
        """A file changed outside while nothing is edited shows its new text."""
        new = TAP.replace("0.800", f"0.{self.dice.randint(100, 999)}")
        self.open_listed("other.ahap")
        self.until(lambda: self.b.text("#document-name").startswith("other"), "other.ahap")
        if self.shown() != digest(self.studio.read("other.ahap")):
            return
        self.dice.choice([self.studio.replace, self.studio.overwrite])("other.ahap", new)
        self.until(lambda: self.shown() == digest(new), "the text from outside")

    def close_all(self):
        """Closes all documents, since each keeps its history, and so does an offer to reopen one."""
        self.show_files()
        # Only rows in view have a button to close their document.
        self.b.run("document.getElementById('files').scrollTop = 0")
        for _ in range(500):
            self.drawn()
            self.b.run("document.querySelectorAll('#file-list .close').forEach((one) => one.click())")
            if self.b.run("""const list = document.getElementById("files");
                    const before = list.scrollTop;
                    list.scrollTop += list.clientHeight / 2;
                    return list.scrollTop === before"""):
                break
        self.b.run("""for (const banner of [...document.querySelectorAll("#banners > *")]) {
                if (banner.textContent.includes("closed without being saved")) {
                    banner.querySelector(".close-banner")?.click();
                }
            }""")
        self.settle()

    def heap(self):
        self.b.command("HeapProfiler.collectGarbage")
        return self.b.command("Runtime.getHeapUsage")["usedSize"] / 1e6

    def start_again(self):
        """A pattern that has grown long makes every step slow."""
        self.studio.replace("tap.ahap", TAP)
        self.b.forget()
        self.b.open("about:blank")
        self.b.open(self.studio.address)
        self.b.wait("document.getElementById('connection').textContent === 'connected'")
        self.settle()
