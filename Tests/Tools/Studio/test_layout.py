"""The work comes first: what the first screen shows, parts that fold away, splitters, and the pattern opened first."""

from rig import OTHER, PageTest, TAP

SIZES = [(360, 740), (768, 1024), (1024, 768), (1440, 900), (1920, 1080)]
MANY = {f"level-{number:02}-with-a-long-name-for-a-pattern.ahap": TAP for number in range(40)}


class Layout(PageTest):
    opens = True

    def loaded(self):
        self.b.wait("document.getElementById('summary').textContent.includes('peak')", what="the first pattern")
        self.drawn()

    def visit(self):
        super().visit()
        self.loaded()

    def resize(self, width, height):
        """Loads the page anew in a window of this size."""
        self.b.resize(width, height)
        self.visit()

    def assert_in_first_screen(self, selector, height):
        scrolled = "return [...document.querySelectorAll('.body, .columns, .work')].map((one) => one.scrollTop)"
        self.assertEqual(self.b.run(scrolled), [0, 0, 0])
        box = self.box(selector)
        self.assertGreaterEqual(box["top"], 0, selector)
        self.assertLessEqual(box["top"] + box["height"], height, selector)
        on_top = self.b.run("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            const at = (x, y) => document.elementFromPoint(x, y)?.closest(arguments[0]) !== null;
            return at(box.left + 8, box.top + 8) && at(box.right - 8, box.bottom - 8)""", selector)
        self.assertTrue(on_top, f"{selector} is covered")


class FirstScreen(Layout):
    files = MANY

    def check(self, width, height):
        self.assert_in_first_screen("#play", height)
        self.assert_in_first_screen("#timeline", height)
        self.assertGreaterEqual(self.box("#timeline")["height"], 190)
        self.assertLessEqual(self.b.run("return document.documentElement.scrollWidth"), width)
        rows = self.b.run("""return [...new Set([...document.querySelectorAll(".edit-bar button")]
            .filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top)))]""")
        self.assertEqual(len(rows), 1, "the tools are in one row")

    def test_every_size_begins_with_play_and_the_whole_timeline(self):
        for width, height in [*SIZES, (1280, 720)]:
            with self.subTest(width=width):
                self.resize(width, height)
                self.check(width, height)

    def test_playback_takes_one_row_from_1024_points_on(self):
        for width, height in [(1024, 768), (1280, 720)]:
            self.resize(width, height)
            self.assertLess(self.box(".transport")["height"], 60)
            self.assertGreater(self.box("#timeline")["height"], height / 3)

    def test_version_a_adds_no_row_from_1024_points_on(self):
        for width, height in [(1024, 768), (1280, 720)]:
            self.resize(width, height)
            before = self.box(".transport")["height"]
            self.b.click("#keep-a")
            self.b.run("document.getElementById('timeline').focus()")
            self.b.press("n", *["ArrowDown"] * 6)
            self.b.wait("document.getElementById('match-gain').textContent.includes('dB')", what="the gain")
            self.assertEqual(self.box(".transport")["height"], before, width)
            self.b.press("a")
            self.drawn()
            self.assertEqual(self.box(".transport")["height"], before, width)

    def test_a_banner_does_not_push_the_timeline_out(self):
        for width, height in SIZES:
            with self.subTest(width=width):
                self.resize(width, height)
                self.b.run("""return import("/base/banners.js").then(({ showBanner }) => void showBanner("problem", {
                    text: "“a.ahap” was not saved. The disk is full.", severity: "error",
                    actions: [{ name: "Download", run() {} }] }))""")
                self.drawn()
                self.check(width, height)

    def test_the_inspector_is_beside_the_timeline_from_760_points_on(self):
        for width, height in [(760, 900), *SIZES[1:]]:
            with self.subTest(width=width):
                self.resize(width, height)
                tools, timeline = self.box("#panel-inspector"), self.box("#timeline")
                self.assertGreaterEqual(tools["left"], timeline["left"] + timeline["width"])
                self.assertLess(tools["top"], timeline["top"] + timeline["height"])

    def test_the_timeline_grows_with_the_window(self):
        heights = []
        for height in (820, 1020, 1220):
            self.b.resize(1440, height)
            self.drawn()
            heights.append(self.box("#timeline")["height"])
        self.assertGreater(heights[1], heights[0] + 100)
        self.assertGreater(heights[2], heights[1] + 100)


class Folds(Layout):
    def test_files_and_settings_fold_away_where_there_is_no_room(self):
        for width, height in SIZES[:3]:
            self.resize(width, height)
            for button, panel in [("toggle-files", "files"), ("toggle-settings", "settings"), ("toggle-snap", "snap")]:
                with self.subTest(width=width, panel=panel):
                    shown = f"!document.getElementById('{panel}').hidden"
                    self.assertFalse(self.b.run(f"return {shown}"))
                    self.b.click(f"#{button}")
                    self.assertTrue(self.b.run(f"return {shown}"))
                    box = self.box(f"#{panel}")
                    self.assertGreaterEqual(box["left"], 0)
                    self.assertLessEqual(box["left"] + box["width"], width)
                    self.b.press("Escape")
                    self.assertFalse(self.b.run(f"return {shown}"))
                    self.assertEqual(self.b.run("return document.activeElement.id"), button)

    def test_opening_a_pattern_folds_the_list_away(self):
        self.resize(360, 740)
        self.b.click("#toggle-files")
        self.b.click("[data-path='library:heartbeat']")
        self.b.wait("document.getElementById('document-name').textContent === 'heartbeat'")
        self.assertTrue(self.b.run("return document.getElementById('files').hidden"))

    def test_a_folded_list_stays_folded_after_a_reload(self):
        self.b.click("#toggle-files")
        self.visit()
        self.assertTrue(self.b.run("return document.getElementById('files').hidden"))
        self.assertEqual(self.b.run("return document.getElementById('toggle-files').ariaExpanded"), "false")


class Splitters(Layout):
    size = (1440, 900)
    PARTS = {"files-splitter": ("#files", "width", "ArrowRight"), "tools-splitter": ("#tools", "width", "ArrowLeft"),
             "lower-splitter": ("#lower", "height", "ArrowUp")}

    def now(self, line):
        return int(self.b.run("return document.getElementById(arguments[0]).getAttribute('aria-valuenow')", line))

    def test_keys_move_a_splitter_and_a_reload_keeps_it(self):
        wanted = {}
        for line, (part, side, key) in self.PARTS.items():
            before = self.box(part)[side]
            self.b.run("document.getElementById(arguments[0]).focus()", line)
            self.b.press(key, key, key)
            self.until(lambda: abs(self.now(line) - self.box(part)[side]) < 1, "the value")
            self.assertAlmostEqual(self.box(part)[side], before + 48, delta=1)
            wanted[line] = self.now(line)
        self.visit()
        for line, (part, side, _) in self.PARTS.items():
            self.assertAlmostEqual(self.box(part)[side], wanted[line], delta=1)

    def drag(self, kind):
        for line, (part, side, key) in self.PARTS.items():
            before, box = self.box(part)[side], self.box(f"#{line}")
            x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
            by = {"ArrowRight": (40, 0), "ArrowLeft": (-40, 0), "ArrowUp": (0, -40)}[key]
            self.b.drag([(x, y), (x + by[0] / 2, y + by[1] / 2), (x + by[0], y + by[1])], kind=kind)
            self.assertAlmostEqual(self.box(part)[side], before + 40, delta=2, msg=f"{line} by {kind}")

    def test_the_mouse_moves_a_splitter_and_a_double_click_resets_it(self):
        before = self.box("#tools")["width"]
        self.drag("mouse")
        box = self.box("#tools-splitter")
        self.twice(box["left"] + box["width"] / 2, box["top"] + 200)
        self.until(lambda: self.box("#tools")["width"] == before, "the standard width")

    def test_touch_moves_a_splitter(self):
        self.drag("touch")

    def test_the_largest_lower_views_leave_the_timeline_in_the_first_screen(self):
        self.b.run("document.getElementById('lower-splitter').focus()")
        self.b.press("End")
        self.drawn()
        self.assert_in_first_screen("#timeline", 900)
        self.b.press("Home")
        self.until(lambda: self.now("lower-splitter") == 110, "the smallest height")


class First(Layout):
    files = {"b.ahap": OTHER, "a_continuous.ahap": TAP, "a_transients.ahap": TAP, "c.ahap": TAP}

    def name(self):
        return self.b.text("#document-name")

    def test_a_folder_opens_with_its_first_pattern_and_then_with_its_last(self):
        self.assertEqual(self.name(), "b.ahap")
        self.open_file("c.ahap")
        self.visit()
        self.assertEqual(self.name(), "c.ahap")

    def test_unsaved_work_replaces_the_pattern_that_the_folder_opened_with(self):
        self.b.click("#add-transient")
        changed = self.text
        self.until(lambda: '"back":' in self.b.kept(), "the draft")
        self.visit()
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.b.click("[data-banner=drafts] button")
        self.b.wait("document.getElementById('text').value === arguments[0]", changed)
        self.assertEqual(self.b.run("return document.querySelectorAll('#file-list .close').length"), 1)
