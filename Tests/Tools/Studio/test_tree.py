"""The file list: folders, arrow keys with one Tab stop, names cut in the middle."""

from rig import OTHER, PageTest, TAP

LONG = "a-very-long-name-that-does-not-fit-into-the-list-take-2.ahap"


class Tree(PageTest):
    files = {"tap.ahap": TAP, LONG: OTHER}

    def setUp(self):
        super().setUp()
        for name in ("sub/one.ahap", "sub/deep/two.ahap"):
            path = self.studio.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TAP, encoding="utf-8")
        self.b.wait("document.querySelectorAll('[data-path^=\"sub/\"]').length === 2", what="the folder in the list")

    def focused(self):
        return self.b.run("return document.activeElement.dataset.key ?? document.activeElement.id")

    def focus(self, key):
        self.b.run("document.querySelector(`[data-key='${arguments[0]}']`).focus()", key)

    def test_folders_contain_their_patterns(self):
        rows = self.b.run("""return [...document.querySelectorAll("#file-list [role=treeitem]")].slice(0, 7)
            .map((one) => [one.dataset.key, one.ariaLevel, one.ariaExpanded])""")
        self.assertEqual(rows[0], ["folder:", "1", "true"])
        self.assertIn(["folder:sub", "2", "true"], rows)
        self.assertIn(["folder:sub/deep", "3", "true"], rows)
        self.assertIn(["sub/deep/two.ahap", "4", None], rows)

    def test_arrow_keys_move_fold_and_unfold(self):
        self.focus("folder:sub")
        self.b.press("ArrowLeft")
        self.assertEqual(self.focused(), "folder:sub")
        self.assertEqual(self.b.run("return document.activeElement.ariaExpanded"), "false")
        self.assertIsNone(self.b.run("return document.querySelector('[data-path=\"sub/one.ahap\"]')"))
        self.b.press("ArrowRight", "ArrowRight")
        self.assertEqual(self.focused(), "folder:sub/deep")
        self.b.press("ArrowDown")
        self.assertEqual(self.focused(), "sub/deep/two.ahap")
        self.b.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
        self.assertEqual(self.focused(), "folder:sub")
        self.b.press("Home")
        self.assertEqual(self.focused(), "folder:")
        self.b.press("End", "ArrowUp", "ArrowDown")
        self.assertTrue(self.focused().startswith("preset:"))
        self.assertEqual(self.b.text("#position"), "0.000")

    def test_the_list_is_one_tab_stop(self):
        stops = "return [...document.querySelectorAll('#file-list *')].filter((one) => one.tabIndex === 0).length"
        self.assertEqual(self.b.run(stops), 1)
        self.focus("tap.ahap")
        self.b.press("Tab")
        self.assertEqual(self.focused(), "files-splitter")
        self.b.press("Shift+Tab")
        self.assertEqual(self.focused(), "tap.ahap")
        self.b.press("Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'tap.ahap'")

    def test_the_filter_shows_patterns_in_folded_folders(self):
        self.focus("folder:")
        self.b.press("ArrowLeft")
        self.b.type("#filter", "sub/deep")
        shown = "return [...document.querySelectorAll('#file-list [data-path]')].map((one) => one.dataset.path)"
        self.assertEqual(self.b.run(shown), ["sub/deep/two.ahap"])

    def test_a_long_name_is_cut_in_the_middle_and_whole_on_hover(self):
        name = self.b.run("""const name = document.querySelector(`[data-path='${arguments[0]}'] .name`);
            const start = name.querySelector(".start");
            return { text: name.textContent, title: name.closest('[role=treeitem]').title, height: name.clientHeight,
                isCut: start.scrollWidth > start.clientWidth, fits: name.scrollWidth <= name.clientWidth }""", LONG)
        self.assertEqual((name["text"], name["title"]), (LONG, LONG))
        self.assertTrue(name["isCut"] and name["fits"], name)
        self.assertLess(name["height"], 30)
