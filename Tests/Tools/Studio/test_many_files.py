"""The file list with 5,000 files: rows in the page, work in a scrolled frame, keys; pictures, badges and folded folders."""

import json

from rig import OTHER, PageTest, TAP

FOLDERS, FILES = 50, 100


class Many(PageTest):
    files = {"tap.ahap": TAP}
    opens = True

    def visit(self):
        for folder in range(FOLDERS):
            place = self.studio.folder / f"folder-{folder:02}"
            if place.exists():
                break
            place.mkdir()
            for file in range(FILES):
                (place / f"pattern-{file:03}.ahap").write_text(TAP, encoding="utf-8")
        super().visit()
        self.b.wait(f"document.querySelector('#file-list .count')?.textContent === '{FOLDERS * FILES + 1}'", what="the list")

    def in_page(self):
        return self.b.run("return document.querySelectorAll('#file-list [role=treeitem]').length")

    def paths(self):
        return self.b.run("return [...document.querySelectorAll('#file-list [data-path]')].map((one) => one.dataset.path)")

    def scroll(self, top):
        self.b.run("document.getElementById('files').scrollTop = arguments[0]", top)
        self.drawn()

    def test_only_the_rows_in_view_are_in_the_page(self):
        most = 0
        for top in (0, 40000, 100000, 10 ** 9, 0):
            self.scroll(top)
            most = max(most, self.in_page())
            shown = self.b.run("""const box = document.getElementById("files").getBoundingClientRect();
                const hit = document.elementFromPoint(box.left + 60, box.top + box.height / 2);
                return hit?.closest("[role=treeitem]")?.dataset.key""")
            self.assertTrue(shown, f"an empty view at {top}")
        height = self.b.run("return document.getElementById('files').clientHeight")
        self.assertLess(most, height / 30 + 40)
        print(f"{FOLDERS * FILES} files: at most {most} rows in the page", flush=True)

    def test_a_scrolled_frame_makes_only_the_rows_that_enter(self):
        self.scroll(30000)
        made = """const observer = new MutationObserver((all) => { for (const one of all)
            window.rows += [...one.addedNodes].filter((node) => node.localName === "li").length });
            window.rows = 0; observer.observe(document.querySelector("#file-list [role=tree]"), { childList: true });"""
        self.b.run(made)
        for step in range(1, 11):
            self.scroll(30000 + 60 * step)
        count = self.b.run("return window.rows")
        # Two rows enter in each frame.
        self.assertLessEqual(count, 2 * 10 + 2)
        self.assertGreater(count, 10)
        print(f"ten frames of 60 points: {count} rows made", flush=True)

    def test_keys_reach_rows_that_are_not_in_the_page(self):
        self.b.run("document.querySelector('#file-list [data-key=\"folder:\"]').focus()")
        self.b.press("End")
        focused = "return document.activeElement.dataset.key ?? document.activeElement.id"
        self.assertTrue(self.b.run(focused).startswith("preset:"))
        self.b.press("Home")
        self.assertEqual(self.b.run(focused), "folder:")
        self.b.press("ArrowDown", "ArrowLeft")
        self.assertEqual(self.b.run(focused), "folder:folder-00")
        self.b.press(*["ArrowDown"] * 60)
        self.assertEqual(self.b.run(focused), "folder-01/pattern-058.ahap")
        self.b.press("Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'folder-01/pattern-058.ahap'")

    def test_the_filter_finds_any_of_them(self):
        self.b.type("#filter", "folder-49/pattern-099")
        self.until(lambda: self.paths() == ["folder-49/pattern-099.ahap"], "the filtered list")
        self.b.press("Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'folder-49/pattern-099.ahap'")
        self.b.run("""const box = document.getElementById("filter"); box.value = ""; box.dispatchEvent(new Event("input"))""")
        self.drawn()
        self.b.run("document.getElementById('empty-new').click()")
        self.assertLess(self.in_page(), 120)

    def test_pictures_are_asked_for_only_in_view(self):
        asked = """return performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/shapes")).length"""
        self.until(lambda: self.b.run(asked) > 0, "the first pictures")
        before = self.b.run(asked)
        self.scroll(90000)
        self.until(lambda: self.b.run(asked) > before, "more pictures")
        self.assertLess(self.b.run(asked), before + 4)


class Pictures(PageTest):
    files = {"tap.ahap": TAP, "broken.ahap": "{", "clip.haptic": json.dumps({
        "version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {}, "signals": {"continuous": {"envelopes": {"amplitude": [
            {"time": 0, "amplitude": 0.5}, {"time": 1, "amplitude": 0}]}}}})}

    def ink(self, path):
        """Pixels of a row's picture that are not empty, by column."""
        return self.b.run("""const canvas = document.querySelector(`[data-path="${arguments[0]}"] canvas.shape`);
            if (!canvas || canvas.hidden || canvas.width === 0) return [];
            const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_, y) =>
                data[(y * width + x) * 4 + 3] > 0 ? 1 : 0).reduce((sum, one) => sum + one, 0))""", path)

    def test_a_row_shows_the_shape_of_its_pattern(self):
        # The tap is at 0.2 s and the event, which falls, from 0.5 to 0.9 s.
        ink = self.until(lambda: sum(self.ink("tap.ahap")) and self.ink("tap.ahap"), "the picture")
        self.assertEqual(len(ink), 36)
        tap, gap, start, end = max(ink[7:10]), ink[15], ink[22], ink[34]
        self.assertGreater(tap, 12)
        self.assertEqual(gap, 0)
        self.assertGreater(start, end)
        self.assertGreater(end, 0)

    def test_the_picture_follows_the_file(self):
        before = self.until(lambda: sum(self.ink("tap.ahap")) and self.ink("tap.ahap"), "the picture")
        self.studio.replace("tap.ahap", OTHER)
        self.until(lambda: self.ink("tap.ahap") not in ([], before), "the new picture")

    def test_a_broken_file_has_no_picture_and_a_clip_has_one_and_a_badge(self):
        self.until(lambda: sum(self.ink("clip.haptic")), "the clip's picture")
        self.assertEqual(self.ink("broken.ahap"), [])
        self.assertEqual(self.b.text('[data-path="clip.haptic"] .mark'), "clip")

    def test_folded_folders_are_remembered(self):
        self.b.click('#file-list [data-folder="built-in:"]')
        self.b.wait("!document.querySelector('[data-path^=\"preset:\"]')")
        self.b.open(self.studio.address)
        self.b.wait("document.querySelector('#file-list [data-path]')")
        self.assertEqual(self.b.run("return document.querySelector('[data-folder=\"built-in:\"]').ariaExpanded"), "false")
        self.assertFalse(self.b.run("return Boolean(document.querySelector('[data-path^=\"preset:\"]'))"))
        self.b.click('#file-list [data-folder="built-in:"]')
        self.b.wait("document.querySelector('[data-path^=\"preset:\"]')")
