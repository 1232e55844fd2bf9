"""Files that other programs delete, move, restore or replace while they are open."""

import os

from rig import OTHER, PageTest, TAP

GONE = "deleted or moved outside the studio"


class Outside(PageTest):
    files = {"tap.ahap": TAP, "other.ahap": OTHER}
    mayComplain = True  # the browser logs a 404 as an error

    def setUp(self):
        super().setUp()
        self.open_file()

    @property
    def path(self):
        return self.studio.folder / "tap.ahap"

    def state_becomes(self, state):
        self.b.wait("document.getElementById('document-state').textContent === arguments[0]", state)

    def test_a_deleted_file_is_unsaved_and_can_be_saved_again(self):
        self.path.unlink()
        self.banner(GONE)
        self.state_becomes("unsaved")
        self.assertIn("tap.ahap", self.b.text("#file-list"))
        self.b.press("Control+s")
        self.state_becomes("saved")
        self.assertEqual(self.studio.read("tap.ahap"), TAP)
        self.assertEqual(self.b.text("#banners"), "")

    def test_a_moved_file_is_unsaved_and_the_new_one_is_listed(self):
        os.rename(self.path, self.studio.folder / "moved.ahap")
        self.banner(GONE)
        self.state_becomes("unsaved")
        self.b.wait("document.querySelector('[data-path=\"moved.ahap\"]')")
        self.press_in_banner("Save again")
        self.state_becomes("saved")
        self.assertEqual(self.studio.read("tap.ahap"), TAP)

    def test_a_file_that_comes_back_with_another_text_is_followed(self):
        self.path.unlink()
        self.banner(GONE)
        self.path.write_text(OTHER, encoding="utf-8")
        self.b.wait("document.getElementById('text').value.includes('0.300')", what="the text on disk")
        self.state_becomes("saved")
        self.assertEqual(self.b.text("#banners"), "")

    def test_a_reopened_pattern_whose_file_changed_asks_which_version_counts(self):
        self.b.click("#add-transient")
        mine = self.text
        self.show_files()
        self.b.click("#file-list .close")
        self.b.wait("document.getElementById('document-name').textContent === 'No pattern'")
        self.path.write_text(OTHER, encoding="utf-8")
        self.press_in_banner("Reopen")
        self.banner("changed on disk, and you have unsaved changes here")
        self.assertEqual(self.text, mine)

    def test_a_file_replaced_by_deleting_and_creating_it_is_followed(self):
        # As `git switch` does.
        for text in (OTHER, TAP, OTHER):
            self.path.unlink()
            self.path.write_text(text, encoding="utf-8")
        self.b.wait("document.getElementById('text').value.includes('0.300')", what="the text on disk")
        self.state_becomes("saved")

    def test_changes_to_a_file_that_comes_back_are_not_lost(self):
        self.b.click("#add-transient")
        mine = self.text
        self.path.unlink()
        self.banner(GONE)
        self.path.write_text(OTHER, encoding="utf-8")
        self.banner("you have unsaved changes here")
        self.assertEqual(self.text, mine)

    def test_the_first_reload_does_not_say_that_there_is_no_version_a(self):
        self.studio.replace("tap.ahap", OTHER)
        self.b.wait("document.getElementById('text').value.includes('0.300')", what="the text on disk")
        self.assertNotIn("no version A", self.b.run("return document.getElementById('notice').textContent"))
        self.b.press("a")
        self.assertEqual(self.text, TAP)

    def test_a_reload_while_a_is_shown_shows_the_text_on_disk(self):
        self.b.click("#keep-a")
        self.b.click("#show-a")
        self.studio.replace("tap.ahap", OTHER)
        self.b.wait("document.getElementById('text').value.includes('0.300')", what="the text on disk")
        self.state_becomes("saved")

    def test_a_file_renamed_in_the_page_is_not_reported_as_deleted(self):
        self.b.run("[...document.querySelectorAll('.file-actions button')].find((one) => one.textContent === 'Rename').click()")
        self.b.wait("document.getElementById('name-dialog').open")
        self.b.run("document.getElementById('file-name').select()")
        self.b.press(*"new.ahap", "Enter")
        self.b.wait("document.querySelector('[data-path=\"new.ahap\"]')")
        self.state_becomes("saved")
        self.assertEqual(self.b.text("#banners"), "")
